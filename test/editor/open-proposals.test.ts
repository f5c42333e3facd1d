// A proposal that arrives while the piece is open is seen there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk, openPiece, says, textOf } from './world.ts';

test('a proposal is seen in an open editor, when it is looked at again or saved', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const [first, second] = [
    await desk.draft({ headline: 'A', body_md: 'Base.' }),
    await desk.draft({ headline: 'B', body_md: 'Base.' }),
  ];
  const key = await desk.key();
  const propose = async (id: string, version: number) => {
    const answer = await fetch(`${desk.base}/api/v1/pieces/${id}`, {
      method: 'PUT',
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        'if-match': `"v${version}"`,
      },
      body: JSON.stringify({ headline: 'Proposed', body_md: 'Base. Or not.' }),
    });
    assert.equal(answer.status, 202, await answer.text());
  };
  const link = page.getByRole('link', { name: 'See proposal 1' });

  await openPiece(page, desk.base, first);
  assert.equal(await link.count(), 0);
  await propose(first, 1);
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await link.waitFor();

  await openPiece(page, desk.base, second);
  await propose(second, 1);
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' On.');
  await page.keyboard.press('Control+s');
  await says(page, /^Saved/);
  await link.waitFor();
  assert.equal(await link.count(), 1);
});
