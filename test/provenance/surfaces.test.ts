// How a declaration is asked for, and what each surface shows of it, in one table.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { type Editing, idOf, startEditing } from '../support/desk/editing.ts';
import { at, type Json } from '../support/json.ts';
import { startService } from '../support/service.ts';

const DRAFT = { headline: 'On tides', body_md: 'The moon pulls the water twice a day.' };

const IPTC = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** Each answer: how the text came to be, and what is said of it everywhere. */
const CASES = [
  {
    declaration: 'human',
    statement: 'Written by ada.',
    type: `${IPTC}digitalCreation`,
    facts: {},
    isShown: false,
  },
  {
    declaration: 'assisted',
    statement: 'Drafted with a machine, edited by ada, who answers for it.',
    type: `${IPTC}compositeWithTrainedAlgorithmicMedia`,
    facts: { drafted_by: 'api_program', machine_share: 71 },
    isShown: true,
  },
  {
    declaration: 'machine',
    statement: 'Written by a machine, published as it is.',
    type: `${IPTC}trainedAlgorithmicMedia`,
    facts: { drafted_by: 'api_program', machine_share: 100 },
    isShown: true,
  },
] as const;

type Case = (typeof CASES)[number];

/** Publishes a piece of this kind, with this answer. */
async function published(editing: Editing, { declaration }: Case): Promise<string> {
  const { writer, piece, drafted, save } = editing;
  const page = declaration === 'human' ? await piece() : await drafted(DRAFT);
  const edited = declaration === 'machine' ? {} : { body_md: `${DRAFT.body_md} I have seen it.` };
  if (declaration !== 'machine') await save(page, 1, { ...DRAFT, ...edited });
  const version = declaration === 'machine' ? '1' : '2';
  leadsTo(await writer.submit(`${page}/publish`, { version, declaration }));
  return idOf(page);
}

/** The record as each surface that has it whole shows it. */
async function records(editing: Editing, id: string): Promise<[string, Json | undefined][]> {
  const { gate } = editing;
  const json = async (url: string): Promise<Json> => (await gate.app.inject(url)).json();
  const rest = await json(`/api/public/pieces/${id}`);
  const called = await gate.app.inject({
    method: 'POST',
    url: '/api/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    payload: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'get_piece', arguments: { id } },
    },
  });
  const feed = (await json('/feed.json')) as { items: Json[] };
  const item = feed.items.find((each) => String(at(each, 'id')).endsWith(id));
  const path = new URL(String(at(rest, 'piece', 'url'))).pathname;
  const { body: markdown } = await gate.app.inject(`${path}.md`);
  const [sent] = await sqlAt(gate.place, `SELECT body FROM deliveries WHERE piece_id = '${id}'`);
  return [
    ['REST', at(rest, 'piece', 'provenance')],
    ['tools', at(called.json(), 'result', 'structuredContent', 'piece', 'provenance')],
    ['JSON Feed', at(item, '_standfirst', 'provenance')],
    ['Markdown', JSON.parse(/^provenance: (.*)$/m.exec(markdown)?.[1] ?? 'null')],
    ['webhook', at(JSON.parse(String(sent?.['body'])), 'provenance')],
  ];
}

for (const kind of DATABASES_IN_FULL) {
  describe(`what is declared, on ${kind}`, async () => {
    const editing = await startEditing(kind, { WEBHOOK_ALLOW: '127.0.0.1' });
    const { gate, writer, piece, drafted, save, key } = editing;
    const get = async (url: string) => (await gate.app.inject(url)).body;
    const hook = { url: 'https://127.0.0.1:8099/in' };
    const presence = '/desk/edit/online-presence';
    const set = await writer.submit(`${presence}/webhook`, hook, presence);
    assert.equal(set.statusCode, 200, set.body);

    for (const each of CASES) {
      test(`${each.declaration}: the same on every surface`, async () => {
        const id = await published(editing, each);
        const [[, first] = ['', null], ...others] = await records(editing, id);
        const { version_hash: hash, ...told } = Object(first);
        assert.match(hash, /^[0-9a-f]{64}$/);
        assert.deepEqual(told, {
          ...{ declaration: each.declaration, statement: each.statement },
          ...{ digital_source_type: each.type, declared_at: told.declared_at },
          versions: each.declaration === 'machine' ? 1 : 2,
          ...each.facts,
        });
        for (const [name, record] of others) assert.deepEqual(record, first, name);
        const rss = await get('/feed.xml');
        assert.ok(rss.includes('xmlns:standfirst="urn:standfirst:provenance"'));
        assert.ok(rss.includes(`version_hash="${hash}"`));
        assert.ok(rss.includes(`>${each.statement}</standfirst:provenance>`));
        const { url } = (await gate.app.inject(`/api/public/pieces/${id}`)).json().piece;
        const page = await get(new URL(url).pathname);
        assert.ok(page.includes(`"digitalSourceType":"${each.type}"`));
        assert.equal(page.includes(`<summary>${each.statement}</summary>`), each.isShown);
        const oembed = await get(`/oembed?url=${encodeURIComponent(url)}`);
        assert.ok(!/provenance|machine|digitalSource/.test(oembed));
        // Who publishes, what the versions say and the answer are in the log of the piece.
        const [move] = await sqlAt(
          gate.place,
          `SELECT * FROM piece_moves WHERE piece_id = '${id}' AND act = 'publish'`,
        );
        assert.deepEqual(
          [move?.['by_name'], move?.['declaration'], move?.['version_hash']],
          ['ada', each.declaration, hash],
        );
        const share = 'machine_share' in each.facts ? each.facts.machine_share : null;
        assert.equal(move?.['machine_share'], share);
      });
    }

    test('what the writer wrote alone is shown where they want it, with their policy', async () => {
      const [human] = CASES;
      const id = await published(editing, human);
      const { url } = (await gate.app.inject(`/api/public/pieces/${id}`)).json().piece;
      const path = new URL(url).pathname;
      const profile = { name: 'ada', slug: 'ada', writing_policy: 'I draft with <nobody>.' };
      leadsTo(await writer.submit('/desk/edit/profile', { ...profile, shows_human: 'yes' }));
      const shown = await get(path);
      assert.match(shown, /<summary>Written by ada\.<\/summary>/);
      assert.match(shown, /I draft with &lt;nobody&gt;\./);
      assert.match(await get('/author/ada'), /How I use AI:<\/strong>.*&lt;nobody&gt;/);
      leadsTo(await writer.submit('/desk/edit/profile', profile));
      assert.doesNotMatch(await get(path), /<summary>Written by/);
    });

    test('it is never sent unanswered, and prepared from the versions', async () => {
      const page = await piece();
      assert.match((await writer.open(`${page}/publish`)).body, /value="human"[^>]* checked/);
      const refused = await writer.submit(`${page}/publish`, { version: '1', declaration: '' });
      assert.equal(refused.statusCode, 400);
      assert.match(refused.body, /Say who wrote it: choose one of the three\./);
      const odd = await writer.submit(`${page}/publish`, { version: '1', declaration: 'me' });
      assert.equal(odd.statusCode, 400);
      const machine = await drafted(DRAFT);
      const { body } = await writer.open(`${machine}/publish`);
      assert.doesNotMatch(body, /name="declaration"[^>]* checked/);
      assert.match(body, /published as it is <span class="muted">\(what the versions show\)/);
      assert.equal((await gate.app.inject(`/api/public/pieces/${idOf(machine)}`)).statusCode, 404);
    });

    test('an answer that contradicts the versions is asked for once more, and then counts', async () => {
      const page = await drafted(DRAFT);
      const answer = { version: '1', declaration: 'human' };
      const asked = await writer.submit(`${page}/publish`, answer);
      assert.equal(asked.statusCode, 409);
      assert.match(asked.body, /You answered “Written by me”, but the versions show/);
      assert.match(asked.body, /name="confirmed" value="human"/);
      // Another answer is a new one.
      const other = { version: '1', declaration: 'assisted', confirmed: 'human' };
      assert.equal((await writer.submit(`${page}/publish`, other)).statusCode, 409);
      leadsTo(await writer.submit(`${page}/publish`, { ...answer, confirmed: 'human' }));
      const { provenance } = (await gate.app.inject(`/api/public/pieces/${idOf(page)}`)).json()
        .piece;
      assert.equal(provenance.declaration, 'human');
      assert.equal(provenance.machine_share, undefined);
    });

    test('changes are declared again only where the versions say something else', async () => {
      const page = await piece();
      leadsTo(await writer.submit(`${page}/publish`, { version: '1', declaration: 'machine' }));
      await save(page, 1, { body_md: 'Another text, by hand.' });
      assert.match(
        (await writer.open(`${page}/publish`)).body,
        /You declared: Written by a machine/,
      );
      leadsTo(await writer.submit(`${page}/publish`, { version: '2', declaration: '' }));
      const read = async () => (await gate.app.inject(`/api/public/pieces/${idOf(page)}`)).json();
      const { provenance } = (await read()).piece;
      assert.deepEqual([provenance.declaration, provenance.versions], ['machine', 2]);
      assert.equal(provenance.drafted_by, 'outside_program');
      const drafted1 = await drafted(DRAFT);
      leadsTo(await writer.submit(`${drafted1}/publish`, { version: '1', declaration: 'machine' }));
      await save(drafted1, 1, { ...DRAFT, body_md: 'Mine now, word for word.' });
      const again = await writer.submit(`${drafted1}/publish`, { version: '2', declaration: '' });
      assert.equal(again.statusCode, 400);
    });

    test('a key cannot declare, and what was published before says nothing', async () => {
      const answer = await gate.app.inject({
        method: 'POST',
        url: '/api/v1/pieces',
        headers: { authorization: `Bearer ${key}` },
        payload: { ...DRAFT, declaration: 'human', provenance: { declaration: 'human' } },
      });
      const { id } = answer.json();
      const [row] = await sqlAt(gate.place, `SELECT provenance FROM pieces WHERE id = '${id}'`);
      assert.equal(row?.['provenance'], null);
      const page = `/desk/edit/pieces/${id}`;
      leadsTo(await writer.submit(`${page}/publish`, { version: '1', declaration: 'machine' }));
      await sqlAt(gate.place, `UPDATE publications SET provenance = NULL WHERE piece_id = '${id}'`);
      const { body } = await gate.app.inject(`/api/public/pieces/${id}`);
      assert.doesNotMatch(body, /provenance/);
      assert.doesNotMatch(await get(new URL(JSON.parse(body).piece.url).pathname), /digitalSource/);
    });
  });

  test(`an archive may say no more than the declaration, on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    const id = '0b8f7a52-6c1e-4b0a-9d43-0c8d4f6f1a11';
    await add(author('ada'), piece('ada', { id, provenance: { declaration: 'assisted' } }));
    const { provenance } = (await app.inject(`/api/public/pieces/${id}`)).json().piece;
    assert.deepEqual(provenance, {
      ...{ statement: CASES[1].statement, digital_source_type: CASES[1].type },
      ...{ declaration: 'assisted', declared_at: '2026-05-01T00:00:00.000Z', versions: 1 },
    });
    for (const wrong of [{}, null, 'assisted', { declaration: 'alien' }]) {
      await assert.rejects(add(piece('ada', { provenance: wrong })), /Nothing was imported/);
    }
  });

  test(`with REVIEW on, the writer declares when they submit, on ${kind}`, async () => {
    const { gate, writer, stranger, drafted } = await startEditing(kind, { REVIEW: 'on' });
    const page = await drafted(DRAFT);
    const unanswered = await writer.submit(`${page}/publish`, { version: '1', declaration: '' });
    assert.equal(unanswered.statusCode, 400);
    leadsTo(await writer.submit(`${page}/publish`, { version: '1', declaration: 'machine' }));
    const review = `/desk/review/${idOf(page)}`;
    assert.match((await stranger.open(review)).body, /Declared<\/dt><dd>“Written by a machine/);
    leadsTo(await stranger.submit(review, { version: '1', decision: 'approve' }));
    const { provenance } = (await gate.app.inject(`/api/public/pieces/${idOf(page)}`)).json().piece;
    assert.equal(provenance.declaration, 'machine');
  });
}
