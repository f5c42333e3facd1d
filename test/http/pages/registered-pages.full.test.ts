// Every page that the router knows, as a writer who is an admin sees it: axe finds nothing, and
// nothing is wider than its window. A new page is in it by being registered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createWriter } from '../../../src/operations/accounts/writers.ts';
import { importArchive } from '../../../src/operations/archive/import.ts';
import { makePreview, previewUrl } from '../../../src/operations/pieces/previews.ts';
import { addDue, addWebhook } from '../../delivery/outbox-rows.ts';
import { piece, product, saidAbout, series, sitePage } from '../../support/archive/records.ts';
import {
  faultsOf,
  rulesIn,
  saveImage,
  showOn,
  watchedPage,
} from '../../support/browser/accessible-page.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { letIn, serveDesk } from '../../support/desk/served-desk.ts';
import { routesTakenDown } from '../../support/openapi/route-list.ts';
import { rounds } from '../../support/soak.ts';

const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

const SETTINGS = { REVIEW: 'on', SIGNUPS: 'open', SMTP_URL: 'smtp://127.0.0.1:1' };
const PASSWORD = 'a long password';
const ADA = { slug: 'ada', name: 'Ada', email: 'ada@example.org', password: PASSWORD };
const BO = { slug: 'bo', name: 'Bo', email: 'bo@example.org', password: PASSWORD };

const live = piece('ada', { headline: 'Bridges', slug: 'bridges', tags: ['steel'] });
/** The same id for a note, its reply and a proposal: piece and kind tell them apart. */
const NOTE = '5f3f8a6e-1c2b-4d7a-9e0f-aa00bb11cc22';
const draft = piece('ada', {
  ...{ headline: 'Locks', status: 'draft', published_at: undefined },
  ...saidAbout('writer', NOTE),
});
const pending = piece('bo', {
  ...{ headline: 'Weirs', status: 'pending', published_at: undefined },
  ...saidAbout('reviewer', NOTE),
});
const trashed = piece('ada', {
  ...{ headline: 'Sluices', status: 'draft', published_at: undefined },
  trashed_at: new Date().toISOString(),
});
const imprint = sitePage('imprint');
const book = product('ada');
const walks = series('ada', [live, draft], { slug: 'walks', description: 'On foot.' });

const chromium = await openBrowser();

/** A service with something behind every kind of parameter. */
async function peopledService() {
  const served = await serveDesk({ settings: SETTINGS });
  const { base, context } = served;
  const ada = await createWriter(context, { ...ADA, admin: true, identityVerified: true });
  await createWriter(context, { ...BO, admin: false, identityVerified: false });
  const lines = [live, draft, pending, trashed, book, imprint, walks].map((line) =>
    JSON.stringify(line),
  );
  await importArchive(context, lines);
  await addWebhook(context, ada.id, `${base}/hook`);
  const [delivery = ''] = await addDue(context, [ada.id], 1);
  const actor = { kind: 'writer', accountId: ada.id, slug: 'ada', isAdmin: true } as const;
  await makePreview(context, { ...actor, sessionId: 'none' }, draft.id);
  const preview = await previewUrl(context, draft.id);
  const token = preview?.url.split('/').at(-1) ?? '';
  return { ...served, ada, delivery, token };
}

type World = Awaited<ReturnType<typeof peopledService>>;

/** Values for the parameters of routes, by the route's beginning; the first that matches counts. */
const parametersOf = ({ delivery, token }: World): [string, string[]][] => [
  ['/desk/edit/online-presence/webhook/deliveries/:id', [delivery]],
  ['/desk/edit/pieces/:id/conversation/:note', [`${draft.id} ${NOTE}`]],
  ['/desk/edit/pieces/:id/proposals/:proposal', [`${draft.id} ${NOTE}`]],
  ['/desk/review/:id/notes/:note', [`${pending.id} ${NOTE}`]],
  ['/api/v1/pieces/:id/notes/:note', [`${draft.id} ${NOTE}`]],
  ['/desk/edit/pieces/:id/versions/:number', [`${draft.id} 1`, `${live.id} 1`]],
  ['/desk/edit/pieces/:id', [draft.id, live.id]],
  ['/desk/connect/:uid', ['nothing']],
  ['/oauth/', ['nothing']],
  ['/desk/import/:id', [draft.id]],
  ['/desk/trash/:id', [trashed.id]],
  ['/desk/review/:id', [pending.id]],
  ['/desk/writers/:slug', ['bo']],
  ['/desk/edit/shop/:id', [book.id]],
  ['/desk/pages/:id', [imprint.id]],
  ['/desk/series/:id', [walks.id]],
  ['/:slug', [imprint.slug]],
  ['/shop/:id', [book.id]],
  ['/preview/:token', [token]],
  ['/author/:slug/series/:series', ['ada walks']],
  ['/author/:slug/:piece', ['ada bridges']],
  ['/author/:slug', ['ada']],
  ['/category/:category', ['building']],
  ['/tag/:tag', ['steel']],
  ['/pieces/:id', [live.id]],
  ['/read/:id', [live.id]],
  ['/api/public/pieces/:id', [live.id]],
  ['/api/v1/pieces/:id', [draft.id]],
  ['/api/public/authors/:slug', ['ada']],
  ['/embed/:slug', ['ada']],
  ['/media/:name', ['nothing']],
  ['/assets/:name', ['desk.css']],
  ['/sitemap-', ['1']],
];

/** A route with its parameters filled in. A route without values fails the test. */
function pathsOf(url: string, world: World): string[] {
  const plain = url.replace(/\([^)]*\)/g, '').replace('*', 'nothing-here');
  if (!plain.includes(':')) return [plain];
  const [, values] = parametersOf(world).find(([start]) => plain.startsWith(start)) ?? [];
  assert.ok(values, `${url}: say in parametersOf what stands for its parameters`);
  return values.map((value) =>
    value.split(' ').reduce((path, part) => path.replace(/:\w+/, part), plain),
  );
}

/** The paths that answer with a page to a person who may see it. */
async function pagePaths(page: Page, world: World): Promise<string[]> {
  const urls = routesTakenDown(world.app)
    .filter(({ method }) => [method].flat().includes('GET'))
    .map(({ url }) => url);
  const paths = [...new Set(urls)].flatMap((url) => pathsOf(url, world));
  const found: string[] = [];
  for (const path of paths) {
    const answer = await page.request.get(world.base + path, { maxRedirects: 0 });
    const isPage = answer.headers()['content-type']?.startsWith('text/html');
    // The long page for developers is looked at with those of the site.
    if (isPage && path !== '/developers' && [200, 404].includes(answer.status())) found.push(path);
  }
  return found;
}

test('every registered page is accessible', async () => {
  const world = await peopledService();
  const { page } = await watchedPage(chromium, world.base, {});
  await letIn(page.context(), world, world.ada.id);
  const paths = await pagePaths(page, world);
  assert.ok(paths.length >= 40, `only ${paths.length} pages`);
  // Their colors are those of all pages, and the pages' own tests look at them; here in a soak.
  const isSoak = rounds(0, 1) === 1;
  const screens = isSoak ? SCREENS : SCREENS.slice(0, 1);
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(world.base + path);
    for (const screen of screens) {
      await showOn(page, screen);
      const found = await faultsOf(page, isSoak ? rulesIn(screen.colorScheme) : 'structure');
      faults.push(...found.map((fault) => `${screen.colorScheme}: ${fault}`));
      await saveImage(page, `registered-${screen.colorScheme}-${screen.viewport.width}`);
    }
  }
  assert.deepEqual(faults, []);
});
