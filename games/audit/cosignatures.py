"""What witnesses say of our checkpoints. Only those are heard whose key the operator has taken in
(`manage.py add_witness`); everybody may read what they said."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone

from games.audit.models import Checkpoint, Cosignature, Witness
from games.problems import Problem
from rules.notes import BadNote, Note, read_note, read_signature, read_verifier

AHEAD = timedelta(minutes=5)  # how far a witness's clock may run before ours


def witnessed(checkpoint: Checkpoint) -> Note:
    """The checkpoint with every cosignature under it."""
    note = read_note(checkpoint.note)
    lines = checkpoint.cosignatures.order_by("cosigned_at").values_list("line", flat=True)
    return note._replace(signatures=(*note.signatures, *map(read_signature, lines)))


def newest_witnessed() -> Checkpoint | None:
    return Checkpoint.objects.exclude(cosignatures=None).order_by("-size").first()


def accept(size: int, line: str) -> Cosignature:
    """Takes a cosignature of the checkpoint of that size; the same again is no harm."""
    checkpoint = Checkpoint.objects.filter(size=size).first()
    if checkpoint is None:
        raise Problem(404, "no-such-checkpoint", f"No checkpoint has the size {size}.")
    try:
        signature = read_signature(line)
        text = read_note(checkpoint.note).text
    except BadNote as wrong:
        raise Problem(400, "malformed", str(wrong)) from None
    for witness in Witness.objects.all():
        verifier = read_verifier(witness.verifier)
        if (verifier.name, verifier.key_id) == (signature.name, signature.key_id):
            break
    else:
        raise Problem(403, "unknown-witness", f"{signature.name} is not one of our witnesses.")
    if not verifier.has_signed(text, signature.signature):
        raise Problem(422, "wrong-signature", "The cosignature does not fit this checkpoint.")
    at = datetime.fromtimestamp(int.from_bytes(signature.signature[:8]), UTC)
    if at > timezone.now() + AHEAD:
        raise Problem(422, "from-the-future", "The cosignature is of a time that is yet to come.")
    cosignature, _ = Cosignature.objects.get_or_create(
        checkpoint=checkpoint,
        witness=witness,
        defaults={"line": str(signature), "cosigned_at": at},
    )
    return cosignature
