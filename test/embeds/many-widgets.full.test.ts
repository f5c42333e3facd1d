// A page with 200 widgets: as many requests as authors, no long stretch of work, nothing done twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { openWorld, settled, told } from './world.ts';

const KINDS = ['badge', 'card', 'list', 'bio'];
const AUTHORS = Array.from({ length: 20 }, (_, at) => `author-${at}`);

const { base, open } = await openWorld(
  AUTHORS.flatMap((slug) => [
    author(slug, { name: `The ${slug}`, bio: 'A bio. '.repeat(40) }),
    ...Array.from({ length: 20 }, (_, at) => piece(slug, { headline: `Piece ${at}` })),
  ]),
);

const WIDGETS = Array.from({ length: 200 }, (_, at) => {
  const kind = KINDS[at % KINDS.length];
  return `<div style="float: left; height: 4px; overflow: hidden" id="w${at}" data-service-widget="${kind}" data-slug="author-${at % 20}"></div>`;
}).join('');

/** A clock that moves on whenever it is asked, and a count of how often the script yields to the page. */
const WATCHING = `<script>
let now = 0;
performance.now = () => (now += 4);
window.yields = 0;
const wait = window.setTimeout;
window.setTimeout = (...given) => {
  if (given.length === 1) yields += 1;
  return wait(...given);
};
</script>`;

/** Every node of the page, those inside the widgets included. */
const NODES = `(() => {
  const all = [...document.querySelectorAll('*')];
  const inside = all.flatMap(({ shadowRoot }) => shadowRoot ? [...shadowRoot.querySelectorAll('*')] : []);
  return all.length + inside.length;
})()`;

const openMany = () =>
  open(WIDGETS, {
    head: `${WATCHING}<script async crossorigin src="${base}/embed.js"></script>`,
  });

test('200 widgets of 20 authors are asked for once and drawn once', async () => {
  const { page, asked, complaints } = await openMany();
  await told(page, 200);
  await settled(page);
  const requests = asked.filter((address) => address.endsWith('data.json'));
  assert.equal(requests.length, 20);
  assert.equal(new Set(requests).size, 20);
  assert.equal(await page.evaluate(`told.every(({ type }) => type === 'ready')`), true);
  const before = await page.evaluate(NODES);
  await page.evaluate(`(async () => {
    for (let at = 0; at < 100; at += 1) {
      const other = document.createElement('p');
      document.body.append(other);
      other.setAttribute('data-theme', 'dark');
      w0.setAttribute('title', at);
      w1.setAttribute('data-theme', 'light');
      w1.removeAttribute('data-theme');
      await new Promise(requestAnimationFrame);
      other.remove();
    }
  })()`);
  await settled(page);
  assert.equal(await page.evaluate(NODES), before);
  assert.equal(await page.evaluate('told.length'), 200);
  assert.equal(asked.filter((address) => address.endsWith('data.json')).length, 20);
  assert.deepEqual(complaints, []);
});

test('200 widgets of 20 authors let the page have its turn', async () => {
  const { page } = await openMany();
  await told(page, 200);
  await settled(page);
  // By that clock three widgets are a stretch, and the page has its turn after each.
  assert.ok(Number(await page.evaluate('yields')) >= 60, String(await page.evaluate('yields')));
});
