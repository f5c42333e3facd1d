// Publications of every kind: empty, one writer with few pieces and with many, several writers, with covers on all, on
// some and on none, long names, right to left. In light and dark, on a phone and on a wide screen.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importArchive } from '../../src/operations/archive/import.ts';
import { saveImage as store } from '../../src/operations/images/images.ts';
import { painting } from '../media/image-world.ts';
import { author, piece } from '../support/archive/records.ts';
import { faultsOf, saveImage, showOn, watchedPage } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { rounds } from '../support/soak.ts';

const chromium = await openBrowser();

/** Each width and each scheme once with all rules; the other two in a soak. */
const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 }, rules: 'all' },
  { colorScheme: 'light', viewport: { width: 390, height: 844 }, rules: 'colors' },
  { colorScheme: 'dark', viewport: { width: 1440, height: 900 }, rules: 'colors' },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 }, rules: 'all' },
] as const;

const HEADLINES = [
  'The harbour before anybody is up',
  'What a bridge costs after the ribbon',
  'Nobody reads the minutes',
  'A short history of the ledger, and of those who would rather not have one',
  'Salt',
];
const SUB = 'Nine mornings on the quay, and what the cats know about the price of fish.';
const WRITERS = ['ada', 'bo', 'cem', 'dora'];
const LONG =
  'Maximiliana Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh de la Santísima Trinidad';
const CATEGORIES = ['life', 'civic', 'culture', 'money', 'building'];

interface Scene {
  pieces: number;
  writers?: readonly string[];
  /** Which of the pieces have a cover. */
  covers?: (at: number) => boolean;
  name?: string;
  fields?: { [name: string]: unknown };
  /** Pages to check besides the front page. */
  also?: readonly string[];
}

const SCENES: { [name: string]: Scene } = {
  'nothing yet': { pieces: 0 },
  'one writer with two pieces': { pieces: 2, also: ['/author/ada'] },
  'one writer with two hundred': { pieces: 200, also: ['/author/ada'] },
  'many writers': { pieces: 24, writers: WRITERS, also: ['/category/life'] },
  'covers on all': {
    ...{ pieces: 24, writers: WRITERS, covers: () => true },
    also: ['/category/life', '/author/ada'],
  },
  'covers on some': {
    ...{ pieces: 24, writers: WRITERS, covers: (at) => at % 3 === 1 },
    also: ['/category/life'],
  },
  'one writer, covers on all': { pieces: 9, covers: () => true, also: ['/author/ada'] },
  'long names': { pieces: 12, writers: ['ada', 'bo'], name: LONG, covers: (at) => at % 2 === 0 },
  'right to left': {
    ...{ pieces: 12, writers: ['ada', 'bo'], name: 'نور حداد', covers: (at) => at % 2 === 0 },
    fields: { locale: 'ar', headline: 'الميناء في الخامسة صباحا', sub: 'لا أحد هناك إلا القطط' },
    also: ['/author/ada', '/category/life'],
  },
};

const WRITER = { kind: 'writer', accountId: 'none', slug: 'ada', isAdmin: false } as const;

/** A service with all of this in it, the newest first in the list of headlines. */
async function published({ pieces, writers = ['ada'], covers, name, fields }: Scene) {
  const served = await serveDesk();
  const urls: string[] = [];
  for (const [seed, [width, height]] of [[300, 200] as const, [200, 300] as const].entries()) {
    const bytes = covers ? await painting(width, height, seed).jpeg().toBuffer() : null;
    const actor = { ...WRITER, sessionId: 'none' };
    if (bytes) urls.push((await store(served.context, actor, bytes)).url);
  }
  const lines = Array.from({ length: pieces }, (_, at) =>
    piece(`${writers[at % writers.length]}`, {
      ...{ headline: HEADLINES[at % HEADLINES.length], sub: SUB, tags: ['harbour'] },
      ...{ category: CATEGORIES[at % CATEGORIES.length], body_md: 'Words of a text. '.repeat(60) },
      published_at: new Date(Date.UTC(2026, 4, 1) - at * 86_400_000).toISOString(),
      ...(covers?.(at) && { image: { url: urls[at % 2], alt: 'A quay', caption: 'At five.' } }),
      ...fields,
    }),
  );
  const people = pieces === 0 ? [] : writers.map((slug) => author(slug, { name: name ?? slug }));
  await importArchive(
    served.context,
    [...people, ...lines].map((line) => JSON.stringify(line)),
  );
  return served;
}

describe('a publication', () => {
  for (const [name, scene] of Object.entries(SCENES)) {
    test(name, async () => {
      const { base } = await published(scene);
      const { page, complaints } = await watchedPage(chromium, base, {});
      const faults: string[] = [];
      for (const path of ['/', ...(scene.also ?? [])]) {
        assert.equal((await page.goto(base + path))?.status(), 200, path);
        for (const { rules, ...screen } of SCREENS) {
          if (rounds(0, 1) === 0 && rules === 'colors') continue;
          await showOn(page, screen);
          const where = `${screen.colorScheme}-${screen.viewport.width}`;
          faults.push(...(await faultsOf(page, rules)).map((fault) => `${where}: ${fault}`));
          await saveImage(page, `${name.replaceAll(/\W+/g, '-')}-${where}`);
        }
      }
      assert.deepEqual(faults, []);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }
});
