// The four widgets on a page of another origin: what they show, and how they follow the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from '../support/browser/accessible-page.ts';
import { ask, MARKUP, openWorld, settled, told } from './world.ts';

const { base, open } = await openWorld();
const KINDS = ['badge', 'card', 'list', 'bio'];
const ALL = KINDS.map((kind) => ask(kind, 'ada')).join('\n');

test('each shows what it is for, in links that lead to the service', async () => {
  const { page, complaints } = await open(`<main><h1>A page</h1>${ALL}</main>`);
  await told(page, 4);
  for (const kind of KINDS) {
    assert.match(await page.locator(`#${kind} .widget`).innerText(), /Ada Okafor/);
    assert.equal(
      await page.locator(`#${kind} .tick`).getAttribute('aria-label'),
      'Identity verified',
    );
    const href = await page.locator(`#${kind} a`).first().getAttribute('href');
    assert.equal(href, `${base}/author/ada`);
  }
  const card = await page.locator('#card .widget').innerText();
  for (const words of [
    'Structural engineer',
    'Looks after bridges.',
    '25 pieces',
    'Read on localhost',
  ]) {
    assert.ok(card.includes(words), words);
  }
  const titles = await page.locator('#list li a').allInnerTexts();
  assert.deepEqual(titles, ['Bridge 25', 'Bridge 24', 'Bridge 23', 'Bridge 22', 'Bridge 21']);
  assert.equal(await page.locator('#list time').first().innerText(), '25 January 2026');
  const bio = await page.locator('#bio .widget').innerText();
  for (const words of ['Writes about looking.', 'ada.example.org verified', 'LinkedIn']) {
    assert.ok(bio.includes(words), words);
  }
  assert.deepEqual(await faultsOf(page), []);
  assert.deepEqual(complaints, []);
});

const LOADING = {
  async: `<script async src="${base}/embed.js"></script>`,
  deferred: `<script defer src="${base}/embed.js"></script>`,
  'at once': `<script src="${base}/embed.js"></script>`,
  'as a module': `<script type="module" src="${base}/embed.js"></script>`,
  'as a module, beside the script of another': `<script src="data:text/javascript,//x/embed.js"></script><script type="module" src="${base}/embed.js"></script>`,
  twice: `<script src="${base}/embed.js"></script><script async src="${base}/embed.js"></script>`,
};
for (const [how, head] of Object.entries(LOADING)) {
  test(`loaded ${how}, each is drawn once from one request`, async () => {
    const { page, asked } = await open(ALL, { head });
    await told(page, 4);
    await page.waitForLoadState('load');
    await settled(page);
    assert.equal(await page.evaluate('told.length'), 4);
    assert.deepEqual(
      asked.filter((address) => address.endsWith('data.json')),
      ['/embed/ada/data.json'],
    );
  });
}

test('an element that is added, changed, moved or taken away is followed', async () => {
  const { page } = await open('<div id="here"></div><div id="there"></div>');
  await page.waitForLoadState('load');
  await page.evaluate(`here.innerHTML = ${JSON.stringify(ask('list', 'ada', 'data-limit="2"'))}`);
  await told(page, 1);
  assert.equal(await page.locator('#list li').count(), 2);
  await page.evaluate(`list.dataset.limit = '20'`);
  await told(page, 2);
  assert.equal(await page.locator('#list li').count(), 20);
  await page.evaluate('there.append(list)');
  await settled(page);
  assert.equal(await page.evaluate('told.length'), 2);
  assert.equal(await page.locator('#there #list li').count(), 20);
  await page.evaluate(`list.dataset.serviceWidget = 'card'`);
  await told(page, 3);
  assert.equal(await page.locator('#list .foot').count(), 1);
  await page.evaluate(`list.dataset.slug = 'zed'`);
  await told(page, 4);
  assert.match(await page.locator('#list .widget').innerText(), /Zed\s+0 pieces/);
  await page.evaluate(`list.removeAttribute('data-service-widget')`);
  await page.getByText('Fallback list').waitFor();
  await page.evaluate(`list.setAttribute('data-service-widget', 'badge')`);
  await told(page, 5);
  await page.evaluate(`window.kept = list; kept.remove()`);
  await settled(page);
  await page.evaluate('document.body.append(kept)');
  await settled(page);
  assert.equal(await page.evaluate('told.length'), 5);
  assert.match(await page.locator('#list .pill').innerText(), /Zed/);
});

test('what somebody wrote is shown as they wrote it, and runs nowhere', async () => {
  const all = KINDS.map((kind) => ask(kind, 'eve')).join('');
  const { page, complaints } = await open(all);
  await told(page, 4);
  for (const kind of KINDS) {
    assert.ok((await page.locator(`#${kind} .widget`).innerText()).includes(MARKUP), kind);
    assert.equal(await page.locator(`#${kind} :is(img, b)`).count(), 0, kind);
    assert.equal(await page.locator(`#${kind} .tick`).count(), 0, kind);
  }
  assert.equal(await page.title(), 'A page');
  assert.deepEqual(complaints, []);
});

test('nobody is made verified by a tone', async () => {
  const { page } = await open(
    ask('badge', 'zed', 'data-tone="verified"') +
      ask('badge', 'ada', 'data-tone="verified"').replace('id="badge"', 'id="other"'),
  );
  await told(page, 2);
  assert.equal(await page.locator('#badge :is(.tick, .strong)').count(), 0);
  assert.equal(await page.locator('#other .strong .tick').count(), 1);
});

test('a tick in a name is not shown: it would be taken for ours', async () => {
  for (const [slug, name] of Object.entries({ tia: 'Tia', one: 'one' })) {
    const { page } = await open(KINDS.map((kind) => ask(kind, slug)).join(''));
    await told(page, 4);
    for (const kind of KINDS) {
      assert.equal(await page.locator(`#${kind} a`).first().innerText(), name, kind);
    }
    assert.equal(await page.locator('#card .widget').getAttribute('aria-label'), name);
  }
});

test('letters follow the page from 12 to 24 pixels', async () => {
  const sizes = { '8px': '12px', '18px': '18px', '90px': '24px' };
  for (const [given, shown] of Object.entries(sizes)) {
    const { page } = await open(`<div style="font-size: ${given}">${ask('card', 'ada')}</div>`);
    await told(page, 1);
    const size = `getComputedStyle(card.shadowRoot.querySelector('.widget')).fontSize`;
    assert.equal(await page.evaluate(size), shown);
  }
});

test('colours follow the theme, and with auto the reader', async () => {
  const paper = async (theme: string, colorScheme: 'light' | 'dark') => {
    const { page } = await open(ask('card', 'ada', `data-theme="${theme}"`), { colorScheme });
    await told(page, 1);
    return page.evaluate(
      `getComputedStyle(card.shadowRoot.querySelector('.widget')).backgroundColor`,
    );
  };
  const [light, dark] = ['rgb(251, 250, 247)', 'rgb(20, 19, 17)'];
  assert.equal(await paper('light', 'dark'), light);
  assert.equal(await paper('dark', 'light'), dark);
  assert.equal(await paper('auto', 'light'), light);
  assert.equal(await paper('auto', 'dark'), dark);
  assert.equal(await paper('purple', 'dark'), light);
});

test('it is written the way the page is', async () => {
  const { page } = await open(`<div dir="rtl">${ask('card', 'ada')}</div>`);
  await told(page, 1);
  const order = `(() => {
    const [face, name] = ['.face', '.name'].map((each) => card.shadowRoot.querySelector(each).getBoundingClientRect());
    return face.left > name.left;
  })()`;
  assert.equal(await page.evaluate(order), true);
});

test('our own words are English and read from left to right, those of the author are theirs', async () => {
  const { page } = await open(`<div dir="rtl">${ask('list', 'zed')}${ask('bio', 'ada')}</div>`);
  await told(page, 2);
  const stop = `(() => {
    const words = document.createTreeWalker(list.shadowRoot.querySelector('.muted'), NodeFilter.SHOW_TEXT).nextNode();
    const [first, last] = [0, words.length - 1].map((at) => {
      const sign = document.createRange();
      sign.setStart(words, at);
      sign.setEnd(words, at + 1);
      return sign.getBoundingClientRect().left;
    });
    return first < last;
  })()`;
  assert.equal(await page.evaluate(stop), true);
  for (const theirs of ['#list .name bdi', '#bio .muted bdi', '#bio .words']) {
    assert.equal(await page.locator(theirs).first().getAttribute('lang'), '', theirs);
  }
  assert.equal(await page.locator('#list .muted:lang(en)').count(), 1);
});

test('the keyboard reaches every link, in order', async () => {
  const { page } = await open(ask('list', 'ada', 'data-limit="2"'));
  await told(page, 1);
  const reached: unknown[] = [];
  for (let at = 0; at < 3; at += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate('document.activeElement.shadowRoot.activeElement.innerText'));
  }
  assert.deepEqual(reached, ['Ada Okafor', 'Bridge 25', 'Bridge 24']);
});

test('what is far below is asked for when it comes near, and has its place before', async () => {
  const { page, asked } = await open(
    `<div style="height: 5000px"></div>${ask('card', 'ada')}<p id="after">After</p>`,
  );
  await page.waitForLoadState('load');
  await settled(page);
  const place = `after.getBoundingClientRect().top + scrollY`;
  const before = await page.evaluate(place);
  assert.ok(!asked.some((address) => address.endsWith('data.json')));
  await page.evaluate('scrollTo(0, 4500)');
  await told(page, 1);
  const moved = Math.abs(Number(await page.evaluate(place)) - Number(before));
  assert.ok(moved < 8, `the page jumped by ${moved} pixels`);
});

test('nothing below moves when the answer comes, whoever it is about', async () => {
  for (const [kind, slug, more] of [
    ['badge', 'ada'],
    ['card', 'ada'],
    ['card', 'zed'],
    ['list', 'ada'],
    ['list', 'ada', 'data-limit="1"'],
    ['list', 'ada', 'data-limit="20"'],
    ['list', 'zed'],
    ['bio', 'ada'],
    ['bio', 'zed'],
  ] as const) {
    const { page } = await open('', { viewport: { width: 800, height: 2400 } });
    await page.waitForLoadState('load');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/data.json', async (route) => {
      await held;
      await route.continue();
    });
    const isAsked = page.waitForRequest('**/data.json');
    const body = `${ask(kind, slug, more)}<p id="after">After</p>`;
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}`);
    await isAsked;
    const place = async () => Number(await page.evaluate(`after.getBoundingClientRect().top`));
    const before = await place();
    release();
    await told(page, 1);
    const moved = Math.abs((await place()) - before);
    assert.ok(moved < 4, `${kind} of ${slug} ${more ?? ''} moved the page by ${moved} pixels`);
    await page.context().close();
  }
});
