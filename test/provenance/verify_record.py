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


def erasure_array(piece_id, entry, previous):
    return [
        "standfirst-erasure/1", piece_id, entry["number"], entry["at"], entry["from"], entry["to"],
        entry["version"], entry["version_hash"], entry.get("erased_hash", ""), previous,
    ]


def last_erasure(record):
    erasures = [entry for entry in record["moves"] if entry["act"] == "erase"]
    return erasures[-1] if erasures else None


def is_nameless(by):
    return by["name"] == "erased" and by["id"] is None


def is_erased_version(record, version):
    erasure = last_erasure(record)
    return bool(erasure) and version["number"] <= erasure["version"] and is_nameless(version["saved_by"])


def is_erased_entry(record, entry):
    erasure = last_erasure(record)
    return bool(erasure) and entry["number"] < erasure["number"] and is_nameless(entry["by"])


def erased_hash(record, erasure):
    versions = [
        [version["number"], version["saved_at"], *by_fields(version["saved_by"])]
        + [version[field] for field in ("origin", "content_hash", "previous_hash", "hash")]
        for version in record["versions"]
        if version["number"] <= erasure["version"]
    ]
    entries = [
        [entry[field] for field in ("number", "at", "act", "from", "to")]
        + by_fields(entry["by"])
        + [entry[field] for field in ("version", "version_hash", "headline", "declaration", "machine_share")]
        + [entry["signed_with"], entry["signature"], entry.get("erased_hash")]
        for entry in record["moves"]
        if entry["number"] < erasure["number"]
    ]
    return digest(["standfirst-erased/1", versions, entries])


def erasure_faults(record, entry, previous):
    name = f"entry {entry['number']}"
    if not is_signed(entry, [erasure_array(record["piece"]["id"], entry, previous)]):
        yield f"{name}: signature"
    elif entry is last_erasure(record) and erased_hash(record, entry) != entry.get("erased_hash"):
        yield f"{name}: erased hash"


def is_signed(entry, arrays):
    try:
        key = Ed25519PublicKey.from_public_bytes(from_base64url(entry["signed_with"]))
        signature = from_base64url(entry["signature"])
    except (TypeError, ValueError):
        return False
    for values in arrays:
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
        erased = is_erased_version(record, version)
        if not erased and version_hash(piece["id"], version) != version["hash"]:
            yield f"{name}: hash"
        if version["previous_hash"] != before:
            yield f"{name}: previous hash"
        if not erased and version["state"] == "pruned" and (version["origin"] != "autosaved" or version["number"] in named):
            yield f"{name}: pruned"
        before = version["hash"]
    left = [each for each in versions if each["state"] == "stored" or not is_erased_version(record, each)]
    if left and left[-1]["number"] != piece["working_version"] or not versions:
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
        if entry["act"] == "erase":
            yield from erasure_faults(record, entry, previous)
        elif any(entry[field] is not None for field in ("version_hash", "declaration", "signature")):
            if entry["version_hash"] != hashes.get(entry["version"]):
                yield f"{name}: version"
            is_valid = is_erased_entry(record, entry) or is_signed(entry, entry_arrays(piece["id"], entry, previous))
            if "erased_hash" in entry or not is_valid:
                yield f"{name}: signature"
        elif entry["act"] in SIGNED and previous is not None:
            yield f"{name}: not signed"
        by = entry["by"]
        if entry["act"] in BY_OWNER and by["kind"] == "writer" and not is_erased_entry(record, entry):
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
