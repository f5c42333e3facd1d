// The example of docs/provenance.md: every value is computed again from the page, by the service and by others' code.

import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { faultsIn, recordFrom } from '../../src/operations/provenance/verify-record.ts';
import type { RecordFile } from '../../src/schemas/provenance/record-file.ts';
import { chainedHash, contentHash } from '../../src/store/pieces/version-hash.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { startEditing } from '../support/desk/editing.ts';
import { skip, verdictsByPython } from '../support/python-verifier.ts';

const page = readFileSync(new URL('../../docs/provenance.md', import.meta.url), 'utf8');

/** The text between the fences of a block with this name. */
function block(name: string): string {
  const [, text] = new RegExp(`^\`\`\`\\w+ ${name}\\n(.*?)\\n\`\`\`$`, 'ms').exec(page) ?? [];
  assert.ok(text, `the page has no block “${name}”`);
  return text;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const record = recordFrom(JSON.parse(block('record')));
const [, version] = record.versions;
const entry = record.moves.at(-1);
assert.ok(version && entry);

/** The record with one value replaced. */
type Change = (file: RecordFile) => void;

const CHANGES: readonly Change[] = [
  (file) => Object.assign(file.piece, { headline: 'Mine' }),
  (file) => Object.assign(file.piece, { author: 'eve' }),
  (file) => Object.assign(file.piece, { status: 'draft' }),
  (file) => Object.assign(file.piece, { live_version: 1 }),
  (file) => Object.assign(file.piece, { working_version: 3 }),
  (file) => Object.assign(file.piece, { provenance: null }),
  (file) => Object.assign(file.publication ?? {}, { headline: 'Mine' }),
  (file) => Object.assign(file.publication ?? {}, { differs: ['text'] }),
  (file) => Object.assign(file.publication ?? {}, { version: 1 }),
  (file) => Object.assign(file.publication ?? {}, { modified_at: file.made_at }),
  (file) => Object.assign(file.publication ?? {}, { published_at: file.made_at }),
  (file) => Object.assign(file.publication ?? {}, { author_id: 'another' }),
  (file) => file.moves.pop(),
  (file) => file.moves.shift(),
  (file) => file.moves.splice(0),
  (file) => file.versions.pop(),
  (file) => file.versions.shift(),
  ...['at', 'act', 'from', 'to', 'declaration', 'headline', 'version_hash', 'signed_with'].map(
    (field): Change =>
      (file) =>
        Object.assign(file.moves[1] ?? {}, { [field]: 'x' }),
  ),
  ...['saved_at', 'origin', 'content_hash', 'previous_hash', 'hash'].map(
    (field): Change =>
      (file) =>
        Object.assign(file.versions[1] ?? {}, { [field]: 'x' }),
  ),
];

describe('the example of docs/provenance.md', () => {
  test('the arrays have the hashes and the signature of the record', () => {
    assert.equal(sha256(block('content')), version.content_hash);
    assert.equal(block('content-hash'), version.content_hash);
    assert.equal(sha256(block('version')), version.hash);
    assert.equal(block('version-hash'), version.hash);
    assert.equal(block('signature'), entry.signature);
    assert.equal(block('key'), entry.signed_with);
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: block('key') };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const signature = Buffer.from(block('signature'), 'base64url');
    assert.ok(verify(null, Buffer.from(block('entry')), key, signature));
  });

  test('the service makes the same hashes from the same values, and finds the record intact', () => {
    const [, ...content] = JSON.parse(block('content'));
    const fields = Object.fromEntries(
      content.flatMap((name: string, at: number) => (at % 2 ? [] : [[name, content[at + 1]]])),
    );
    assert.equal(contentHash(Object({ image: null, ...fields })), version.content_hash);
    const [, piece_id, number, saved_at, ...rest] = JSON.parse(block('version'));
    const [saved_by_kind, saved_by_name, saved_by_id, origin, hash, previous] = rest;
    const facts = { piece_id, number, saved_at, saved_by_kind, saved_by_name, saved_by_id, origin };
    assert.equal(chainedHash(facts, hash, previous), version.hash);
    assert.deepEqual(faultsIn(record), []);
  });

  test('another program, written from the page, finds it intact and each change', { skip }, () => {
    const changed = CHANGES.map((change) => {
      const file = structuredClone(record);
      change(file);
      return file;
    });
    const [unchanged, ...verdicts] = verdictsByPython([record, ...changed]);
    assert.equal(unchanged, 'intact');
    assert.equal(verdicts.length, CHANGES.length);
    for (const [at, file] of changed.entries()) {
      assert.notEqual(verdicts[at], 'intact', String(CHANGES[at]));
      assert.notDeepEqual(faultsIn(file), [], String(CHANGES[at]));
    }
  });

  test('that program verifies a record of the service', { skip }, async () => {
    const { writer, drafted, save } = await startEditing('sqlite');
    const at = await drafted({ headline: 'Ölpreis “€” / \u2028\t🌊', body_md: 'Die Flut.' });
    leadsTo(await writer.submit(`${at}/publish`, { version: '1', declaration: 'machine' }));
    await save(at, 1, { headline: 'Ebbe \\ "Flut"', body_md: 'Die Flut, die Ebbe.' });
    leadsTo(await writer.submit(`${at}/publish`, { version: '2', declaration: 'assisted' }));
    leadsTo(await writer.submit(`${at}/unpublish`, {}));
    leadsTo(await writer.submit(`${at}/publish`, { version: '2', declaration: 'assisted' }));
    const made = recordFrom(JSON.parse((await writer.open(`${at}/record.json`)).body));
    assert.equal(made.moves.length, 5);
    assert.deepEqual(faultsIn(made), []);
    assert.deepEqual(verdictsByPython([made]), ['intact']);
  });
});
