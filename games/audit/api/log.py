"""Questions about the transparency log: proofs, keys, and where to hand in a cosignature."""

from base64 import b64encode
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.audit import cosignatures, transparency
from games.audit.models import Checkpoint, LogKey
from games.problems import BODY, Problem, refusals
from games.requests import checked
from games.tables.api.games import number_of, place_of
from games.tables.models import GameEvent
from rules import log_entries

LARGEST = 10**9 - 1


class CheckpointSchema(serializers.Serializer[Any]):
    size = serializers.IntegerField()
    root_hash = serializers.CharField(help_text="In base64, as in the note.")
    signed_at = serializers.DateTimeField()
    note = serializers.CharField(help_text="The signed checkpoint, with all cosignatures.")


class KeySchema(serializers.Serializer[Any]):
    verifier = serializers.CharField(help_text="name+hash+key")
    published_at = serializers.DateTimeField()
    signs_until = serializers.DateTimeField(allow_null=True)


class LogSchema(serializers.Serializer[Any]):
    newest = CheckpointSchema(allow_null=True)
    newest_witnessed = CheckpointSchema(allow_null=True)
    keys = KeySchema(many=True)


class ProofSchema(serializers.Serializer[Any]):
    checkpoint = CheckpointSchema()
    proof = serializers.ListField(child=serializers.CharField(), help_text="Hashes in base64.")


class InclusionSchema(ProofSchema):
    index = serializers.IntegerField()
    entry = serializers.CharField(help_text="The leaf, in base64.")


class CosignatureSchema(serializers.Serializer[Any]):
    size = serializers.IntegerField(min_value=0, max_value=LARGEST)
    line = serializers.CharField(max_length=400, help_text="— name signature")


def checkpoint_json(checkpoint: Checkpoint) -> dict[str, Any]:
    return {
        "size": checkpoint.size,
        "root_hash": b64encode(bytes(checkpoint.root)).decode(),
        "signed_at": checkpoint.signed_at,
        "note": str(cosignatures.witnessed(checkpoint)),
    }


def proof_json(proof: list[bytes]) -> list[str]:
    return [b64encode(one).decode() for one in proof]


def newest() -> Checkpoint:
    checkpoint = transparency.newest_checkpoint()
    if checkpoint is None:
        raise Problem(404, "empty-log", "The log has nothing in it yet.")
    return checkpoint


class LogView(APIView):
    @extend_schema(
        operation_id="look_at_log",
        description="How far the transparency log is, who has witnessed it, and its public keys.",
        responses={200: LogSchema} | refusals(),
    )
    def get(self, request: Request) -> Response:
        last, seen = transparency.newest_checkpoint(), cosignatures.newest_witnessed()
        body = {
            "newest": checkpoint_json(last) if last else None,
            "newest_witnessed": checkpoint_json(seen) if seen else None,
            "keys": LogKey.objects.order_by("-published_at").values(),
        }
        return Response(LogSchema(body).data)


class ConsistencyView(APIView):
    @extend_schema(
        operation_id="prove_consistency",
        description="The proof (RFC 6962, 2.1.2) that the log only grew from a size to another.",
        parameters=[
            OpenApiParameter("old", int, required=True, description="The smaller size."),
            OpenApiParameter("size", int, description="The larger one; the newest, if left out."),
        ],
        responses={200: ProofSchema} | refusals(400, 404),
    )
    def get(self, request: Request) -> Response:
        size = number_of(request, "size", None, 0, LARGEST)
        checkpoint = newest() if size is None else Checkpoint.objects.filter(size=size).first()
        if checkpoint is None:
            raise Problem(404, "no-such-checkpoint", f"No checkpoint has the size {size}.")
        old = number_of(request, "old", None, 0, checkpoint.size)
        if old is None:
            raise Problem(400, "malformed", "old is a whole number: the size that you have seen.")
        proof = transparency.tree(checkpoint.size).consistency(old)
        return Response({"checkpoint": checkpoint_json(checkpoint), "proof": proof_json(proof)})


class InclusionView(APIView):
    @extend_schema(
        operation_id="prove_inclusion",
        description="The proof (RFC 6962, 2.1.1) that an event of a game is in the log.",
        parameters=[
            OpenApiParameter("seq", int, description="The event; the newest logged, if left out.")
        ],
        responses={200: InclusionSchema} | refusals(400, 404),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        place = place_of(request, game_id)
        checkpoint = newest()
        indexes = transparency.indexes_of(game_id, checkpoint.size)
        seq = number_of(request, "seq", max(indexes, default=1), 1, 2**31 - 1)
        if seq not in indexes or seq > place.seq:
            raise Problem(404, "not-logged", f"Event {seq} is not in the log, or not yet.")
        digest = GameEvent.objects.values_list("digest", flat=True).get(game_id=game_id, seq=seq)
        entry = log_entries.Entry(log_entries.game_key(game_id), seq, bytes.fromhex(digest))
        return Response(
            {
                "checkpoint": checkpoint_json(checkpoint),
                "index": indexes[seq],
                "entry": b64encode(log_entries.written(entry)).decode(),
                "proof": proof_json(transparency.tree(checkpoint.size).inclusion(indexes[seq])),
            }
        )


class CosignaturesView(APIView):
    @extend_schema(
        operation_id="hand_in_cosignature",
        description="A witness that we know has checked a checkpoint and signs it, too.",
        request=CosignatureSchema,
        responses={204: None} | refusals(*BODY, 404, 422),
    )
    def post(self, request: Request) -> Response:
        given = checked(CosignatureSchema, request.data)
        cosignatures.accept(given["size"], given["line"])
        return Response(status=204)
