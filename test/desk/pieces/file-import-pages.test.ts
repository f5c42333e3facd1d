// In Chromium, light and dark, wide and narrow: a file refused, a file imported, everything downloaded.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unzipped } from '../../support/archive/zips.ts';
import { faultsOf, saveImage, watchedPage } from '../../support/browser/accessible-page.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { serveDesk } from '../../support/desk/served-desk.ts';

const chromium = await openBrowser();

const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 800 } },
] as const;

const ACCOUNT = {
  Name: 'Ada',
  Slug: 'ada',
  Email: 'ada@b.example',
  Password: 'a long password',
};

describe('import and download', { concurrency: SCREENS.length }, () => {
  for (const screen of SCREENS) {
    test(`writing goes in and out, ${screen.colorScheme}`, async () => {
      const { base, setUp } = await serveDesk();
      const { page } = await watchedPage(chromium, base, screen);
      const faults: string[] = [];
      const look = async () => {
        faults.push(...(await faultsOf(page)));
        await saveImage(page, `writing-${screen.colorScheme}`);
      };
      const give = async (name: string, text: string) => {
        const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
        await page.getByLabel('File').setInputFiles(file);
        await page.getByRole('button', { name: 'Import' }).click();
      };

      await page.goto(setUp);
      for (const [label, value] of Object.entries(ACCOUNT))
        await page.getByLabel(label).fill(value);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL(`${base}/desk`);
      await look();
      await page.getByRole('link', { name: 'Import a file' }).click();
      await look();
      await give('a.docx', 'x');
      await page.getByText('Choose a file that ends in').waitFor();
      await look();
      await give('a.md', '---\ntitle: A bridge\ncategory: sport\nlang: "!"\n---\n\nText.');
      await page.getByText('The category: it isn’t one of').waitFor();
      await look();
      await page.getByRole('link', { name: 'Continue to the draft' }).click();
      await page.waitForURL(/\/desk\/edit\/pieces\//);
      assert.match(await page.content(), /A bridge/);

      await page.goto(`${base}/desk/account`);
      await look();
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download my writing' }).click();
      const download = await downloading;
      assert.match(download.suggestedFilename(), /^ada-\d{4}-\d{2}-\d{2}\.zip$/);
      const parts = await (await download.createReadStream()).toArray();
      const names = [...(await unzipped(Buffer.concat(parts))).keys()];
      assert.equal(names.filter((name) => name.endsWith('/piece.md')).length, 1);
      assert.deepEqual(faults, []);
    });
  }
});
