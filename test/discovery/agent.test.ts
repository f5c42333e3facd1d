// A program that knows the base URL alone finds its way from /llms.txt, following only links.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { type Service, startService } from '../support/service.ts';

const BASE = 'https://press.example';
const CLIENT = { name: 'agent', version: '1' };

interface Found {
  name: string;
  address: string;
}

/** Parses the format: title, summary, and links by section. */
function readLlms(text: string) {
  const [, title, summary] = /^# (.+)\n\n> (.+)\n\n/.exec(text) ?? [];
  const sections = new Map<string, Found[]>();
  for (const part of text.split(/^## /m).slice(1)) {
    const [name = '', ...lines] = part.split('\n');
    const links = lines.filter(Boolean).map((line) => {
      const [, words = '', address = ''] =
        /^- \[((?:\\.|[^\\\]])+)\]\((\S+)\): \S/.exec(line) ?? [];
      assert.ok(address, `a link and a note: ${line}`);
      return { name: words, address };
    });
    sections.set(name, links);
  }
  return { title, summary, sections };
}

async function open({ app }: Service, address: string) {
  assert.ok(address.startsWith(`${BASE}/`), address);
  const answer = await app.inject(address.slice(BASE.length));
  assert.equal(answer.statusCode, 200, `${address}: ${answer.body}`);
  return answer;
}

/** What a program looks for, the section that should have it, and how the answer proves it. */
const WISHES: { wish: string; section: string; proof: RegExp }[] = [
  { wish: 'search', section: 'Search', proof: /"ok":true,"query":"[^"]+"/ },
  { wish: 'read', section: 'Newest pieces', proof: /^---\ntitle: / },
  { wish: 'list', section: 'Read', proof: /"items":\[|<urlset|^# .*: shop/ },
  { wish: 'subscribe', section: 'Subscribe', proof: /jsonfeed\.org\/version\/1\.1|<rss / },
  {
    wish: 'connect',
    section: 'Connect',
    proof: /"openapi":"3\.1|"endpoint":"https:\/\/press\.example\/api\/mcp"|"remotes":\[/,
  },
  { wish: 'know the authors', section: 'Authors', proof: /<h1><bdi>Ada/ },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`/llms.txt, on ${kind}`, async () => {
    const service = await startService(kind, { SITE_NAME: 'The *Test* [Press]' });
    await service.add(
      author('ada', { name: 'Ada' }),
      author('silent'),
      piece('ada', {
        headline: 'A [bridge](javascript:x) `too` far\n## Connect\n- [b](https://evil.example/)',
        sub: 'Line one\n\n## Section\n- [c](https://evil.example/): d',
        slug: 'a-(bridge)',
      }),
      piece('ada', { headline: 'A draft', status: 'draft', published_at: undefined }),
      product('ada', { name: 'A book\nPrice: nothing' }),
    );
    const answer = await service.app.inject('/llms.txt');
    const { title, summary, sections } = readLlms(answer.body);

    test('has a title, a summary, sections of links, and the optional one last', () => {
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
      assert.match(String(title), /Test/);
      assert.match(String(summary), /published/);
      assert.equal([...sections.keys()].at(-1), 'Optional');
      assert.equal(new Set(sections.keys()).size, [...answer.body.matchAll(/^## /gm)].length);
      assert.ok(![...sections.values()].flat().some(({ address }) => address.includes('evil')));
      assert.ok(!answer.body.includes('A draft'));
    });

    for (const { wish, section, proof } of WISHES) {
      test(`tells how to ${wish}`, async () => {
        const links = sections.get(section) ?? [];
        assert.ok(links.length > 0);
        for (const { address } of links) assert.match((await open(service, address)).body, proof);
      });
    }

    test('every link leads somewhere', async () => {
      for (const { address } of [...sections.values()].flat()) await open(service, address);
    });

    test('a search that was found is followed to the text', async () => {
      const [search] = sections.get('Search') ?? [];
      const hits = (await open(service, String(search?.address))).json();
      assert.equal(hits.count, 1);
      const { body } = await open(service, `${hits.results[0].url}.md`);
      assert.match(body, /A body\.$/);
    });

    test('what connects to the tools is connected, and reads with them', async () => {
      const links = sections.get('Connect') ?? [];
      const server = links.find(({ name }) => name === 'Tools');
      const { endpoint } = (await open(service, String(server?.address))).json();
      const call = async (method: string, params = {}) => {
        const message = { jsonrpc: '2.0', id: method, method, params };
        const url = String(endpoint).slice(BASE.length);
        const { statusCode, body } = await service.app.inject({
          method: 'POST',
          url,
          payload: message,
        });
        assert.equal(statusCode, 200, body);
        const { id, result } = JSON.parse(body);
        assert.equal(id, method);
        return result;
      };
      const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT };
      assert.equal((await call('initialize', hello)).protocolVersion, '2025-06-18');
      const { tools } = await call('tools/list');
      // The first is the one that can be called as it is; its answer says what the next one takes.
      const [first] = tools;
      const newest = await call('tools/call', { name: first.name });
      const [named] = String(first.description).match(/get_\w+/) ?? [];
      const [{ id }] = newest.structuredContent.items;
      const read = await call('tools/call', { name: named, arguments: { id } });
      assert.match(read.structuredContent.piece.content_text, /A body\./);
    });

    test('the line on the tools has a message that can be sent as it stands', async () => {
      const [, message = ''] = /`(\{"jsonrpc.*?\})`/.exec(answer.body) ?? [];
      const { tools } = (
        await service.app.inject({ method: 'POST', url: '/api/mcp', payload: JSON.parse(message) })
      ).json().result;
      assert.equal(tools.length, 8);
    });

    test('a feed is followed to the text', async () => {
      const [feed] = sections.get('Subscribe') ?? [];
      const { items } = (await open(service, String(feed?.address))).json();
      assert.match((await open(service, items[0]._standfirst.markdown_url)).body, /A body\.$/);
    });
  });
}
