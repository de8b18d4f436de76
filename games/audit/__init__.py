"""Proof: the transparency log, evidence, the continuous audit, the auditor's desk."""
