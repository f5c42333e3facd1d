// In Chromium: each answer to who wrote it, and one that contradicts the versions.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDesk } from '../editor/world.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';

const DRAFT = { headline: 'On tides', body_md: 'The moon pulls the water twice a day.' };

for (const kind of DATABASES_IN_FULL) {
  describe(`who wrote it, in Chromium on ${kind}`, async () => {
    const desk = await openDesk({ kind });
    const { base } = desk;
    const { page } = await desk.newContext();
    const key = await desk.key();
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    const drafted = async () => {
      const answer = await fetch(`${base}/api/v1/pieces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(DRAFT),
      });
      return String(Object(await answer.json()).id);
    };
    const ask = (id: string) => page.goto(`${base}/desk/edit/pieces/${id}/publish`);
    const read = async (id: string) => {
      const answer = await fetch(`${base}/api/public/pieces/${id}`);
      return Object(await answer.json()).piece;
    };

    test('written by me: prepared, and readers see nothing', async () => {
      const id = await desk.draft(DRAFT);
      await ask(id);
      assert.ok(await page.getByLabel('Written by me').isChecked());
      await publish.click();
      await page.waitForURL(/\/published/);
      const { provenance, url } = await read(id);
      assert.equal(provenance.declaration, 'human');
      await page.goto(url);
      assert.equal(await page.locator('details.provenance').count(), 0);
    });

    test('drafted with a machine: the writer says so, and readers can open the record', async () => {
      const id = await drafted();
      await page.goto(`${base}/desk/edit/pieces/${id}`);
      await page.locator('.cm-content[aria-labelledby="text-label"]').press('Control+End');
      await page.keyboard.type(' I have seen it myself.');
      await page.getByRole('link', { name: 'Publish' }).click();
      // Nothing is chosen, so the form isn't sent.
      await publish.click();
      assert.match(page.url(), /\/publish$/);
      await page.getByLabel('Drafted with a machine').check();
      await publish.click();
      await page.waitForURL(/\/published/);
      const { url } = await read(id);
      await page.goto(url);
      await page.getByText('Drafted with a machine, edited by Ada, who answers for it.').click();
      await page.getByText(/% written by a program/).waitFor();
    });

    test('written by a machine: contradicted once, and then as the versions show', async () => {
      const id = await drafted();
      await ask(id);
      await page.getByLabel('Written by me').check();
      await publish.click();
      await page.getByText('You answered “Written by me”, but the versions show').waitFor();
      assert.ok(await page.getByLabel('Written by me').isChecked());
      // The answer has the focus, and its description says why it is asked for again.
      const told = await page.locator('input:focus').getAttribute('aria-describedby');
      assert.match(await page.locator(`#${told}`).innerText(), /exactly as a program saved it/);
      assert.equal(await page.getByRole('alert').count(), 1);
      await page.getByLabel('Written by a machine').check();
      await publish.click();
      await page.waitForURL(/\/published/);
      assert.equal((await read(id)).provenance.declaration, 'machine');
      await page.goto(`${base}/desk/edit/pieces/${id}/record`);
      await page.getByText('The record is intact').waitFor();
    });

    test('the contradiction, sent once more: the writer’s answer counts', async () => {
      const id = await drafted();
      await ask(id);
      await page.getByLabel('Written by me').check();
      await publish.click();
      await page.getByText('your answer is what counts').waitFor();
      await publish.click();
      await page.waitForURL(/\/published/);
      assert.equal((await read(id)).provenance.declaration, 'human');
    });
  });
}
