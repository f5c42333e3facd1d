// The editor in all its states, on a phone and on a wide screen, light and dark; and by keyboard alone.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultsOf, rulesIn, saveImage } from '../support/browser/accessible-page.ts';
import { openDesk, openDetails, openPiece, says, textOf } from './world.ts';

const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 800 } },
] as const;

const LONG = `# A heading\n\n${'Words and words. '.repeat(400)}\n\n- [ ] a task\n\n| a | b |\n|---|---|\n| 1 | 2 |`;

describe('the editor', { concurrency: SCREENS.length }, () => {
  for (const screen of SCREENS) {
    test(`every state of the editor is sound, ${screen.colorScheme}`, async () => {
      const desk = await openDesk();
      const { page, complaints } = await desk.newContext(screen);
      const faults: string[] = [];
      const look = async () => {
        faults.push(...(await faultsOf(page, rulesIn(screen.colorScheme))));
        await saveImage(page, `editor-${screen.colorScheme}`);
      };
      const id = await desk.draft({ headline: 'A', body_md: LONG });
      await openPiece(page, desk.base, id);
      await look();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.locator('.preview h1').first().waitFor();
      await look();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('More', { exact: true }).click();
      await look();
      await page.keyboard.press('Escape');
      await textOf(page).click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Shift+End');
      await look();
      await page.keyboard.press('End');
      await page.keyboard.type('\n\n/');
      await page.getByRole('option', { name: 'Heading 2' }).waitFor();
      await look();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+f');
      await page.getByLabel('Replace with').waitFor();
      await look();
      await page.keyboard.press('Escape');
      await page.keyboard.type('[words](https://example.org)');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Link' }).waitFor();
      await look();
      await page.keyboard.press('Escape');
      await openDetails(page);
      await page.getByLabel('Language').fill('no such language');
      await says(page, 'except Language');
      await look();
      await page.getByLabel('Language').fill('en');
      await says(page, /^Saved/);
      const other = await desk.newContext(screen);
      await openPiece(other.page, desk.base, id);
      await other.page.getByLabel('Headline').fill('From elsewhere');
      await says(other.page, /^Saved/);
      await page.getByLabel('Headline').fill('From here');
      await page.getByRole('alertdialog').waitFor();
      await look();
      assert.deepEqual(faults, []);
      // A refused save is said to the console by the browser itself.
      assert.deepEqual(
        complaints.filter((line) => !/status of 4(00|09)/.test(line)),
        [],
      );
    });
  }
});

const idOf = (url: string) => /[0-9a-f-]{36}/.exec(url)?.[0] ?? '';

test('a piece is written and published by keyboard alone', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** On with the Tab key, until this is reached. */
  const reach = async (name: string) => {
    const focused = `document.activeElement?.closest('[role=textbox]') ? 'Text'
      : document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent`;
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if ((await page.evaluate(focused)) === name) return;
      await press('Tab');
    }
    assert.fail(`${name} is not reached by keyboard`);
  };
  await page.goto(`${desk.base}/desk/edit/pieces/new`);
  await reach('Headline');
  await page.keyboard.type('By keyboard');
  await press('Tab');
  await page.keyboard.type('No hands');
  await press('Tab');
  await page.keyboard.type('No mouse. At all.');
  for (let letters = 0; letters < 'At all.'.length; letters += 1) await press('Shift+ArrowLeft');
  await page.getByRole('toolbar', { name: 'Format the selection' }).waitFor();
  await press('Alt+F10', 'ArrowRight', 'Enter', 'Control+Alt+D');
  await reach('Tags');
  await page.keyboard.type('keys');
  await press('Escape');
  await says(page, /^Saved/);
  await reach('Publish');
  await press('Enter');
  await page.waitForURL(/\/publish$/);
  await reach('Publish');
  await press('Enter');
  await page.getByText('Published', { exact: true }).waitFor();
  const [version] = (await desk.versions(idOf(page.url()))).slice(-1);
  assert.equal(version?.body_md, 'No mouse. *At all.*');
  assert.deepEqual([version?.sub, version?.tags], ['No hands', '["keys"]']);
});
