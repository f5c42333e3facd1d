"""Verifies records of pieces, written from docs/provenance.md alone. Prints a line for each record with its faults.

Usage: verify_record.py RECORD.json … Needs Debian's python3-cryptography.
"""

import base64
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PUBLISHING = ("publish", "publish_changes", "approve")
SIGNED = (*PUBLISHING, "submit")
BY_OWNER = ("create", "publish", "publish_changes", "submit", "withdraw", "reopen", "unpublish", "delete")


def array_bytes(values):
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


def digest(values):
    return hashlib.sha256(array_bytes(values)).hexdigest()


def from_base64url(text):
    found = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(found).decode().rstrip("=") != text:
        raise ValueError("not the canonical spelling")
    return found


def by_fields(by):
    return [by["kind"], by["name"], by["id"]]


def version_hash(piece_id, version):
    return digest(
        ["standfirst-version/1", piece_id, version["number"], version["saved_at"]]
        + by_fields(version["saved_by"])
        + [version["origin"], version["content_hash"], version["previous_hash"]]
    )


def entry_arrays(piece_id, entry, previous):
    end = [entry["declaration"], entry["machine_share"], previous]
    at = [entry["at"], entry["act"]]
    version = [entry["version"], entry["version_hash"]]
    by = by_fields(entry["by"])
    yield (
        ["standfirst-publication/2", piece_id, entry["number"], *at, entry["from"], entry["to"]]
        + by + version + [entry["headline"]] + end
    )
    yield ["standfirst-publication/1", piece_id, *at] + by + version + end


def is_signed(piece_id, entry, previous):
    try:
        key = Ed25519PublicKey.from_public_bytes(from_base64url(entry["signed_with"]))
        signature = from_base64url(entry["signature"])
    except (TypeError, ValueError):
        return False
    for values in entry_arrays(piece_id, entry, previous):
        try:
            key.verify(signature, array_bytes(values))
            return True
        except InvalidSignature:
            continue
    return False


def version_faults(record):
    piece, versions = record["piece"], record["versions"]
    named = {entry["version"] for entry in record["moves"]}
    named |= {note["version"] for note in record["notes"]}
    named |= {proposal["base_version"] for proposal in record["proposals"]}
    before = None
    for version in versions:
        name = f"version {version['number']}"
        if version_hash(piece["id"], version) != version["hash"]:
            yield f"{name}: hash"
        if version["previous_hash"] != before:
            yield f"{name}: previous hash"
        if version["state"] == "pruned" and (version["origin"] != "autosaved" or version["number"] in named):
            yield f"{name}: pruned"
        before = version["hash"]
    if not versions or versions[-1]["number"] != piece["working_version"]:
        yield "last version"


def log_faults(record):
    piece, moves = record["piece"], record["moves"]
    hashes = {version["number"]: version["hash"] for version in record["versions"]}
    state, previous = None, None
    for at, entry in enumerate(moves, 1):
        name = f"entry {entry['number']}"
        if entry["number"] != at:
            yield f"{name}: number"
        if entry["from"] != state:
            yield f"{name}: state"
        if any(entry[field] is not None for field in ("version_hash", "declaration", "signature")):
            if entry["version_hash"] != hashes.get(entry["version"]):
                yield f"{name}: version"
            if not is_signed(piece["id"], entry, previous):
                yield f"{name}: signature"
        elif entry["act"] in SIGNED and previous is not None:
            yield f"{name}: not signed"
        by = entry["by"]
        if entry["act"] in BY_OWNER and by["kind"] == "writer":
            if by["id"] != piece["author_id"] and by["name"] not in piece["author_names"]:
                yield f"{name}: author"
        state, previous = entry["to"], entry["signature"] or previous
    if state != piece["status"]:
        yield "status"
    if piece["author"] not in piece["author_names"]:
        yield "author"


def publication_faults(record):
    piece, public, moves = record["piece"], record["publication"], record["moves"]
    imported = any(entry["act"] == "import" for entry in moves)
    made = [entry for entry in moves if entry["act"] in PUBLISHING and entry["to"] == "approved"]
    if public and (piece["status"] != "approved" or public["differs"] or public["author_id"] != piece["author_id"]):
        yield "publication"
    if not made and not imported and (public or piece["status"] == "approved"):
        yield "no entry of the publication"
    if made and piece["status"] == "approved":
        last = made[-1]
        if piece["live_version"] != last["version"]:
            yield "live version"
        if last["headline"] is not None and piece["working_version"] == last["version"]:
            if piece["headline"] != last["headline"]:
                yield "headline"
        if public:
            if public["version"] != last["version"] or public["modified_at"] != last["at"]:
                yield "publication: version or time"
            if last["headline"] is not None and public["headline"] != last["headline"]:
                yield "publication: headline"
            if not imported and public["published_at"] != made[0]["at"]:
                yield "publication: first time"
    told = piece["provenance"]
    if public and public["provenance"] != told:
        yield "provenance of the publication"
    declared = [entry for entry in moves if entry["declaration"] is not None]
    if not declared:
        if told is not None and not imported:
            yield "provenance"
        return
    last = declared[-1]
    if told is None or any(
        told.get(field) != last[source]
        for field, source in (
            ("declaration", "declaration"),
            ("declared_at", "at"),
            ("versions", "version"),
            ("version_hash", "version_hash"),
        )
    ):
        yield "provenance"
    elif last["declaration"] != "human" and told.get("machine_share") != last["machine_share"]:
        yield "provenance: share"


def faults(record):
    return [*version_faults(record), *log_faults(record), *publication_faults(record)]


if __name__ == "__main__":
    is_intact = True
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            found = faults(json.load(file))
        print("; ".join(found) or "intact")
        is_intact = is_intact and not found
    sys.exit(0 if is_intact else 1)
