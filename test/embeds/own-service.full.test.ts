// Which service a script belongs to, regardless of how it was loaded and of other services on the page; and shadow
// roots.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importArchive } from '../../src/operations/archive/import.ts';
import { author } from '../support/archive/records.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { openWorld, settled, told } from './world.ts';

const { base, open } = await openWorld([author('ada', { name: 'Ada of One' })]);
const other = await serveDesk();
await importArchive(other.context, [JSON.stringify(author('ada', { name: 'Ada of Two' }))]);

/** Another product's script, which has the same name as ours. */
const VENDOR = ['', ' type="module"']
  .map((type) => `<script${type} src="data:text/javascript,//vendor.example/embed.js"></script>`)
  .join('');

const linked = (id: string, to: string) =>
  `<p><span id="${id}" data-service-widget="badge" data-slug="ada"><a href="${to}/author/ada">Ada</a></span></p>`;
const named = (id: string, service: string) =>
  `<p><span id="${id}" data-service-widget="badge" data-slug="ada" data-service="${service}">Ada</span></p>`;

const dataIn = (asked: string[]) => asked.filter((url) => url.endsWith('/data.json')).toSorted();

const LOADED: { [how: string]: string } = {
  'as a module': `<script type="module" src="${base}/embed.js"></script>`,
  'by import()': `<script>import('${base}/embed.js')</script>`,
  'by import() with a query': `<script>import('${base}/embed.js?v=1:2:3')</script>`,
};

test('it asks its own service as a module and by import(), beside the /embed.js of another vendor', async () => {
  for (const [how, head] of Object.entries(LOADED)) {
    const { page, asked, complaints } = await open(
      named('one', base) + linked('far', 'https://away.example'),
      {
        head: VENDOR + head,
      },
    );
    await told(page, 2);
    for (const id of ['one', 'far']) {
      assert.equal(await page.locator(`#${id} .widget`).innerText(), 'Ada of One', how);
    }
    assert.deepEqual(dataIn(asked), ['/embed/ada/data.json'], how);
    assert.deepEqual(complaints, [], how);
    await page.context().close();
  }
});

const script = (from: string, how = 'async') => `<script ${how} src="${from}/embed.js"></script>`;

const TOGETHER: { [how: string]: string } = {
  'both async': script(base) + script(other.base),
  'modules, the other one first':
    script(other.base, 'type="module"') + script(base, 'type="module"'),
  'each twice': script(base, '') + script(other.base, '') + script(base) + script(other.base),
};

test('with two services on a page, each asks its own', async () => {
  for (const [how, head] of Object.entries(TOGETHER)) {
    const body = [
      linked('one', base),
      linked('two', other.base),
      named('three', base),
      named('four', `${other.base}/`),
    ].join('');
    const { page, asked } = await open(body, { head });
    await told(page, 4);
    await page.waitForLoadState('load');
    await settled(page);
    const shown = ['one', 'two', 'three', 'four'].map((id) =>
      page.locator(`#${id} .widget`).innerText(),
    );
    const [one, two] = ['Ada of One', 'Ada of Two'];
    assert.deepEqual(await Promise.all(shown), [one, two, one, two], how);
    assert.equal(await page.evaluate('told.length'), 4, how);
    assert.deepEqual(
      dataIn(asked),
      ['/embed/ada/data.json', `${other.base}/embed/ada/data.json`],
      how,
    );
    await page.context().close();
  }
});

test('a service that comes late takes over what is its own, and nothing else', async () => {
  const body =
    linked('one', base) + linked('two', other.base) + linked('far', 'https://away.example');
  const { page, complaints } = await open(body, { head: script(base) });
  const shown = () =>
    Promise.all(['one', 'two', 'far'].map((id) => page.locator(`#${id} .widget`).innerText()));
  await told(page, 3);
  assert.deepEqual(await shown(), ['Ada of One', 'Ada of One', 'Ada of One']);
  await page.evaluate(`import('${other.base}/embed.js')`);
  await told(page, 4);
  assert.deepEqual(await shown(), ['Ada of One', 'Ada of Two', 'Ada of One']);
  await page.evaluate(
    `for (const each of document.querySelectorAll('[data-slug]')) each.dataset.theme = 'dark'`,
  );
  await told(page, 7);
  await settled(page);
  assert.deepEqual(await shown(), ['Ada of One', 'Ada of Two', 'Ada of One']);
  await page.evaluate(
    `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(linked('new', other.base))})`,
  );
  await told(page, 8);
  await settled(page);
  assert.equal(await page.locator('#new .widget').innerText(), 'Ada of Two');
  assert.equal(await page.evaluate('told.length'), 8);
  assert.deepEqual(complaints, []);
});

/** Roots inside of roots, one of them with a widget that comes later. */
const SHADOWS = `
  const outer = host.attachShadow({ mode: 'open' });
  outer.innerHTML = ${JSON.stringify(`${linked('deep', base)}<div id="inner"></div>`)};
  const inner = outer.getElementById('inner').attachShadow({ mode: 'closed' });
  inner.innerHTML = ${JSON.stringify(named('deeper', base))};
  window.deepest = inner;
  Standfirst.scan(outer);
  Standfirst.scan(outer);
  Standfirst.scan(inner);`;

test('it draws inside of the shadow roots that a page hands it, and follows them', async () => {
  const { page, complaints } = await open('<div id="host"></div>', {
    head: script(base, '') + script(other.base, ''),
  });
  await page.evaluate(SHADOWS);
  await told(page, 2);
  assert.equal(await page.locator('#deep .widget').innerText(), 'Ada of One');
  const text = `[...deepest.querySelectorAll('[data-service-widget]')]
    .map(({ shadowRoot }) => shadowRoot?.querySelector('.widget')?.innerText)`;
  assert.deepEqual(await page.evaluate(text), ['Ada of One']);
  await page.evaluate(`deepest.append(document.createRange().createContextualFragment(
    ${JSON.stringify(named('late', other.base))}))`);
  await told(page, 3);
  await settled(page);
  assert.deepEqual(await page.evaluate(text), ['Ada of One', 'Ada of Two']);
  assert.equal(await page.evaluate('told.length'), 3);
  assert.deepEqual(complaints, []);
});
