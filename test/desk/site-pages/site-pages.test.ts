// The site's own pages: drafted, previewed and published by an admin alone, and read by everybody.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CSRF_FIELD } from '../../../src/http/pages/csrf.ts';
import {
  createSitePage,
  publishSitePage,
  saveSitePage,
} from '../../../src/operations/site-pages/desk-pages.ts';
import { RESERVED_PAGE_SLUGS } from '../../../src/schemas/site/site-pages.ts';
import { exportText } from '../../support/archive/archives.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { startDesk } from '../../support/desk/desk.ts';
import { type DeskBrowser, type Fields, leadsTo } from '../../support/desk/desk-browser.ts';
import { routeUrlsOf } from '../../support/openapi/route-list.ts';

const PAGES = '/desk/pages';

async function startOffice(kind: DatabaseKind) {
  const desk = await startDesk(kind);
  const chief = await desk.signedIn(await desk.writer('chief', { admin: true }));
  const writer = await desk.signedIn(await desk.writer('ada'));
  const get = (path: string) => desk.app.inject(path);
  return { ...desk, chief, writer, get };
}

const IMPRINT = { title: 'Imprint', body_md: 'Press & Co.\n\n## Where\n\nHere.', locale: 'en' };

/** The form with the version that its page shows, unless it says another. */
async function send(browser: DeskBrowser, path: string, fields: Fields = {}) {
  const { body } = await browser.open(path);
  const version = /name="version" value="(\d+)"/.exec(body)?.[1] ?? '';
  return browser.submit(path, { version, ...fields });
}

async function drafted(chief: DeskBrowser, fields: Fields = {}): Promise<string> {
  const answer = await chief.submit(`${PAGES}/new`, { ...IMPRINT, in_footer: 'yes', ...fields });
  return leadsTo(answer).replace(/\?.*/, '');
}

const publish = async (chief: DeskBrowser, page: string) =>
  leadsTo(await send(chief, `${page}/preview`));

for (const kind of DATABASES_IN_FULL) {
  describe(`a page of the site, on ${kind}`, () => {
    test('is a draft until an admin publishes it, and then is everywhere it should be', async () => {
      const { app, chief, get } = await startOffice(kind);
      const before = await get('/');
      const page = await drafted(chief);
      const post = async () => (await app.inject({ method: 'POST', url: '/imprint' })).statusCode;
      assert.equal((await get('/imprint')).statusCode, 404);
      assert.equal(await post(), 404);
      assert.match((await chief.open(`${page}/preview`)).body, /Press &amp; Co\./);
      assert.equal((await get('/')).body, before.body);
      assert.equal(await publish(chief, page), `${PAGES}?done=published`);

      const read = await get('/imprint');
      assert.equal(read.statusCode, 200);
      assert.equal(await post(), 405);
      assert.equal((await get('/imprint/')).headers['location'], '/imprint');
      assert.equal((await get('/nowhere/')).statusCode, 404);
      assert.match(read.body, /<h1>Imprint<\/h1>.*<p>Press &amp; Co\.<\/p>.*<h2[^>]*>Where/s);
      assert.match((await get('/')).body, /<footer class="site-footer">.*href="\/imprint"/s);
      assert.match(
        (await get('/sitemap.xml')).body,
        /<loc>https:\/\/press\.example\/imprint<\/loc>/,
      );
      for (const path of ['/feed.xml', '/feed.json', '/api/public/search?q=Press', '/llms.txt']) {
        assert.doesNotMatch((await get(path)).body, /imprint/i, path);
      }
    });

    test('changes in public when it is published again, and old URLs lead to it', async () => {
      const { chief, get } = await startOffice(kind);
      const page = await drafted(chief);
      await publish(chief, page);
      await send(chief, page, {
        ...IMPRINT,
        slug: 'legal',
        body_md: 'Other words.',
        in_footer: 'no',
      });
      assert.match((await get('/imprint')).body, /Press &amp; Co\./);
      assert.equal((await get('/legal')).statusCode, 404);
      assert.match((await chief.open(page)).body, /Unpublished changes/);
      await publish(chief, page);
      assert.match((await get('/legal')).body, /Other words\./);
      const old = await get('/imprint');
      assert.deepEqual([old.statusCode, old.headers['location']], [301, '/legal']);
      assert.doesNotMatch((await get('/')).body, /href="\/legal"/);

      await send(chief, `${page}/unpublish`);
      for (const path of ['/legal', '/imprint'])
        assert.equal((await get(path)).statusCode, 404, path);
      await publish(chief, page);
      assert.equal((await get('/legal')).statusCode, 200);
      await send(chief, `${page}/delete`);
      for (const path of ['/legal', '/imprint', page])
        assert.notEqual((await get(path)).statusCode, 200);
      assert.equal((await chief.open(page)).statusCode, 404);
    });

    test('is published as it was shown, or not', async () => {
      const { chief, get, context } = await startOffice(kind);
      const page = await drafted(chief);
      await chief.open(`${page}/preview`);
      const shown = { version: '1' };
      await send(chief, page, { ...IMPRINT, slug: 'imprint', body_md: 'Newer.' });
      const refused = await send(chief, `${page}/preview`, shown);
      assert.equal(refused.statusCode, 409);
      assert.match(refused.body, /has changed since you opened it/);
      assert.equal((await get('/imprint')).statusCode, 404);
      const stale = await send(chief, page, {
        ...IMPRINT,
        ...shown,
        slug: 'imprint',
        body_md: 'Mine.',
      });
      assert.equal(stale.statusCode, 409);
      assert.match(stale.body, /Mine\./);
      const [draft] = await context.store.sitePages.drafts();
      assert.equal(draft?.body_md, 'Newer.');
    });

    test('is nobody else’s: not a writer’s, not a visitor’s', async () => {
      const { chief, writer, app, context } = await startOffice(kind);
      const page = await drafted(chief);
      for (const path of [
        PAGES,
        `${PAGES}/new`,
        page,
        `${page}/preview`,
        `${page}/unpublish`,
        `${page}/delete`,
      ]) {
        assert.equal((await writer.open(path)).statusCode, 404, path);
        assert.equal((await app.inject(path)).statusCode, 303, path);
        if (path === PAGES) continue;
        const sent = await writer.post(path, { ...IMPRINT, slug: 'mine', version: '1' });
        assert.equal(sent.statusCode, 404, path);
      }
      assert.equal((await context.store.sitePages.drafts()).length, 1);
      assert.equal((await context.store.sitePages.publicPages()).length, 0);
    });

    test('has a URL that nothing else has', async () => {
      const { chief, app } = await startOffice(kind);
      await drafted(chief);
      for (const slug of ['imprint', 'desk', 'a b', 'A', 'x/y', '.well-known']) {
        const refused = await chief.submit(`${PAGES}/new`, { ...IMPRINT, slug });
        assert.equal(refused.statusCode, 400, slug);
        assert.match(refused.body, /id="slug-error"/, slug);
      }
      await app.ready();
      const firsts = routeUrlsOf(app).map((url) => url.split('/')[1] ?? '');
      const own = firsts.filter((first) => /^[a-z0-9-]+$/.test(first));
      assert.deepEqual(
        own.filter((first) => !RESERVED_PAGE_SLUGS.includes(first)),
        [],
      );
    });

    test('is neither saved nor published by a former admin', async () => {
      const { chief, context } = await startOffice(kind);
      const page = await drafted(chief);
      const account = await context.store.authors.bySlug('chief');
      const actor = {
        ...({ kind: 'writer', accountId: account?.id ?? '', slug: 'chief' } as const),
        ...{ isAdmin: true, sessionId: 'read before the role was taken' },
      };
      await context.store.accounts.update(actor.accountId, { is_admin: 0 });
      const shown = { id: page.slice(-36), version: 1 };
      const form = { ...IMPRINT, slug: 'mine', in_footer: true };
      await assert.rejects(publishSitePage(context, actor, shown), { code: 'not_found' });
      await assert.rejects(saveSitePage(context, actor, shown, form), { code: 'not_found' });
      await assert.rejects(createSitePage(context, actor, form), { code: 'not_found' });
      assert.deepEqual(await context.store.sitePages.publicPages(), []);
    });

    test('of several at once with one URL, one is saved and the others are told', async () => {
      const { chief, context } = await startOffice(kind);
      const token = await chief.csrfToken(`${PAGES}/new`);
      const fields = { ...IMPRINT, slug: 'legal', [CSRF_FIELD]: token };
      const sent = Array.from({ length: 6 }, () => chief.post(`${PAGES}/new`, fields));
      const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
      assert.deepEqual(statuses.toSorted(), [303, 400, 400, 400, 400, 400]);
      assert.equal((await context.store.sitePages.drafts()).length, 1);
    });

    test('without text is not published, and says so', async () => {
      const { chief } = await startOffice(kind);
      const page = await drafted(chief, { body_md: ' ' });
      assert.match((await chief.open(`${page}/preview`)).body, /no text yet/);
      const sent = await chief.submit(`${page}/preview`, { version: '1' }, page);
      assert.equal(sent.statusCode, 409);
    });

    test('goes out and comes back with an archive', async () => {
      const { chief, context } = await startOffice(kind);
      const page = await drafted(chief);
      await publish(chief, page);
      await send(chief, page, { ...IMPRINT, slug: 'legal', body_md: 'Changes.' });
      const text = await exportText(context);
      assert.match(text, /"type":"page".*"slug":"legal".*"published":\{"slug":"imprint"/);
      const other = await startDesk(kind === 'sqlite' ? 'postgres' : 'sqlite');
      const lines = text.split('\n').filter((line) => line.includes('"type":"page"'));
      await other.add(...lines.map((line) => JSON.parse(line)));
      assert.match((await other.app.inject('/imprint')).body, /Press &amp; Co\./);
      const again = await exportText(other.context);
      assert.deepEqual(
        again.split('\n').filter((line) => line.includes('"type":"page"')),
        lines,
      );
    });
  });
}
