// Export, import into an empty database, export again: the same bytes, on and across both databases.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { seed } from '../../src/commands/demo/seed.ts';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { archive, exportText } from '../support/archive/archives.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, type DatabaseKind, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { isFull } from '../support/full.ts';
import { rounds } from '../support/soak.ts';

/** The archive after an import and export on a database of this kind. */
async function passedThrough(kind: DatabaseKind, text: string): Promise<string> {
  const context = await contextAt(await freshPlace(kind));
  await importArchive(context, text.split('\n'));
  await context.store.checkSearchIndex();
  return exportText(context);
}

interface Line {
  [field: string]: unknown;
}

const parsed = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** An import makes the hashes of versions that came without. */
const withoutHashes = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) =>
        typeof each === 'object' && each !== null
          ? Object.fromEntries(
              Object.entries(each).filter(([name]) => !/^(previous_)?hash$/.test(name)),
            )
          : each,
      )
    : value;

/** A piece without a cover has no field for it. */
const withoutEmptyCovers = (line: Line): Line =>
  JSON.parse(JSON.stringify(line), (name, value) =>
    name === 'image' && value === null ? undefined : value,
  );

/** Everything that was given is there, field by field. */
function assertHolds(text: string, given: Line[]): void {
  const byId = new Map(parsed(text).map((line) => [`${line['type']}/${line['id']}`, line]));
  assert.equal(byId.size, given.length);
  for (const line of given.map(withoutEmptyCovers)) {
    const found = byId.get(`${line['type']}/${line['id']}`) ?? {};
    const same = Object.fromEntries(
      Object.keys(line).map((field) => [field, withoutHashes(found[field])]),
    );
    assert.deepEqual(same, line);
  }
}

describe('an archive comes back as it went', () => {
  test('the demo, through both databases', async () => {
    const context = await contextAt(await freshPlace('sqlite'));
    await seed(context);
    const first = await exportText(context);
    assert.ok(parsed(first).length > 100);
    const second = await passedThrough('postgres', first);
    assert.equal(second, first);
    assert.equal(await passedThrough('sqlite', second), first);
  });

  test('generated ones, through both databases and back', async () => {
    await fc.assert(
      fc.asyncProperty(archive({ authors: 6, pieces: 25, products: 8 }), async (lines) => {
        const given = lines.map((line) => JSON.stringify(line)).join('\n');
        const first = await passedThrough('sqlite', given);
        assertHolds(first, parsed(given));
        for (const kind of ['postgres', 'sqlite', 'postgres'] as const) {
          assert.equal(await passedThrough(kind, first), first);
        }
      }),
      { numRuns: rounds(isFull ? 3 : 1, 40), endOnFailure: true },
    );
  });

  test('one that is longer than any page of the export', {
    skip: !isFull && 'in full runs',
  }, async () => {
    const [lines = []] = fc.sample(archive({ authors: 203, pieces: 440, products: 203 }), {
      numRuns: 1,
      seed: 7,
    });
    const given = lines.map((line) => JSON.stringify(line)).join('\n');
    const first = await passedThrough('sqlite', given);
    assertHolds(first, parsed(given));
    assert.equal(await passedThrough('postgres', first), first);
  });
});

for (const kind of DATABASES) {
  describe(`exports on ${kind}`, () => {
    test('of one writer hold that writer alone, and come back as they went', async () => {
      const context = await contextAt(await freshPlace(kind));
      await importLines(context, [
        ...[author('ada', { email: 'ada@press.example' }), author('bo')],
        ...[piece('ada', { headline: 'Of Ada' }), piece('bo', { headline: 'Of Bo' })],
        piece('ada', { headline: 'A draft of Ada', status: 'draft', published_at: undefined }),
        ...['ada', 'bo'].map((seller) => ({
          ...{ type: 'product', seller, name: `By ${seller}`, category: 'book' },
          ...{ price: { amount: 1, currency: 'EUR' }, payment_url: 'https://pay.example' },
        })),
      ]);
      const text = await exportText(context, 'ada');
      assert.deepEqual(
        parsed(text).map(({ type, headline, name }) => [type, headline ?? name]),
        [
          ['author', 'ada'],
          ['piece', 'Of Ada'],
          ['piece', 'A draft of Ada'],
          ['product', 'By ada'],
        ],
      );
      assert.equal(await passedThrough(kind, text), text);
      await assert.rejects(exportText(context, 'nobody'), /There is no writer .* nobody/);
    });

    test('hold what is hidden from the public', async () => {
      const context = await contextAt(await freshPlace(kind));
      await importLines(context, [author('ada'), piece('ada', { headline: 'Of Ada' })]);
      await suspendWriter(context, 'ada');
      const text = await exportText(context);
      assert.deepEqual(
        parsed(text).map(({ type, suspended_at, status }) => [type, suspended_at ?? status]),
        [
          ['author', '2026-06-15T12:00:00.000Z'],
          ['piece', 'approved'],
        ],
      );
      const other = await contextAt(await freshPlace(kind));
      await importArchive(other, text.split('\n'));
      assert.equal(await exportText(other), text);
      assert.equal(await other.store.publications.count(), 0);
      assert.equal(await other.store.authors.publicBySlug('ada'), undefined);
    });
  });
}
