// Notes, replies, proposals that are taken, and what a webhook hears of it: at the desk without script, and by key.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actorForKey } from '../../src/operations/api-keys/api-keys.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { listNotes } from '../../src/operations/editorial/api-notes.ts';
import { EDITORIAL_LIMITS } from '../../src/schemas/editorial/editorial-limits.ts';
import { exportText } from '../support/archive/archives.ts';
import { unzipped } from '../support/archive/zips.ts';
import { DATABASES_IN_FULL, freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { addKey, addWriter, browserOf, post, startGate } from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';

const BODY = 'The first paragraph.\n\nA gully is a promise about rain.\n\nThe last one about rain.';

for (const kind of DATABASES_IN_FULL) {
  describe(`the conversation about a piece, on ${kind}`, async () => {
    const gate = await startGate(kind, { REVIEW: 'on', WEBHOOK_ALLOW: '127.0.0.0/8' });
    const { app, context, clock } = gate;
    const person = await addWriter(gate, 'ada');
    const ada = await browserOf(gate, person);
    const ben = await browserOf(gate, await addWriter(gate, 'ben'));
    const chief = await browserOf(gate, await addWriter(gate, 'chief', { admin: true }));
    const { key } = await addKey(gate, 'ada', { name: 'agent' });
    const other = await addKey(gate, 'ada', { name: 'second' });
    const reading = await addKey(gate, 'ada', { scope: 'pieces:read' });

    const draft = async () =>
      String(
        at((await post(gate, key, { headline: 'Gullies', body_md: BODY })).json<Json>(), 'id'),
      );
    const page = (id: string, rest = '') => `/desk/edit/pieces/${id}${rest}`;
    const api = (
      path: string,
      payload?: object,
      by = key,
      headers = {},
      method: 'POST' | 'PUT' = 'POST',
    ) =>
      app.inject({
        ...(payload ? { method, payload } : { method: 'GET' as const }),
        url: `/api/v1/pieces/${path}`,
        headers: { authorization: `Bearer ${by}`, ...headers },
      });
    const notesOf = async (id: string) => listAt((await api(`${id}/notes`)).json<Json>(), 'notes');
    const note = async (id: string, fields: { [name: string]: string }, status = 303) => {
      const answer = await ada.submit(page(id, '/conversation'), fields);
      assert.equal(answer.statusCode, status, answer.body);
      return answer;
    };
    const put = (id: string, version: number, body_md: string, by = key) =>
      api(id, { headline: 'Gullies', body_md }, by, { 'if-match': `"v${version}"` }, 'PUT');
    const proposed = async (id: string, version: number, text: string) => {
      const answer = await put(id, version, text, other.key);
      assert.equal(answer.statusCode, 202, answer.body);
      return String(at(answer.json<Json>(), 'proposal', 'id'));
    };
    const working = async (id: string) => at((await api(id)).json<Json>(), 'piece');

    test('a note on words and one about the whole are read, and replied to, by key', async () => {
      const id = await draft();
      await note(id, { body: 'Which rain?', exact: 'a promise about rain' });
      await note(id, { body: 'Shorter, please.', exact: '' });
      const [first, second] = await notesOf(id);
      assert.partialDeepStrictEqual(first, {
        ...{ version: 1, body: 'Which rain?', resolved_at: null, replies: [] },
        selector: { type: 'TextQuoteSelector', exact: 'a promise about rain' },
        by: { kind: 'writer', name: 'ada' },
      });
      const start = Number(at(first, 'place', 'start'));
      assert.equal(BODY.slice(start, Number(at(first, 'place', 'end'))), 'a promise about rain');
      assert.deepEqual([at(second, 'selector'), at(second, 'place')], [null, null]);
      assert.equal(at(await working(id), 'open_notes'), 2);
      const path = `${id}/notes/${at(first, 'id')}/replies`;
      const once = { 'idempotency-key': `reply ${id}` };
      const replied = await api(path, { body: 'The autumn.' }, key, once);
      assert.equal(replied.statusCode, 201, replied.body);
      assert.equal((await api(path, { body: 'The autumn.' }, key, once)).body, replied.body);
      assert.equal((await api(path, { body: ' ' })).statusCode, 400);
      assert.equal((await api(path, { body: 'x' }, reading.key)).statusCode, 403);
      assert.equal((await api(`${id}/notes/${id}/replies`, { body: 'x' })).statusCode, 404);
      const [again] = await notesOf(id);
      assert.deepEqual(
        listAt(again, 'replies').map((each) => at(each, 'by')),
        [{ kind: 'key', name: 'agent' }],
      );
      assert.match((await ada.open(page(id, '/conversation'))).body, /The autumn\./);
    });

    test('words that are not there, or twice, are refused in words for a person', async () => {
      const id = await draft();
      assert.match((await note(id, { body: 'x', exact: 'rain' }, 400)).body, /more than once/);
      assert.match(
        (await note(id, { body: 'x', exact: 'snow' }, 400)).body,
        /not in the saved text/,
      );
      await note(id, { body: 'x', exact: 'rain', prefix: 'one about ' });
      const [found] = await notesOf(id);
      assert.equal(at(found, 'place', 'start'), BODY.lastIndexOf('rain'));
      await note(id, {
        body: 'x',
        exact: 'A gully',
        prefix: 'as the page had it',
        suffix: '\ufffd',
      });
      await note(id, {
        body: 'x',
        exact: 'rain',
        prefix: 'paragraph.\r\n\r\nA gully is a promise about ',
      });
      // A selection as a page sends it: two paragraphs with a line end between them.
      await note(id, {
        body: 'In place.',
        exact: 'rain',
        prefix: 'promise about ',
        suffix: '.\nThe last',
      });
      await note(id, { body: 'In place.', exact: ' rain. The\r\nlast one' });
      const [once, across] = (await notesOf(id)).slice(-2);
      assert.equal(at(once, 'place', 'start'), BODY.indexOf('rain'));
      assert.equal(at(across, 'selector', 'exact'), 'rain.\n\nThe last one');
      await note(id, { body: '', exact: '' }, 400);
      await note(id, { body: 'y'.repeat(2001), exact: '' }, 400);
    });

    test('a note takes so many replies and no more, from whomever', async () => {
      const id = await draft();
      await note(id, { body: 'Shorter.', exact: '' });
      const [thread] = await context.store.notes.threads(id);
      assert.ok(thread);
      const said = { body: 'Yes.', by_kind: 'key', by_name: 'agent', by_id: null } as const;
      for (let made = 1; made < EDITORIAL_LIMITS.replies; made += 1) {
        const place = { piece_id: id, note_number: thread.number, id: crypto.randomUUID() };
        await context.store.notes.addReply({ ...said, ...place, created_at: thread.created_at });
      }
      const path = `${id}/notes/${thread.id}/replies`;
      const both = await Promise.all([1, 2].map((n) => api(path, { body: `Last ${n}.` })));
      assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [201, 409]);
      const atDesk = { deed: 'reply', body: 'Mine.' };
      const refused = await ada.submit(page(id, `/conversation/${thread.id}`), atDesk, '/desk');
      assert.equal(refused.statusCode, 409);
      assert.match(refused.body, /which is the maximum/);
      assert.equal(listAt((await notesOf(id))[0], 'replies').length, EDITORIAL_LIMITS.replies);
    });

    test('autosaves are pruned also after a move without a version, but not what a note is on', async () => {
      const id = await draft();
      // An act as an import might bring it.
      await context.store.pieces.addMove({
        ...{ piece_id: id, at: clock.now().toISOString(), act: 'withdraw', version: null },
        ...{ from_status: 'pending', to_status: 'draft', session_id: null, note: null },
        ...{ by_kind: 'writer', by_name: 'ada', by_id: null },
      });
      const autosave = async (version: number) => {
        const sent = await ada.call(page(id, '/save'), {
          ...{ headline: 'Gullies', body_md: `${BODY} ${version}`, version, by_hand: false },
          form_token: await ada.csrfToken('/desk'),
        });
        assert.equal(sent.statusCode, 200, sent.body);
      };
      const numbers = async () =>
        (await context.store.versions.notes(id, 100)).map(({ number }) => number);
      for (const version of [1, 2, 3]) await autosave(version);
      assert.deepEqual(await numbers(), [4, 1]);
      await note(id, { body: 'Here.', exact: 'The last one' });
      for (const version of [4, 5]) await autosave(version);
      assert.deepEqual(await numbers(), [6, 4, 1]);
      await note(id, { body: 'Of what was pruned.', exact: 'The first', version: '5' });
      assert.equal(at((await notesOf(id)).at(-1), 'version'), 6);
    });

    test('the writer resolves and reopens, nobody else does', async () => {
      const id = await draft();
      await note(id, { body: 'Shorter.', exact: '' });
      const noteId = String(at((await notesOf(id))[0], 'id'));
      const deed = (who: typeof ada, name: string, words = '') =>
        who.submit(page(id, `/conversation/${noteId}`), { deed: name, body: words }, '/desk');
      assert.equal((await deed(ada, 'resolve')).statusCode, 303);
      assert.equal(at((await notesOf(id))[0], 'resolved_at'), clock.now().toISOString());
      const open = (await api(`${id}/notes?state=open`)).json<Json>();
      assert.equal(at(open, 'count'), 0);
      assert.equal((await deed(ada, 'reopen')).statusCode, 303);
      assert.equal((await deed(ada, 'reply', 'Much shorter.')).statusCode, 303);
      for (const who of [ben, chief]) {
        for (const name of ['resolve', 'reply']) {
          assert.equal((await deed(who, name, 'x')).statusCode, 404);
        }
      }
      const [left] = await notesOf(id);
      assert.deepEqual([at(left, 'resolved_at'), listAt(left, 'replies').length], [null, 1]);
    });

    test('a note follows its words through versions, and says when they are gone', async () => {
      const id = await draft();
      await note(id, { body: 'Which rain?', exact: 'a promise about rain' });
      const before = `Something before. ${BODY}`;
      assert.equal((await put(id, 1, before)).statusCode, 200);
      const [moved] = await notesOf(id);
      assert.equal(at(moved, 'place', 'start'), before.indexOf('a promise'));
      assert.equal(
        (await put(id, 2, BODY.replace('a promise', 'a promise, perhaps,'))).statusCode,
        200,
      );
      assert.equal(at((await notesOf(id))[0], 'place'), null);
      assert.match((await ada.open(page(id))).body, /no longer in the text/);
      const restored = await ada.submit(page(id, '/versions/1'), { version: '3' });
      assert.equal(restored.statusCode, 303);
      assert.equal(at((await notesOf(id))[0], 'place', 'start'), BODY.indexOf('a promise'));
    });

    test('words that were cut come back with an undo, also beside other changes', async () => {
      const id = await draft();
      const save = async (version: number, body_md: string) => {
        const fields = { headline: 'Gullies', category: 'life', frame: 'lesson' };
        const sent = { ...fields, body_md, version: String(version) };
        assert.equal((await ada.submit(page(id), sent)).statusCode, 303);
        return at((await notesOf(id))[0], 'place');
      };
      await note(id, { body: 'Which rain?', exact: 'is a promise' });
      const [cut, edited] = [BODY.replace(' is a promise', ''), `Before.\n\n${BODY}`];
      assert.equal(await save(1, cut), null);
      assert.equal(at(await save(2, edited), 'start'), edited.indexOf('is a promise'));
      assert.equal(await save(3, `${cut}\n\n${cut}`), null);
      assert.equal(await save(4, `${BODY}\n\n${BODY}`), null, 'there twice');
    });

    test('a copy that was there while the words were gone is not their place, the same text is', async () => {
      const id = await draft();
      const put200 = async (version: number, text: string) => {
        assert.equal((await put(id, version, text)).statusCode, 200);
        return at((await notesOf(id))[0], 'place');
      };
      await note(id, { body: 'Which rain?', exact: 'promise about' });
      const start = BODY.indexOf('promise about');
      const copied = `${BODY}\n\nBetween.\n\n${BODY} And so on.`;
      assert.equal(at(await put200(1, copied), 'start'), start);
      const other = copied.replace('promise', 'threat');
      assert.equal(await put200(2, other), null, 'changed, beside a copy');
      assert.equal(await put200(3, `${other} More.`), null, 'the copy is something else');
      assert.equal(at(await put200(4, BODY), 'start'), start);
      // Which of two is the copy can't be told; what was noted is there again once it is removed.
      assert.equal(await put200(5, `${BODY}\n\n${BODY}`), null);
      assert.equal(at(await put200(6, BODY), 'start'), start);
    });

    test('words that a text has again and again are marked where they stand', async () => {
      const id = await draft();
      const song = 'la '.repeat(5000).trim();
      assert.equal((await put(id, 1, song)).statusCode, 200);
      assert.match((await note(id, { body: 'x', exact: 'la' }, 400)).body, /more than once/);
      await note(id, { body: 'Here.', exact: 'la', start: '6000' });
      const [found] = await notesOf(id);
      assert.deepEqual(at(found, 'place'), { start: 6000, end: 6002 });
      assert.equal(String(at(found, 'selector', 'prefix')).length, 2048);
      await note(id, { body: 'Not there.', exact: 'la', start: '6001' }, 400);
    });

    test('places are of the version that is named, also if somebody saves meanwhile', async () => {
      const id = await draft();
      await note(id, { body: 'Which rain?', exact: 'promise about' });
      const { store } = context;
      let saved = 1;
      const threads: typeof store.notes.threads = async (...asked) => {
        if (saved === 1) {
          saved += 1;
          assert.equal((await put(id, 1, `Before. ${BODY}`)).statusCode, 200);
        }
        return store.notes.threads(...asked);
      };
      const { pieces } = store;
      const disturbed = Object.create(store, {
        notes: { value: { threads } },
        pieces: { value: pieces },
      });
      const actor = await actorForKey(context, key);
      const listed = await listNotes({ ...context, store: disturbed }, actor, id, {});
      assert.equal(listed.version, 2);
      assert.equal(listed.notes[0]?.place?.start, `Before. ${BODY}`.indexOf('promise about'));
    });

    test('a note on an older version finds its words in the working copy', async () => {
      const id = await draft();
      assert.equal((await put(id, 1, `Before. ${BODY}`)).statusCode, 200);
      await note(id, { body: 'Here?', exact: 'The first paragraph', version: '1' });
      const [found] = await notesOf(id);
      assert.deepEqual([at(found, 'version'), at(found, 'place', 'start')], [1, 'Before. '.length]);
    });

    test('asking for a revision marks the piece, and the answer ends it', async () => {
      const id = await draft();
      clock.advance(1000);
      assert.equal((await ada.submit(page(id, '/revision'))).statusCode, 303);
      assert.equal(at(await working(id), 'revision_requested_at'), clock.now().toISOString());
      assert.match((await ada.open(page(id))).body, /Waiting for a revision/);
      assert.equal((await ben.submit(page(id, '/revision'), {}, '/desk')).statusCode, 404);
      assert.equal((await put(id, 1, 'Revised.')).statusCode, 200);
      assert.equal(at(await working(id), 'revision_requested_at'), null);
    });

    test('a webhook hears of what its writer chose, and of nothing else', async () => {
      const presence = '/desk/edit/online-presence';
      const id = await draft();
      const events = async () =>
        (await context.store.deliveries.ofAccount(person.id, 100)).map(({ event }) => event);
      await ada.submit(`${presence}/webhook`, { url: 'https://127.0.0.1/hook' }, presence);
      await note(id, { body: 'Unheard.', exact: '' });
      assert.deepEqual(await events(), []);
      const chosen = { 'note.added': 'yes', 'revision.requested': 'yes', 'piece.deleted': 'yes' };
      assert.equal(
        (await ada.submit(`${presence}/webhook/events`, chosen, presence)).statusCode,
        303,
      );
      await note(id, { body: 'Heard.', exact: 'The last one' });
      await ada.submit(page(id, '/revision'));
      assert.deepEqual((await events()).sort(), ['note.added', 'revision.requested']);
      const [asked] = (await context.store.deliveries.ofAccount(person.id, 100)).filter(
        ({ event }) => event === 'revision.requested',
      );
      const sent: Json = JSON.parse(
        (await context.store.deliveries.byId(asked?.id ?? ''))?.body ?? '',
      );
      assert.equal(at(sent, 'piece', 'id'), id);
      assert.deepEqual(
        listAt(sent, 'notes').map((each) => at(each, 'body')),
        ['Unheard.', 'Heard.'],
      );
      assert.equal((await ada.submit(`${presence}/webhook/events`, {}, presence)).statusCode, 303);
      await note(id, { body: 'Unheard again.', exact: '' });
      assert.equal((await events()).length, 2);
    });

    test('a reviewer and the writer talk to each other alone', async () => {
      const id = await draft();
      await note(id, { body: 'To the machine.', exact: '' });
      assert.equal((await ada.submit(page(id, '/publish'), { version: '1' })).statusCode, 303);
      const review = `/desk/review/${id}`;
      assert.doesNotMatch((await chief.open(review)).body, /To the machine/);
      const said = { body: 'A source?', exact: 'a promise about rain' };
      assert.equal((await chief.submit(`${review}/notes`, said, review)).statusCode, 303);
      assert.match((await ada.open(page(id, '/conversation'))).body, /A source\?/);
      assert.equal((await notesOf(id)).length, 1);
      const [, theirs] = await context.store.notes.threads(id);
      const reply = { deed: 'reply', body: 'Page 12.' };
      assert.equal(
        (await ada.submit(page(id, `/conversation/${theirs?.id}`), reply)).statusCode,
        303,
      );
      assert.match((await chief.open(review)).body, /Page 12\./);
      const byKey = await api(`${id}/notes/${theirs?.id}/replies`, { body: 'Me too.' });
      assert.equal(byKey.statusCode, 404);
      const resolve = await chief.submit(
        `${review}/notes/${theirs?.id}`,
        { deed: 'resolve' },
        review,
      );
      assert.equal(resolve.statusCode, 303);
    });

    test('a proposal is taken whole, as a version of the writer’s that says so', async () => {
      const id = await draft();
      const proposal = await proposed(id, 1, BODY.replace('The last one', 'The last word'));
      const path = page(id, `/proposals/${proposal}`);
      const shown = await ada.open(path);
      assert.match(shown.body, /Take all/);
      assert.equal((await ben.open(path)).statusCode, 404);
      assert.equal((await ada.submit(path, { take: 'all', version: '1' })).statusCode, 303);
      assert.partialDeepStrictEqual(await working(id), {
        ...{ version: 2, body_md: BODY.replace('The last one', 'The last word') },
        written_by: { kind: 'writer', name: 'ada' },
      });
      assert.match((await ada.open(page(id, '/versions'))).body, /taken from a proposal/);
      assert.equal(
        (await ada.submit(path, { take: 'all', version: '2' }, '/desk')).statusCode,
        409,
      );
      assert.match((await ada.open(page(id, '/proposals'))).body, /Taken/);
    });

    test('one change of two is taken, onto what the writer has written since', async () => {
      const id = await draft();
      const text = BODY.replace('The first', 'My first').replace('The last', 'My last');
      const proposal = await proposed(id, 1, text);
      const mine = BODY.replace('A gully', 'Every gully');
      const fields = {
        headline: 'Gullies',
        body_md: mine,
        category: 'life',
        frame: 'lesson',
        version: '1',
      };
      assert.equal((await ada.submit(page(id), fields)).statusCode, 303);
      const path = page(id, `/proposals/${proposal}`);
      const stale = await ada.submit(path, {
        take: 'chosen',
        version: '1',
        'change-text-2': 'yes',
      });
      assert.equal(stale.statusCode, 409);
      assert.equal((await ada.submit(path, { take: 'chosen', version: '2' })).statusCode, 409);
      const taken = await ada.submit(path, {
        take: 'chosen',
        version: '2',
        'change-text-2': 'yes',
      });
      assert.equal(taken.statusCode, 303, taken.body);
      assert.equal(at(await working(id), 'body_md'), mine.replace('The last', 'My last'));
      assert.equal(at(await working(id), 'category'), 'life');
    });

    test('none is taken, and on a pending piece none can be before it is withdrawn', async () => {
      const id = await draft();
      assert.equal((await ada.submit(page(id, '/publish'), { version: '1' })).statusCode, 303);
      const proposal = await proposed(id, 1, 'Other.');
      const path = page(id, `/proposals/${proposal}`);
      assert.match((await ada.open(path)).body, /withdraw the piece from review first/);
      assert.match((await ada.open(page(id))).body, /See proposal 1/);
      assert.match((await ada.open(page(id))).body, /id="thread"/);
      const early = await ada.submit(path, { take: 'all', version: '1' }, '/desk');
      assert.equal(early.statusCode, 409, early.body);
      assert.equal((await ada.submit(page(id, '/withdraw'))).statusCode, 303);
      assert.equal((await ada.submit(path, { take: 'none', version: '1' })).statusCode, 303);
      assert.partialDeepStrictEqual(await working(id), { version: 1, body_md: BODY });
      const [listed] = await context.store.proposals.ofPiece(id);
      assert.equal(listed?.status, 'declined');
    });

    test('nothing of it is public, all of it is in the download, and an archive brings it back', async () => {
      const id = await draft();
      await note(id, { body: 'Secretly said.', exact: 'The last one' });
      await proposed(id, 1, 'Secretly proposed.');
      assert.equal((await ada.submit(page(id, '/publish'), { version: '1' })).statusCode, 303);
      const approve = { decision: 'approve', version: '1' };
      assert.equal((await chief.submit(`/desk/review/${id}`, approve)).statusCode, 303);
      for (const url of [
        `/api/public/pieces/${id}`,
        '/feed.json',
        '/author/ada/gullies',
        '/author/ada/gullies.md',
      ]) {
        const answer = await app.inject({ url, headers: { host: 'press.example' } });
        assert.equal(answer.statusCode, 200, url);
        assert.doesNotMatch(answer.body, /Secretly/, url);
      }
      const zip = await ada.open('/desk/download');
      const files = await unzipped(zip.rawPayload);
      const said = [...files]
        .filter(([name]) => name.endsWith('conversation.json'))
        .map(([, text]) => String(text));
      assert.ok(said.some((text) => /Secretly said/.test(text) && /Secretly proposed/.test(text)));
      const first = await exportText(context);
      assert.match(first, /Secretly said/);
      const empty = await contextAt(await freshPlace(kind));
      await importArchive(empty, first.split('\n'));
      assert.equal(await exportText(empty), first);
    });
  });
}
