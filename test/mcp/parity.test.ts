// Tools give the same answers and the same refusals as REST.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { TOOLS } from '../../src/surfaces/mcp/tools.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { at, type Json, type JsonObject, listAt } from '../support/json.ts';
import { routeUrlsOf } from '../support/openapi/route-list.ts';
import { startService } from '../support/service.ts';
import { rounds } from '../support/soak.ts';
import { callTool } from '../support/tool-messages.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const PRODUCT = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000009';

const id = fc.constantFrom(
  ID,
  ID.toUpperCase(),
  `https://press.example/pieces/${ID}`,
  'nothing',
  '',
);
const slug = fc.constantFrom('ada', 'bea', 'nobody', 'Ada', 'a b', 'é', '..%2f');
const category = fc.constantFrom<Json>('building', 'life', 'civic', 'nothing', '', 'BUILDING');
const limit = fc.oneof(fc.integer({ min: -2, max: 105 }), fc.constantFrom<Json>(1.5, 1e300, -0));
const query = fc.oneof(
  fc.constantFrom<Json>('bridge', 'BRIDGE', ' ', '', 'é', '%', '\u0000', 'a\nb', 'x'.repeat(201)),
  fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => text.isWellFormed()),
);

interface Mirror {
  tool: string;
  given: fc.Arbitrary<JsonObject>;
  path: (given: JsonObject) => string;
}

const filled = (template: string, name: string) => (given: JsonObject) =>
  template + encodeURIComponent(String(given[name]));

const asked = (path: string) => (given: JsonObject) => {
  const parameters = Object.entries(given).map(
    ([name, value]) => `${name === 'query' ? 'q' : name}=${encodeURIComponent(String(value))}`,
  );
  return `${path}?${parameters.join('&')}`;
};

const optional = { requiredKeys: [] };

/** Tools without an endpoint of REST. */
const ALONE = ['trending_pieces', 'search_products', 'get_product'];

const OF_AN_AUTHOR = '/api/public/authors/undefined/pieces';

const filters = {
  author: fc.constantFrom('ada', 'bea'),
  tag: fc.constantFrom('steel', 'other'),
  locale: fc.constantFrom('en', 'EN'),
  since: fc.constantFrom('2026-05-01', '2026-04-30T22:00:00Z'),
  until: fc.constantFrom('2026-05-01T00:00:00Z', '2026-05-01'),
};

const MIRRORS: Mirror[] = [
  {
    tool: 'search_authors',
    given: fc.record<JsonObject>({ query, limit }, optional),
    path: asked('/api/public/authors/search'),
  },
  {
    tool: 'get_author',
    given: fc.record<JsonObject>({ slug }),
    path: filled('/api/public/authors/', 'slug'),
  },
  {
    tool: 'recent_pieces',
    given: fc.record<JsonObject>({ category, limit, ...filters }, optional),
    path: asked('/api/public/pieces/recent'),
  },
  {
    tool: 'get_piece',
    given: fc.record<JsonObject>(
      {
        id: id.filter((each) => each !== ''),
        format: fc.constantFrom<Json>('both', 'text', 'html', 'markdown', 'pdf', ''),
        offset: fc.constantFrom<Json>(0, 1, 7, -1, 1.5, 500),
        max_characters: fc.constantFrom<Json>(1, 5, 100, 0),
      },
      { requiredKeys: ['id'] },
    ),
    path: ({ id: one, ...rest }) =>
      asked(filled('/api/public/pieces/', 'id')({ id: one ?? 'undefined' }))(rest),
  },
  {
    tool: 'search_pieces',
    given: fc.record<JsonObject>({ query, category, limit, ...filters }, optional),
    path: asked('/api/public/pieces/search'),
  },
];

/** The refused fields under the names that a tool uses. Numbers have other error texts. */
const refused = (errors: Json[]) =>
  errors.map((error) => {
    const field = String(at(error, 'field')).replace(/^q$/, 'query');
    return `${field}: ${String(at(error, 'reason')).replace(/got "(-?[\d.e+]+)"\.$/, 'got $1.')}`;
  });

for (const kind of DATABASES_IN_FULL) {
  describe(`the tools beside REST, on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    await add(
      author('ada', { name: 'Ada É', bio: 'Builds a bridge.' }),
      author('bea', { name: 'Bea' }),
      piece('ada', { id: ID, headline: 'A bridge', category: 'building', tags: ['steel'] }),
      piece('bea', { headline: 'Life', body_md: 'Over the BRIDGE, 100 %.', category: 'life' }),
      product('ada', { id: PRODUCT, name: 'A book of bridges' }),
    );

    for (const { tool, given, path } of MIRRORS) {
      test(`${tool} is the same`, async () => {
        const seen = new Set<number>();
        await fc.assert(
          fc.asyncProperty(given, async (values) => {
            const rest = await app.inject(path(values));
            const body: Json = rest.json();
            const { status, body: answer } = await callTool(app, tool, values);
            assert.equal(status, 200);
            seen.add(rest.statusCode);
            const result = at(answer, 'result');
            if (rest.statusCode === 200) {
              assert.deepEqual(at(result, 'structuredContent'), body);
              const [text] = listAt(result, 'content');
              assert.deepEqual(JSON.parse(String(at(text, 'text'))), body);
            } else if (rest.statusCode === 404) {
              assert.equal(at(result, 'isError'), true, path(values));
              assert.equal(at(listAt(result, 'content')[0], 'text'), at(body, 'reason'));
            } else {
              assert.equal(at(result, 'isError'), true, path(values));
              const told = String(at(listAt(result, 'content')[0], 'text'));
              for (const reason of refused(listAt(body, 'errors'))) {
                assert.ok(told.includes(reason), `${told}\n${reason}`);
              }
            }
          }),
          { numRuns: rounds(150, 3000) },
        );
        assert.ok(seen.has(200) && seen.size >= 2, [...seen].join(' '));
      });
    }

    test('no tool and no endpoint is left out of the comparison', () => {
      const tools = TOOLS.map(({ name }) => name);
      assert.deepEqual(tools.toSorted(), [...MIRRORS.map(({ tool }) => tool), ...ALONE].toSorted());
      const endpoints = routeUrlsOf(app).filter((url) => url.startsWith('/api/public/'));
      const compared = MIRRORS.map(({ path }) => path({}).replace(/\?$/, ''));
      const filledIn = endpoints.map((url) => url.replace(/:\w+/, 'undefined'));
      assert.deepEqual(filledIn.toSorted(), [...compared, OF_AN_AUTHOR].toSorted());
    });

    test("an author's pieces are those of recent_pieces with the author", async () => {
      const rest = await app.inject('/api/public/authors/ada/pieces');
      const { body } = await callTool(app, 'recent_pieces', { author: 'ada' });
      assert.deepEqual(at(body, 'result', 'structuredContent'), rest.json());
    });

    test('what REST does not have is answered too', async () => {
      const trending = await callTool(app, 'trending_pieces', { window: 'day' });
      assert.deepEqual(at(trending.body, 'result', 'structuredContent'), {
        ok: true,
        window: 'day',
        category: null,
        count: 0,
        items: [],
      });
      const found = await callTool(app, 'search_products', { query: 'BOOK' });
      const [first] = listAt(found.body, 'result', 'structuredContent', 'results');
      assert.equal(at(first, 'id'), PRODUCT);
      const one = await callTool(app, 'get_product', { id: PRODUCT });
      assert.deepEqual(at(one.body, 'result', 'structuredContent', 'product'), first);
      const none = await callTool(app, 'get_product', { id: ID });
      assert.equal(at(none.body, 'result', 'isError'), true);
      const wrong = await callTool(app, 'trending_pieces', { window: 'year' });
      const [told] = listAt(wrong.body, 'result', 'content');
      assert.match(String(at(told, 'text')), /^window: Expected one of day, week/);
    });
  });
}
