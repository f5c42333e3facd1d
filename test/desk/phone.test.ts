// The desk on a phone: single rows, targets for a thumb, and unbroken words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk, openPiece, PHONE, textOf, written } from '../editor/world.ts';

const TABLE = '| Subject of the letter | Letters | Share |\n|---|--:|--:|\n| A fact | 41 | 100% |';

const desk = await openDesk();
const { page } = await desk.newContext(PHONE);

/** Where each of these is, from the top of the window. */
const topsOf = async (place: string) =>
  Object(
    await page.evaluate(`[...document.querySelectorAll('${place}')].map((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    })`),
  ) as number[];

const areLevel = (tops: number[]) => Math.max(...tops) - Math.min(...tops) <= 4;

const { store } = desk.context;
const account = await store.accounts.byEmail('ada@example.org');
assert.ok(account);
await store.accounts.update(account.id, { is_admin: 1 });

test('name, site and sign-out are in one row at every width, with the mark beside the name', async () => {
  for (const width of [320, 390, 768, 844]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${desk.base}/desk/account`);
    const tops = await topsOf('.wordmark, .view-site, .masthead form button');
    assert.ok(areLevel(tops), `${tops} at ${width} px`);
  }
  // The mark is centred in its link, and so must the words be.
  const off = await page.evaluate(`(() => {
    const link = document.querySelector('.wordmark');
    const words = document.createRange();
    words.selectNodeContents(link);
    const middle = ({ top, bottom }) => (top + bottom) / 2;
    return Math.abs(middle(words.getBoundingClientRect()) - middle(link.getBoundingClientRect()));
  })()`);
  assert.ok(Number(off) <= 2, `${off} px`);
});

test('the first piece of the list is in the upper half of a phone, below tabs in one row', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await desk.draft({ headline: 'Letters', body_md: TABLE });
  // A tab that is open is there, with or without anything in it.
  await page.goto(`${desk.base}/desk?status=changes`);
  assert.ok(areLevel(await topsOf('.tabs a')), `${await topsOf('.tabs a')}`);
  await page.goto(`${desk.base}/desk`);
  assert.ok(areLevel(await topsOf('.desk-search :is(input[type=search], button)')));
  const [first = 0] = await topsOf('.entry-list h2');
  assert.ok(first < 844 / 2, `${first} px`);

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${desk.base}/desk/edit/pieces/${id}/publish`);
  const broken = await page.evaluate(`[...document.querySelectorAll('.preview :is(th, td)')]
    .filter((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return !cell.textContent.includes(' ') && words.getClientRects().length > 1;
    })
    .map((cell) => cell.textContent)`);
  assert.deepEqual(broken, [], 'words of tables stay whole');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/published/);
  const view = await page.getByRole('link', { name: 'View', exact: true }).boundingBox();
  assert.ok(view && view.y + view.height < 844, `the link is at ${view?.y} px`);
});

test('finding leaves most of a phone to the text, and its buttons are large enough', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'One word.' }));
  await page.locator('.editor-bar').getByText('More', { exact: true }).tap();
  await page.getByRole('button', { name: 'Find and replace' }).tap();
  const words = page.getByLabel('Find', { exact: true });
  assert.equal(await page.evaluate('document.activeElement?.id'), await words.getAttribute('id'));
  await page.keyboard.type('word');
  await page.getByText('1 of 1 match').waitFor();
  const panel = await page.locator('.find').boundingBox();
  // The keyboard takes about half of the window.
  assert.ok(panel && panel.height < 844 / 4, `${panel?.height} px`);
  const heights = await page.evaluate(`[...document.querySelectorAll('.find button')]
    .map((one) => one.getBoundingClientRect().height)`);
  assert.ok(Math.min(...(Object(heights) as number[])) >= 44, `${heights}`);
});

test('the status of the editor is there as a whole, or not at all', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'One word.' }));
  await textOf(page).click();
  await page.keyboard.type('More. ');
  await page.locator('[data-saved]').filter({ hasText: 'Saved' }).waitFor({ state: 'attached' });
  const cut = await page.evaluate(`(() => {
    const line = document.querySelector('.editor-bar [data-saved]').getBoundingClientRect();
    const words = document.querySelector('.editor-bar [data-saved] > span');
    const { top, right } = words.getBoundingClientRect();
    return top < line.bottom && (right > line.right + 1 || words.scrollWidth > words.clientWidth + 1);
  })()`);
  assert.equal(cut, false);
});

test('Link in the row of tools opens the popover, with and without a selection', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'One word.' }));
  await textOf(page).tap();
  await page.keyboard.press('Control+Home');
  const link = page.locator('.touch-row').getByRole('button', { name: 'Link' });
  const popover = page.getByRole('dialog', { name: 'Link' });
  await link.tap();
  await popover.getByLabel('Text').waitFor();
  assert.equal(await written(page), 'One word.', 'nothing is written yet');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+ArrowRight');
  await link.tap();
  await popover.getByLabel('URL').waitFor();
  await page.keyboard.type('example.org');
  const box = await popover.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390, `${box?.x} ${box?.width}`);
  await popover.getByRole('button', { name: 'Done' }).tap();
  assert.equal(await written(page), '[One](https://example.org) word.');
});
