// Widgets on pages that are hard on them: strict policies, hostile styles, routes that come and go.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, openWorld, settled, told } from './world.ts';

const { base, open } = await openWorld();
const KINDS = ['badge', 'card', 'list', 'bio'];
const ALL = KINDS.map((kind) => ask(kind, 'ada')).join('\n');

test('a strict policy lets everything through but nothing more is asked of it', async () => {
  const policy = `default-src 'none'; script-src ${base}; connect-src ${base}; img-src ${base}; require-trusted-types-for 'script'`;
  const { page, complaints } = await open(ALL, { policy });
  for (const kind of KINDS) await page.locator(`#${kind} .widget`).waitFor();
  const paper = await page.evaluate(
    `getComputedStyle(card.shadowRoot.querySelector('.widget')).backgroundColor`,
  );
  assert.equal(paper, 'rgb(251, 250, 247)');
  assert.deepEqual(complaints, []);
});

/** Where each part of each widget is, and what it looks like. */
const LOOKS = `['badge', 'card', 'list', 'bio'].flatMap((id) =>
  [...document.getElementById(id).shadowRoot.querySelectorAll('*')].map((each) => {
    const { width, height } = each.getBoundingClientRect();
    const { color, fontSize, fontFamily, display, textTransform, backgroundColor } = getComputedStyle(each);
    return [id, each.className, Math.round(width), Math.round(height), color, fontSize, fontFamily, display, textTransform, backgroundColor].join(' ');
  }))`;

const HOSTILE = `* { all: unset !important; font-size: 90px !important; color: red !important; text-transform: uppercase !important }
div { display: none }
a, p, li { line-height: 9 !important; visibility: hidden !important; letter-spacing: 1em !important }`;

test('hostile styles leave them as they are', async () => {
  // Even the head is shown on such a page: what is far below would wait.
  const viewport = { width: 1280, height: 4000 };
  const calm = await open(`<main style="font-size: 24px; width: 800px">${ALL}</main>`, {
    viewport,
  });
  const wild = await open(`<main>${ALL}</main>`, {
    viewport,
    head: `<script async src="${base}/embed.js"></script><style>${HOSTILE}
main { display: block !important; width: 800px !important }</style>`,
  });
  await told(calm.page, 4);
  await told(wild.page, 4);
  for (const kind of KINDS) assert.ok(await wild.page.locator(`#${kind} .widget`).isVisible());
  assert.deepEqual(await wild.page.evaluate(LOOKS), await calm.page.evaluate(LOOKS));
});

test('what cannot be had leaves what the page has there, and says so', async () => {
  const { page } = await open(
    [
      ask('card', 'nobody'),
      ask('list', '').replace('data-slug=""', ''),
      ask('wheel', 'ada'),
      '<a id="anchor" data-service-widget="badge" data-slug="ada">Fallback anchor</a>',
    ].join(''),
  );
  await told(page, 4);
  const said = await page.evaluate(`told.map(({ type, id }) => type + ' ' + id).sort()`);
  assert.deepEqual(said, ['error anchor', 'error card', 'error list', 'error wheel']);
  for (const id of ['card', 'list', 'wheel', 'anchor']) {
    assert.ok(await page.getByText(`Fallback ${id}`).isVisible(), id);
  }
  assert.match(
    String(await page.evaluate(`told.find(({ id }) => id === 'card').detail.reason`)),
    /404/,
  );
  await page.evaluate(`card.dataset.slug = 'ada'`);
  await told(page, 5);
  assert.match(await page.locator('#card .widget').innerText(), /Ada Okafor/);
});

test('a service that is away leaves the page as it was, and may come back', async () => {
  const { page } = await open('');
  await page.waitForLoadState('load');
  await page.route('**/data.json', (route) => route.abort());
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(ask('bio', 'ada'))}`);
  await told(page, 1);
  assert.equal(await page.evaluate('told[0].type'), 'error');
  assert.ok(await page.getByText('Fallback bio').isVisible());
  await page.unroute('**/data.json');
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(ask('bio', 'ada'))}`);
  await told(page, 2);
  assert.equal(await page.evaluate('told[1].type'), 'ready');
});

test('an answer that is not what it should be harms nobody but itself', async () => {
  for (const body of ['{}', 'null', '{"author":{"name":"X"},"items":[]}', '<html>']) {
    const { page, complaints } = await open('');
    await page.waitForLoadState('load');
    await page.route('**/ada/data.json', (route) =>
      route.fulfill({ body, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(ALL + ask('wheel', 'zed'))}`);
    await told(page, 5);
    assert.equal(await page.evaluate(`told.every(({ type }) => type === 'error')`), true, body);
    for (const kind of KINDS) assert.ok(await page.getByText(`Fallback ${kind}`).isVisible());
    await page.evaluate(`wheel.dataset.serviceWidget = 'card'`);
    await told(page, 6);
    assert.match(await page.locator('#wheel .widget').innerText(), /Zed/);
    assert.deepEqual(complaints, []);
  }
});

test('a image that the page does not let in gives way to a letter', async () => {
  const { page } = await open('');
  await page.waitForLoadState('load');
  await page.route('**/data.json', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.author.avatar_url = `${base}/media/nothing.png`;
    await route.fulfill({ response: answer, json });
  });
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(ask('card', 'ada'))}`);
  await page.locator('#card span.face').waitFor();
  assert.equal(await page.locator('#card span.face').innerText(), 'A');
});

/** Counts who is watched, from before any script of the page runs. */
const COUNTING = `<script>
window.watched = new Set(); window.made = [];
for (const name of ['IntersectionObserver', 'MutationObserver']) {
  const Real = window[name];
  window[name] = class extends Real {
    constructor(...given) {
      super(...given);
      if (document.currentScript?.src.endsWith('/embed.js')) made.push(name);
    }
    observe(target, ...more) { super.observe(target, ...more); watched.add(target); }
    unobserve(target) { super.unobserve(target); watched.delete(target); }
  };
}
</script>`;

test('an application that swaps its routes leaves nobody watching', async () => {
  const { page } = await open('<div id="app"></div>', {
    head: `${COUNTING}<script src="${base}/embed.js"></script>`,
  });
  const far = '<div style="height: 9000px"></div>';
  for (let route = 0; route < 20; route += 1) {
    const body = ask('card', 'ada') + far + ask('list', 'zed');
    await page.evaluate(`app.innerHTML = ${JSON.stringify(body)}`);
    await told(page, route + 1);
  }
  await page.evaluate(`app.innerHTML = ''`);
  await settled(page);
  assert.deepEqual(await page.evaluate('made'), ['IntersectionObserver', 'MutationObserver']);
  assert.equal(await page.evaluate('watched.size'), 1);
  assert.equal(await page.evaluate('watched.has(document)'), true);
});
