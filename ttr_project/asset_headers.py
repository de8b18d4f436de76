"""Headers of the built page's files, which WhiteNoise serves."""

from collections.abc import MutableMapping

# The worker that checks a game runs Python, which is WebAssembly: it alone may compile that.
WORKER = "/assets/verify.worker-"
WORKER_SECURITY_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"


def add_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """A worker does not have its page's policy: its own script brings one."""
    if url.startswith(WORKER):
        headers["Content-Security-Policy"] = WORKER_SECURITY_POLICY
