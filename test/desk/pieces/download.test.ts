// "Download my writing": everything of the writer's own, nothing of another's, read as it is sent.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { parse } from 'yaml';
import type { WriterActor } from '../../../src/operations/actor.ts';
import { createKey } from '../../../src/operations/api-keys/api-keys.ts';
import { downloadWriting } from '../../../src/operations/download/download.ts';
import { setAvatar } from '../../../src/operations/images/avatars.ts';
import { contentIn } from '../../../src/operations/pieces/content.ts';
import type { Store } from '../../../src/store/store.ts';
import { piece } from '../../support/archive/records.ts';
import { unzipped } from '../../support/archive/zips.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { startDesk } from '../../support/desk/desk.ts';
import { type DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';
import { sendFile } from '../../support/desk/file-forms.ts';

const GONE = `${'0'.repeat(64)}.webp`;
const UNPUBLISHED = { status: 'draft', published_at: undefined };
const FORM = { category: 'life', frame: 'lesson' };

async function startWriting(kind: DatabaseKind) {
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-download-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const desk = await startDesk(kind, { DATA_DIR: folder });
  const person = await desk.writer('ada');
  const browser = await desk.signedIn(person);
  return { ...desk, browser, actor: await actorFor(desk.context.store, 'ada') };
}

async function actorFor(store: Store, slug: string): Promise<WriterActor> {
  const author = await store.authors.bySlug(slug);
  assert.ok(author);
  return { kind: 'writer', accountId: author.id, slug, isAdmin: false, sessionId: 's' };
}

async function downloaded(browser: DeskBrowser): Promise<Map<string, string>> {
  const answer = await browser.open('/desk/download');
  assert.equal(answer.statusCode, 200);
  const files = await unzipped(answer.rawPayload);
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]));
}

/** The front matter as any reader of YAML sees it, and the text under it. */
function opened(file: string | undefined) {
  const [, yaml = '', body] = /^---\n([\s\S]*?\n)---\n\n([\s\S]*)$/.exec(file ?? '') ?? [];
  return { front: parse(yaml), body };
}

for (const kind of DATABASES_IN_FULL) {
  describe(`downloads on ${kind}`, () => {
    test('every piece, version, move and picture', async () => {
      const { browser, actor, context, clock, app } = await startWriting(kind);
      const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      await setAvatar(context, actor, png);
      const image = (await context.store.authors.bySlug('ada'))?.avatar_url ?? '';
      const bodies = [
        `![a](${image}) ![b](/media/${GONE})`,
        `![a](https://press.example${image}) ![c](https://other.example/media/${GONE})`,
      ];
      const headline = 'A "bridge": part 1';
      const { pathname } = new URL(
        leadsTo(
          await browser.submit('/desk/edit/pieces/new', {
            ...FORM,
            headline,
            body_md: bodies[0] ?? '',
          }),
        ),
        'https://press.example',
      );
      clock.advance(60_000);
      const tags = 'steel, rivets';
      await browser.submit(pathname, {
        ...FORM,
        headline,
        tags,
        body_md: bodies[1] ?? '',
        version: '1',
      });
      leadsTo(await browser.submit(`${pathname}/publish`, { version: '2' }));
      const { key } = await createKey(context, {
        writer: 'ada',
        name: 'agent',
        scope: 'pieces:write',
        expiresAt: null,
      });
      await app.inject({
        method: 'POST',
        url: '/api/v1/pieces',
        headers: { authorization: `Bearer ${key}` },
        payload: { headline: 'Drafted', body_md: 'By a machine.' },
      });

      const files = await downloaded(browser);
      const id = pathname.slice(-36);
      const folder = 'pieces/2026-06-15-a-bridge-part-1';
      const stored = await context.store.pieces.byId(id);
      const { front, body } = opened(files.get(`${folder}/piece.md`));
      assert.equal(body, bodies[1]);
      assert.deepEqual(front, {
        headline,
        category: 'life',
        tags: ['steel', 'rivets'],
        frame: 'lesson',
        style: 'essay',
        locale: 'en',
        id,
        status: 'approved',
        slug: 'a-bridge-part-1',
        url: 'https://press.example/author/ada/a-bridge-part-1',
        edit_url: `https://press.example/desk/edit/pieces/${id}`,
        created_at: stored?.created_at,
        updated_at: stored?.updated_at,
        published_at: stored?.published_at,
        modified_at: stored?.modified_at,
        version: 2,
        published_version: 2,
      });
      const first = opened(files.get(`${folder}/versions/0001.md`));
      assert.equal(first.body, bodies[0]);
      assert.partialDeepStrictEqual(first.front, {
        version: 1,
        saved_at: '2026-06-15T12:00:00.000Z',
        saved_by: 'ada',
        saved_by_kind: 'writer',
        origin: 'created',
      });
      const history = JSON.parse(files.get(`${folder}/history.json`) ?? '');
      assert.deepEqual(
        history.map(({ act }: { act: string }) => act),
        ['create', 'publish'],
      );
      const drafted = [...files.keys()].find((name) =>
        /-[0-9a-f]{8}\/versions\/0001\.md$/.test(name),
      );
      assert.partialDeepStrictEqual(opened(files.get(drafted ?? '')).front, {
        saved_by: 'agent',
        saved_by_kind: 'key',
      });
      assert.partialDeepStrictEqual(JSON.parse(files.get('profile.json') ?? ''), {
        slug: 'ada',
        email: 'ada@press.example',
        avatar_url: `https://press.example${image}`,
      });
      assert.match(files.get('README.txt') ?? '', /history\.json/);
      assert.ok(files.has(image.slice(1)));
      const missing = (files.get('MISSING.txt') ?? '')
        .split('\n')
        .filter((line) => /media/.test(line));
      assert.deepEqual(missing, [`/media/${GONE}, named in ${folder}/versions/0001.md`]);
      assert.equal(files.size, 11, [...files.keys()].join('\n'));
    });

    test('comes as a file with a name, kept by nobody on the way', async () => {
      const { browser, app } = await startWriting(kind);
      const { headers } = await browser.open('/desk/download');
      assert.equal(headers['content-disposition'], 'attachment; filename="ada-2026-06-15.zip"');
      assert.equal(headers['content-type'], 'application/zip');
      assert.equal(headers['cache-control'], 'no-store');
      const stranger = await app.inject('/desk/download');
      assert.equal(leadsTo(stranger), '/desk/sign-in?next=%2Fdesk%2Fdownload');
      assert.equal(stranger.rawPayload.includes('PK'), false);
    });

    test('two writers are kept apart', async () => {
      const desk = await startWriting(kind);
      const bo = await desk.signedIn(await desk.writer('bo'));
      await desk.add(
        piece('ada', { headline: 'Of Ada', body_md: 'Words of Ada.' }),
        piece('bo', {
          headline: 'Of Bo',
          body_md: 'Words of Bo.',
          status: 'draft',
          published_at: undefined,
        }),
      );
      const [hers, his] = [await downloaded(desk.browser), await downloaded(bo)];
      const all = (files: Map<string, string>) => [...files].flat().join('\n');
      assert.match(all(hers), /Words of Ada/);
      assert.match(all(his), /Words of Bo/);
      assert.doesNotMatch(all(hers), /Of Bo|Words of Bo|bo@press/);
      assert.doesNotMatch(all(his), /Of Ada|Words of Ada|ada@press/);
    });

    test('names are safe on every system, and no two alike', async () => {
      const desk = await startWriting(kind);
      const slugs = ['CON', 'con', 'nul', 'a:d*e"<>|', '~', '-', 'a&b'];
      const more = ['é', 'e\u0301', 'É', '漢'.repeat(120), '漢'.repeat(119), '🌉'];
      await desk.add(...[...slugs, ...more].map((slug) => piece('ada', { slug, headline: slug })));
      const files = await downloaded(desk.browser);
      const folders = new Set(
        [...files.keys()].flatMap((name) => /^pieces\/([^/]*)/.exec(name)?.[1] ?? []),
      );
      assert.equal(folders.size, slugs.length + more.length);
      assert.equal(
        new Set([...folders].map((name) => name.normalize('NFKC').toLowerCase())).size,
        folders.size,
      );
      for (const name of folders) {
        assert.match(name, /^2026-05-01-[\p{L}\p{M}\p{N}-]+$/u);
        assert.ok(Buffer.byteLength(name) <= 255, name);
      }
    });

    test('drafts are named by their headlines, and told apart where those are alike', async () => {
      const desk = await startWriting(kind);
      const headlines = ['The Bridge: Übergang', 'The Bridge: Übergang', '', '漢字'];
      await desk.add(
        ...headlines.map((headline) =>
          piece('ada', { ...UNPUBLISHED, headline, created_at: '2026-05-01T10:00:00.000Z' }),
        ),
      );
      const names = [...(await downloaded(desk.browser)).keys()].flatMap(
        (name) => /^pieces\/(.*)-[0-9a-f]{8}\/piece\.md$/.exec(name)?.[1] ?? [],
      );
      assert.deepEqual(names.sort(), [
        ...['2026-05-01-the-bridge-ubergang', '2026-05-01-the-bridge-ubergang'],
        ...['2026-05-01-untitled', '2026-05-01-漢字'],
      ]);
    });

    test('what was downloaded is imported again as it was', async () => {
      const { browser, app, add, context } = await startWriting(kind);
      const bodies = [
        '---\nNo front matter.\n---\n',
        '# A heading\n\nText',
        '\n\nLines above',
        '> "q": \\',
      ];
      await add(
        ...bodies.map((body_md, at) =>
          piece('ada', {
            ...{
              body_md,
              headline: `“${at}”: #1`,
              sub: at % 2 ? `- ${at}` : null,
              tags: ['a: b', 'ß'],
            },
            ...{ category: 'ideas', frame: 'origin', style: 'note', locale: 'de' },
            ...{ external_url: 'https://a.example/?b=c' },
          }),
        ),
      );
      for (const [name, bytes] of await downloaded(browser)) {
        if (!name.endsWith('piece.md')) continue;
        const place = leadsTo(
          await sendFile(app, browser, '/desk/import', { name: 'piece.md', bytes }),
        );
        const { id } = opened(bytes).front;
        const before = await context.store.pieces.version(id, 1);
        const again = await context.store.pieces.version(place.slice(-36), 1);
        assert.ok(before && again);
        assert.deepEqual(contentIn(again), contentIn(before));
      }
    });

    test('the first bytes leave before the last piece is read', async () => {
      const { add, actor, context } = await startWriting(kind);
      const long = () => randomBytes(30_000).toString('hex');
      const lines = Array.from({ length: 60 }, (_, at) =>
        piece('ada', {
          ...UNPUBLISHED,
          body_md: long(),
          created_at: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
        }),
      );
      await add(...lines);
      const stream = (await downloadWriting(context, actor)).content();
      const chunks = stream[Symbol.asyncIterator]();
      const { value: start } = await chunks.next();
      // A reader that had loaded everything in advance would still have this piece.
      await context.store.pieces.remove(lines.at(-1)?.id ?? '');
      const rest: Buffer[] = [];
      for (let next = await chunks.next(); !next.done; next = await chunks.next())
        rest.push(next.value);
      const files = await unzipped(Buffer.concat([start, ...rest]));
      assert.equal([...files.keys()].filter((name) => name.endsWith('piece.md')).length, 59);
    });

    test('whoever leaves early leaves nothing behind', async () => {
      const { add, actor, context } = await startWriting(kind);
      await add(
        ...Array.from({ length: 10 }, () =>
          piece('ada', { body_md: randomBytes(40_000).toString('hex') }),
        ),
      );
      const { content } = await downloadWriting(context, actor);
      const left = content();
      await left[Symbol.asyncIterator]().next();
      left.destroy();
      assert.equal((await unzipped(await buffer(content()))).size, 2 + 10 * 3);
    });
  });
}
