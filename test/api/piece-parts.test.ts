// A piece in one format and in parts, by REST and as a tool: the parts put together are the whole.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { author, piece } from '../support/archive/records.ts';
import { SQLITE_OR_BOTH } from '../support/databases/databases.ts';
import { isFull } from '../support/full.ts';
import { at, type Json, type JsonObject, listAt } from '../support/json.ts';
import { startService } from '../support/service.ts';
import { rounds } from '../support/soak.ts';
import { callTool } from '../support/tool-messages.ts';

const LONG = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const DRAFT = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000002';

const PARAGRAPH =
  'Steam **moves** the [engine](https://engines.example/?a=1&b=2), 👩‍👩‍👧 and “looms” too. 橋は濡れていた。 ';
const BODY = [
  '## One',
  PARAGRAPH.repeat(9),
  '- a list\n- of [two](/author/ada)\n\n  with a paragraph',
  '```ts\nconst a = 1 < 2 && 3;\n```',
  'x'.repeat(700),
  PARAGRAPH.repeat(3),
].join('\n\n');

const FORMATS = ['text', 'html', 'markdown'] as const;
const FIELDS = {
  text: 'content_text',
  html: 'content_html',
  markdown: 'content_markdown',
} as const;

const get = async (app: FastifyInstance, query: string, id = LONG) => {
  const {
    statusCode: status,
    headers,
    body,
  } = await app.inject(`/api/public/pieces/${id}${query}`);
  const json: Json = JSON.parse(body);
  return { status, headers, body, json };
};

/** All of a text, part by part, as a program reads it that does what it is told. */
async function walk(ask: (given: JsonObject) => Promise<Json | undefined>, given: JsonObject) {
  const parts: string[] = [];
  for (let offset: Json | undefined = 0; offset !== null; ) {
    const answer: Json | undefined = await ask({ ...given, offset: offset ?? null });
    const format = at(answer, 'part', 'format');
    const field = FIELDS[FORMATS.find((each) => each === format) ?? 'text'];
    const text = String(at(answer, 'piece', field));
    parts.push(text);
    assert.equal(at(answer, 'part', 'offset'), offset);
    assert.equal(at(answer, 'part', 'characters'), [...text].length);
    assert.ok([...text].length <= Number(given['max_characters']), text);
    const next = at(answer, 'part', 'next_offset');
    if (next === null) assert.equal(at(answer, 'part', 'rest'), null);
    else assert.match(String(at(answer, 'part', 'rest')), new RegExp(`offset ${next}\\b`));
    assert.ok(next === null || Number(next) > Number(offset));
    offset = next;
  }
  return parts;
}

const queryOf = (given: JsonObject) =>
  `?${new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))}`;

const REFUSED: [query: string, field: string, reason: RegExp][] = [
  ['?format=pdf', 'format', /^Expected one of both, text, html, markdown, got "pdf"\.$/],
  ['?format=', 'format', /^Expected one of both/],
  ['?format=text&format=html', 'format', /^Expected one of both/],
  ['?offset=-1', 'offset', /^Expected an integer from 0 to /],
  ['?offset=1.5', 'offset', /^Expected an integer from 0 to /],
  ['?max_characters=0', 'max_characters', /^Expected an integer from 1 to /],
  ['?max_characters=many', 'max_characters', /^Expected an integer from 1 to /],
];

for (const kind of SQLITE_OR_BOTH) {
  describe(`a piece in parts, on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    await add(
      author('ada'),
      piece('ada', { id: LONG, headline: 'A bridge', body_md: BODY }),
      piece('ada', { id: DRAFT, body_md: 'A secret.', status: 'draft', published_at: undefined }),
    );
    const whole = await get(app, '');
    const all = (field: string) => String(at(whole.json, 'piece', field));
    const texts = { text: all('content_text'), html: all('content_html'), markdown: BODY };

    test('without any of it, or with all that changes nothing, is what it always was', async () => {
      assert.equal(at(whole.json, 'part'), undefined);
      assert.equal(at(whole.json, 'piece', 'content_markdown'), undefined);
      for (const query of ['?format=both', '?offset=0', '?format=both&offset=0']) {
        const { body, headers } = await get(app, query);
        assert.equal(body, whole.body, query);
        assert.equal(headers['etag'], whole.headers['etag'], query);
      }
      const { body } = await callTool(app, 'get_piece', {
        ...{ id: LONG, format: 'both', offset: 0, max_characters: null },
      });
      assert.deepEqual(at(body, 'result', 'structuredContent'), whole.json);
    });

    for (const format of FORMATS) {
      test(`as ${format} has that alone, and is shorter`, async () => {
        const { json, body } = await get(app, `?format=${format}`);
        const none = { content_html: null, content_text: '' };
        assert.deepEqual(at(json, 'piece'), {
          ...Object(at(whole.json, 'piece')),
          ...none,
          [FIELDS[format]]: texts[format],
        });
        const length = [...texts[format]].length;
        assert.deepEqual(at(json, 'part'), {
          ...{ format, offset: 0, characters: length, total_characters: length },
          ...{ next_offset: null, rest: null },
        });
        assert.ok(body.length < whole.body.length);
        const told = await callTool(app, 'get_piece', { id: LONG, format });
        assert.deepEqual(at(told.body, 'result', 'structuredContent'), json);
      });

      test(`the parts of its ${format} are all of it, by REST and as a tool`, async () => {
        const byRest = async (given: JsonObject) => (await get(app, queryOf(given))).json;
        const asTool = async (given: JsonObject) => {
          const { body } = await callTool(app, 'get_piece', { id: LONG, ...given });
          return at(body, 'result', 'structuredContent');
        };
        await fc.assert(
          fc.asyncProperty(fc.integer({ min: 50, max: 4000 }), async (max_characters) => {
            const parts = await walk(byRest, { format, max_characters });
            assert.equal(parts.join(''), texts[format]);
            assert.deepEqual(await walk(asTool, { format, max_characters }), parts);
          }),
          { numRuns: isFull ? rounds(8, 200) : 3, examples: [[50], [700]] },
        );
      });
    }

    test('a part of no format is of its text', async () => {
      const { json } = await get(app, '?max_characters=100');
      assert.equal(at(json, 'part', 'format'), 'text');
      assert.equal(at(json, 'piece', 'content_html'), null);
      assert.ok(texts.text.startsWith(String(at(json, 'piece', 'content_text'))));
      // Two texts have no part in common.
      assert.deepEqual((await get(app, '?format=both&max_characters=100')).json, json);
      const end = [...texts.text].length;
      const { json: last } = await get(app, `?offset=${end}`);
      assert.deepEqual(
        [at(last, 'piece', 'content_text'), at(last, 'part', 'next_offset')],
        ['', null],
      );
      const { json: beyond } = await get(app, `?format=text&offset=${end + 1}`);
      assert.deepEqual(at(beyond, 'part'), {
        ...{ format: 'text', offset: end + 1, characters: 0, total_characters: end },
        next_offset: null,
        rest: `There is no text at offset ${end + 1}: the text has ${end} characters.`,
      });
    });

    test('what is refused says why, and a tool says the same', async () => {
      for (const [query, field, reason] of REFUSED) {
        const { status, json } = await get(app, query);
        assert.equal(status, 400, query);
        const [error, ...others] = listAt(json, 'errors');
        assert.deepEqual([at(error, 'field'), others], [field, []], query);
        assert.match(String(at(error, 'reason')), reason, query);
      }
      const { body } = await callTool(app, 'get_piece', { id: LONG, maxCharacters: 9 });
      const [told] = listAt(body, 'result', 'content');
      assert.match(String(at(told, 'text')), /^maxCharacters: .* did you mean max_characters\?/);
    });

    test('nothing that is not published is in any of them', async () => {
      for (const format of FORMATS) {
        const { status, body } = await get(app, `?format=${format}&max_characters=9`, DRAFT);
        assert.equal(status, 404);
        assert.doesNotMatch(body, /secret/);
      }
    });

    test('each has its own ETag, and is another as soon as the piece is', async () => {
      const queries = [
        '',
        ...FORMATS.flatMap((each) => [`?format=${each}`, `?format=${each}&max_characters=60`]),
      ];
      const tags = await Promise.all(
        queries.map(async (each) => (await get(app, each)).headers['etag']),
      );
      assert.equal(new Set(tags).size, queries.length);
      const url = `/api/public/pieces/${LONG}?format=markdown`;
      const held = { 'if-none-match': String(tags[queries.indexOf('?format=markdown')]) };
      assert.equal((await app.inject({ url, headers: held })).statusCode, 304);
    });
  });
}
