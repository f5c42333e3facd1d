// Two browsers on one piece: what different fields or paragraphs say is merged, what both changed is chosen, and
// neither text is ever gone.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { isFull, someOf } from '../support/full.ts';
import { forgetWords, openDesk, openDetails, openPiece, says, textOf, written } from './world.ts';

const IN_FULL = { skip: !isFull && 'in full runs' };

describe('two browsers on one piece', async () => {
  const desk = await openDesk();
  const { page: left } = await desk.newContext();
  const { page: right } = await desk.newContext();

  /** Open in both, as it was saved. */
  async function shared(body_md: string): Promise<string> {
    const id = await desk.draft({ headline: 'A', body_md });
    await openPiece(left, desk.base, id);
    await openPiece(right, desk.base, id);
    return id;
  }

  async function types(page: Page, keys: string[], words: string): Promise<void> {
    await textOf(page).click();
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.type(words);
  }

  const START = ['Control+Home'];
  const END = ['Control+End'];
  const bodies = async (id: string) => (await desk.versions(id)).map(({ body_md }) => body_md);

  for (const choice of someOf(['Keep mine', 'Use the other version'] as const, 2)) {
    test(`a conflict ends with “${choice}”, and both texts are among the versions`, async () => {
      const id = await shared('Start.');
      await textOf(left).fill('From the left.');
      await says(left, /^Saved/);
      await textOf(right).fill('From the right.');
      await textOf(right).click();
      const box = right.getByRole('alertdialog');
      await box.waitFor();
      const isInText = `document.activeElement.closest('.cm-content') !== null`;
      assert.equal(
        await right.evaluate(isInText),
        true,
        'a key meant for the text must not choose',
      );
      assert.ok(await box.getByText('From the left.').isVisible());
      assert.ok(await box.getByText('From the right.').isVisible());
      assert.equal(await box.locator('del').innerText(), 'left');
      assert.equal(await box.locator('ins').innerText(), 'right');
      assert.equal((await bodies(id)).at(-1), 'From the left.');
      await box.getByRole('button', { name: choice }).click();
      await says(right, /^Saved/);
      await right.locator('.conflict').waitFor({ state: 'detached' });
      const expected = choice === 'Keep mine' ? 'From the right.' : 'From the left.';
      await textOf(right).getByText(expected, { exact: true }).waitFor();
      assert.equal(await written(right), expected);
      await says(right, /^Saved/);
      const all = await bodies(id);
      assert.ok(all.includes('From the left.') && all.includes('From the right.'), String(all));
      assert.equal(all.at(-1), expected);
      if (choice === 'Keep mine') return;
      // The left still shows what was chosen: there is nothing that it has not seen.
      await forgetWords(left);
      await textOf(left).fill('From the left. And on.');
      await says(left, /^Saved/);
      assert.equal((await bodies(id)).at(-1), 'From the left. And on.');
    });
  }

  test(
    'what the other text replaced is a version, though the connection was gone when it was chosen',
    IN_FULL,
    async () => {
      const id = await shared('Start.');
      await types(left, END, ' From the left.');
      await says(left, /^Saved/);
      await types(right, END, ' From the right.');
      const box = right.getByRole('alertdialog');
      await box.waitFor();
      await right.context().setOffline(true);
      await box.getByRole('button', { name: 'Use the other version' }).click();
      await says(right, /connection|reach/i);
      await right.context().setOffline(false);
      await says(right, /^Saved/);
      assert.equal(await written(right), 'Start. From the left.');
      assert.ok((await bodies(id)).includes('Start. From the right.'), String(await bodies(id)));
    },
  );

  test('changes in different paragraphs are merged without a question, and the caret stays', async () => {
    const id = await shared('One.\n\nTwo.\n\nThree.');
    await types(left, START, 'New first. ');
    await types(left, ['Control+End', 'Enter', 'Enter'], 'Four.');
    await says(left, /^Saved/);
    await types(right, ['Control+Home', 'ArrowDown', 'ArrowDown', 'End'], ' And two');
    await says(right, /^Saved .*, merged with what was saved elsewhere/);
    assert.equal(await right.getByRole('alertdialog').count(), 0);
    await forgetWords(right);
    await right.keyboard.type(' more.');
    await says(right, /^Saved/);
    const merged = 'New first. One.\n\nTwo. And two more.\n\nThree.\n\nFour.';
    assert.equal(await written(right), merged);
    const all = await bodies(id);
    assert.equal(all.at(-1), merged);
    assert.ok(all.includes('New first. One.\n\nTwo.\n\nThree.\n\nFour.'), 'the left’s');
    assert.ok(all.includes('One.\n\nTwo. And two\n\nThree.'), 'the right’s own');
  });

  test(
    'a language that was changed elsewhere is that of the text, for its voice and its direction',
    IN_FULL,
    async () => {
      await shared('One.\n\n');
      await openDetails(left);
      await left.getByLabel('Language').fill('ar');
      await left.keyboard.press('Control+s');
      await says(left, /^Saved/);
      await types(right, START, 'Right. ');
      await says(right, /^Saved .*, merged with/);
      const places = `[...document.querySelectorAll('.cm-content, textarea.headline')].map((one) => one.lang)`;
      assert.deepEqual(await right.evaluate(places), ['ar', 'ar']);
      // Letters decide; a text without any goes with its language.
      await right.keyboard.press('Control+a');
      await right.keyboard.press('Delete');
      await says(right, /^Saved/);
      const direction = `getComputedStyle(document.querySelector('.cm-line')).direction`;
      assert.equal(await right.evaluate(direction), 'rtl');
      await openDetails(left);
      await right.bringToFront();
      await left.getByLabel('Language').fill('en');
      await left.keyboard.press('Control+s');
      await says(left, /^Saved/);
      await right.evaluate(`dispatchEvent(new Event('focus'))`);
      await right.locator('.cm-content[lang="en"]').waitFor();
      assert.equal(await right.evaluate(direction), 'ltr');
    },
  );

  test(
    'changes in different fields are merged, and only what both changed is asked',
    IN_FULL,
    async () => {
      const id = await shared('One.\n\nTwo.\n\nThree.');
      await types(left, START, 'Left. ');
      await types(left, END, ' Left.');
      await left.getByLabel('Headline').press('End');
      await left.keyboard.type(' by the left');
      await says(left, /^Saved/);
      await right.getByLabel('Standfirst').click();
      await right.keyboard.type('By the right.');
      await says(right, /^Saved .*, merged with/);
      assert.equal(await right.getByLabel('Headline').inputValue(), 'A by the left');
      // On a busy machine the left might save before the right has written a word.
      const rightSaved = Promise.withResolvers<void>();
      await left.route('**/desk/edit/pieces/**', async (route) => {
        if (route.request().method() === 'POST') await rightSaved.promise;
        await route.continue();
      });
      await types(left, START, 'Again. ');
      await types(left, END, ' Again.');
      const box = left.getByRole('alertdialog');
      await types(right, START, 'Right. ');
      await types(right, END, ' Right.');
      await right.keyboard.press('Control+s');
      await says(right, /^Saved/);
      rightSaved.resolve();
      await box.waitFor();
      await left.unrouteAll();
      assert.equal(
        await left.getByLabel('Standfirst').inputValue(),
        '',
        'nothing is written unseen',
      );
      await box
        .getByRole('group', { name: 'Text, place 1' })
        .getByRole('radio', { name: /^Saved/ })
        .check();
      await box
        .getByRole('group', { name: 'Text, place 2' })
        .getByRole('radio', { name: /^Keep both/ })
        .check();
      await box.getByRole('button', { name: 'Use my choices below' }).click();
      await says(left, /^Saved/);
      const [last] = (await desk.versions(id)).slice(-1);
      assert.equal(
        last?.body_md,
        'Right. Left. One.\n\nTwo.\n\nThree. Left. Right.\n\nThree. Left. Again.',
      );
      assert.deepEqual([last?.headline, last?.sub], ['A by the left', 'By the right.']);
    },
  );

  test('a page that was not touched shows what was saved elsewhere, quietly', IN_FULL, async () => {
    const id = await shared('One.\n\nTwo.');
    await types(right, ['Control+Home', 'ArrowDown', 'ArrowDown', 'ArrowRight'], '');
    await types(left, START, 'Before. ');
    await types(left, END, ' After.');
    await openDetails(left);
    await left.getByLabel('Category').selectOption('money');
    await says(left, /^Saved/);
    await left.keyboard.press('Control+s');
    await right.evaluate(`dispatchEvent(new Event('focus'))`);
    await says(right, /^Saved .* elsewhere\. This page shows it now\./);
    assert.equal(await written(right), 'Before. One.\n\nTwo. After.');
    assert.equal(await right.getByLabel('Category').inputValue(), 'money');
    await forgetWords(right);
    await right.keyboard.type('-');
    await says(right, /^Saved/);
    assert.equal((await bodies(id)).at(-1), 'Before. One.\n\nT-wo. After.', 'the caret stayed');
    assert.equal(await right.getByRole('alertdialog').count(), 0);
  });
});
