// A page with 200 widgets: as many requests as authors, no long task, and nothing done twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { author, piece } from '../support/records.ts';
import { openWorld, settled, told } from './world.ts';

const KINDS = ['badge', 'card', 'list', 'bio'];
const AUTHORS = Array.from({ length: 20 }, (_, at) => `author-${at}`);
const LONGEST_MS = 50;

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

/** How long the script held the page at a stretch, as the browser tells of scripts that it may read. */
const WATCHING = `<script>
window.held = [];
new PerformanceObserver((list) => {
  for (const { scripts } of list.getEntries()) {
    for (const { sourceURL, duration } of scripts) {
      if (sourceURL.endsWith('/embed.js')) held.push(duration);
    }
  }
}).observe({ type: 'long-animation-frame', buffered: true });
</script>`;

/** Every node of the page, those inside the widgets included. */
const NODES = `(() => {
  const all = [...document.querySelectorAll('*')];
  const inside = all.flatMap(({ shadowRoot }) => shadowRoot ? [...shadowRoot.querySelectorAll('*')] : []);
  return all.length + inside.length;
})()`;

test('200 widgets of 20 authors', async () => {
  const { page, asked, complaints } = await open(WIDGETS, {
    head: `${WATCHING}<script async crossorigin src="${base}/embed.js"></script>`,
  });
  await told(page, 200);
  await settled(page);
  const requests = asked.filter((address) => address.endsWith('data.json'));
  assert.equal(requests.length, 20);
  assert.equal(new Set(requests).size, 20);
  assert.equal(await page.evaluate(`told.every(({ type }) => type === 'ready')`), true);
  const held = await page.evaluate('held');
  assert.ok(
    Array.isArray(held) && held.every((each) => Number(each) <= LONGEST_MS),
    `held for ${held} ms`,
  );

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
