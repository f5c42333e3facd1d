// Values that a schema may let through and a database may not: refused by line and field, on both.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exportText } from '../support/archive/archives.ts';
import { move, problemsOf, version } from '../support/archive/imports.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';

const NUL = 'a\u0000b';
const SPLIT = 'a\uD800b';
const since = '2026-01-01T00:00:00.000Z';

interface Case {
  what: string;
  line: object;
  field: string;
}

const REFUSED: Case[] = [
  ...[NUL, SPLIT]
    .flatMap((bad): Case[] => [
      {
        what: 'an email address',
        line: author('bo', { email: `${bad}@press.example` }),
        field: 'email',
      },
      {
        what: "a version's writer",
        line: piece('ada', { versions: [version({ saved_by: { kind: 'key', name: bad } })] }),
        field: 'versions[0].saved_by.name',
      },
      {
        what: "a version's writer's id",
        line: piece('ada', {
          versions: [version({ saved_by: { kind: 'key', name: '', id: bad } })],
        }),
        field: 'versions[0].saved_by.id',
      },
      {
        what: 'who moved it',
        line: piece('ada', { moves: [move({ by: { kind: 'admin', name: bad } })] }),
        field: 'moves[0].by.name',
      },
      {
        what: 'an act',
        line: piece('ada', { moves: [move({ act: bad })] }),
        field: 'moves[0].act',
      },
      {
        what: 'a session',
        line: piece('ada', { moves: [move({ session: bad })] }),
        field: 'moves[0].session',
      },
      {
        what: 'a note',
        line: piece('ada', { moves: [move({ note: bad })] }),
        field: 'moves[0].note',
      },
      {
        what: 'a payment address',
        line: product('ada', { payment_url: `https://pay.example/${bad}` }),
        field: 'payment_url',
      },
    ])
    .map((each, at) => ({
      ...each,
      what: `${at < 8 ? 'a NUL' : 'half a surrogate pair'} in ${each.what}`,
    })),
  {
    what: "a version's number beyond an integer",
    line: piece('ada', { versions: [version({ number: 3_000_000_000 })] }),
    field: 'versions[0].number',
  },
  {
    what: "a move's version beyond an integer",
    line: piece('ada', { moves: [move({ version: 3_000_000_000 })] }),
    field: 'moves[0].version',
  },
  {
    what: 'an old slug that isn’t a valid slug',
    line: author('bo', { slugs: [{ slug: 'Not A Slug', since }] }),
    field: 'slugs[0].slug',
  },
  {
    what: 'an old slug that is reserved',
    line: author('bo', { slugs: [{ slug: 'search', since }] }),
    field: 'slug',
  },
  {
    what: 'a day that does not exist',
    line: piece('ada', { published_at: '2026-02-30T00:00:00Z' }),
    field: 'published_at',
  },
  {
    what: 'a time whose UTC is past the year 9999',
    line: piece('ada', { published_at: '9999-12-31T23:59:59-12:00' }),
    field: 'published_at',
  },
  {
    what: 'a time whose UTC is before the year 0',
    line: piece('ada', { created_at: '0000-01-01T00:00:00+12:00' }),
    field: 'created_at',
  },
];

for (const kind of DATABASES) {
  describe(`awkward values on ${kind}`, () => {
    test('are each refused by line and field', async () => {
      const context = await contextAt(await freshPlace(kind));
      await importLines(context, [author('ada')]);
      const answers: { [what: string]: string } = {};
      for (const { what, line } of REFUSED) {
        const problems = problemsOf(context, [piece('ada'), line]);
        answers[what] = await problems.then(String, (error: Error) => `fault: ${error.message}`);
      }
      const expected = REFUSED.map(({ what, field }) => [what, `2: ${field}`]);
      assert.deepEqual(answers, Object.fromEntries(expected));
      assert.equal(await context.store.publications.count(), 0);
    });

    test('an author who names an old slug twice is refused', async () => {
      const context = await contextAt(await freshPlace(kind));
      const twice = author('ada', {
        slugs: [
          { slug: 'was-ada', since },
          { slug: 'was-ada', since },
        ],
      });
      const problems = await problemsOf(context, [twice]);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', /^1: slugs?/);
    });

    test('times in other zones and of any precision are kept as UTC with milliseconds', async () => {
      const context = await contextAt(await freshPlace(kind));
      const line = piece('ada', {
        ...{ created_at: '2026-01-01T00:30:00+01:00', updated_at: '2026-01-01t00:00:00.1234567z' },
        published_at: '2025-12-31T23:59:59-00:30',
      });
      assert.deepEqual(await problemsOf(context, [author('ada'), line]), []);
      const text = await exportText(context);
      assert.match(text, /"created_at":"2025-12-31T23:30:00.000Z"/);
      assert.match(text, /"updated_at":"2026-01-01T00:00:00.123Z"/);
      assert.match(text, /"published_at":"2026-01-01T00:29:59.000Z"/);
    });

    test('line ends in every version become LF', async () => {
      const context = await contextAt(await freshPlace(kind));
      const body_md = 'one\r\ntwo\rthree\nfour';
      const line = piece('ada', { body_md, versions: [version({ body_md })] });
      assert.deepEqual(await problemsOf(context, [author('ada'), line]), []);
      const [, text = ''] = (await exportText(context)).split('\n');
      const { versions } = JSON.parse(text);
      assert.deepEqual(
        versions.map((each: { body_md: string }) => each.body_md),
        ['one\ntwo\nthree\nfour'],
      );
    });
  });
}
