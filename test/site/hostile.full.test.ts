// Hundreds of attacks, published from the desk as a writer publishes, run no script on any page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { recentPieces } from '../../src/operations/pieces/recent-pieces.ts';
import { places, urls, vectors } from '../rendering/markdown/attacks.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { serveDesk } from '../support/desk/served-desk.ts';

const PER_PIECE = 120;

/** Something that would be seen to run, in each way in which script can be smuggled in. */
const RUNS = 'window.ran=1';
const HANDLERS = ['onerror', 'onload', 'onfocus', 'onclick', 'ontoggle', 'onanimationstart'];
const ELEMENTS = [
  ...['img src=x', 'svg', 'body', 'iframe', 'video src=x', 'audio src=x', 'details open'],
  ...['input autofocus', 'select autofocus', 'object data=x', 'embed src=x', 'marquee'],
];
const WRAPPERS: ((attack: string) => string)[] = [
  (attack) => attack,
  (attack) => `> ${attack}`,
  (attack) => `- ${attack}`,
  (attack) => `# ${attack}`,
  (attack) => `[${attack}](https://x.example "${attack}")`,
  (attack) => `\`\`\`html\n${attack}\n\`\`\``,
];

const alerting = (attack: string) => attack.replaceAll('alert(1)', RUNS);

const CORPUS = [
  ...vectors.map(alerting),
  ...urls.flatMap((address) => places.slice(0, 6).map((place) => place(alerting(address)))),
  ...ELEMENTS.flatMap((element) =>
    HANDLERS.map((handler, at) => {
      const wrap = WRAPPERS[at % WRAPPERS.length] ?? String;
      return wrap(`<${element} ${handler}="${RUNS}">`);
    }),
  ),
  // Control characters are left out, since no form accepts them.
].filter((attack) => !/\p{Cc}/u.test(attack.replace(/[\n\t]/g, '')));

/** Attacks short enough for the short fields. */
const HEADLINES = [
  `<script>${RUNS}</script>`,
  `"><img src=x onerror=${RUNS}>`,
  `</title><script>${RUNS}</script>`,
  `</script><script>${RUNS}</script>`,
  `'-${RUNS}-'`,
  `{{constructor.constructor('${RUNS}')()}}`,
];

/** The policy of the page would stop them; they must not even be there. */
const ALIENS = `[...document.querySelectorAll('main *')].filter((element) =>
  element.matches('script, style, iframe, object, embed, form:not(.search), svg:not(.tick)') ||
  [...element.attributes].some(({ name, value }) =>
    /^on|^style$|^srcdoc$/.test(name) ||
    (/^(href|src|action)$/.test(name) && /^\\s*(javascript|vbscript|data):/i.test(value)))
).map((element) => element.outerHTML)`;

const PASSWORD = 'a long password';

async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/desk/sign-in`);
  await page.getByLabel('Email').fill('eve@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${base}/desk`);
}

/** Uses the form without the editor's script, which takes any text in one go. */
async function publish(page: Page, base: string, text: string, headline: string): Promise<void> {
  await page.goto(`${base}/desk/edit/pieces/new`);
  await page.getByLabel('Headline').fill(headline);
  await page.getByLabel('Standfirst').fill(headline);
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByLabel('Tags').fill(headline.replaceAll(',', '').slice(0, 32));
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await page.goto(`${page.url().replace(/\?.*/, '')}/publish`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/publish'));
}

test(`${CORPUS.length} attacks, and the fields beside them`, async () => {
  assert.ok(CORPUS.length >= 300);
  const { base, context } = await serveDesk();
  await createWriter(context, {
    ...{ slug: 'eve', name: String(HEADLINES[1]), email: 'eve@example.org', password: PASSWORD },
    ...{ admin: false, identityVerified: true },
  });
  const chromium = await openBrowser();
  const desk = await chromium.newContext({ javaScriptEnabled: false });
  const form = await desk.newPage();
  await signIn(form, base);
  for (let at = 0; at < CORPUS.length; at += PER_PIECE) {
    const text = CORPUS.slice(at, at + PER_PIECE).join('\n\nA paragraph between.\n\n');
    await publish(form, base, text, HEADLINES[(at / PER_PIECE) % HEADLINES.length] ?? '');
  }
  for (const headline of HEADLINES) await publish(form, base, headline, headline);

  const { items } = await recentPieces.run(context, { limit: 100 });
  assert.equal(items.length, Math.ceil(CORPUS.length / PER_PIECE) + HEADLINES.length);
  const query = encodeURIComponent(`<script>${RUNS}</script>`);
  const paths = [
    ...items.map(({ url }) => new URL(url).pathname),
    ...['/', '/category/building', '/author/eve', `/search?q=${query}`, '/search?q=script'],
    `/nowhere/${query}`,
  ];
  const reader = await chromium.newContext();
  const page = await reader.newPage();
  // Images and links in the attacks lead to other hosts, which don't exist here.
  await page.route(
    (url) => !url.href.startsWith(base),
    (route) => route.abort(),
  );
  let dialogs = 0;
  page.on('dialog', async (dialog) => {
    dialogs += 1;
    await dialog.dismiss();
  });
  for (const path of paths) {
    await page.goto(base + path);
    // Clicks every link as far as its script would run.
    await page.evaluate(`for (const link of document.querySelectorAll('main a[href]')) {
      link.addEventListener('click', (event) => /^https?:|^mailto:/.test(link.protocol) && event.preventDefault());
      link.focus(); link.click();
    }`);
    assert.equal(await page.evaluate('window.ran'), undefined, path);
    assert.deepEqual(await page.evaluate(ALIENS), [], path);
  }
  assert.equal(dialogs, 0);
});
