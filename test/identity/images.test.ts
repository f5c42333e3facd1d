// The images of the site: an admin uploads them, and every page has them until an admin removes them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { CSRF_FIELD } from '../../src/http/pages/csrf.ts';
import { siteLines } from '../../src/operations/archive/site-lines.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startDesk } from '../support/desk/desk.ts';
import { type DeskBrowser, leadsTo, type Part } from '../support/desk/desk-browser.ts';

const SITE = '/desk/site';

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b5c8a' } })
    .png()
    .toBuffer();

async function send(browser: DeskBrowser, path: string, part: Part) {
  const token = { name: CSRF_FIELD, body: await browser.csrfToken(SITE) };
  return browser.upload(path, [token, part]);
}

for (const kind of DATABASES_IN_FULL) {
  describe(`the images of the site, on ${kind}`, async () => {
    const desk = await startDesk(kind);
    const chief = await desk.signedIn(await desk.writer('chief', { admin: true }));
    const ada = await desk.signedIn(await desk.writer('ada'));
    const { app, context } = desk;
    const front = async () => (await app.inject('/')).body;
    const before = await front();
    const file = async (width: number, height: number): Promise<Part> => ({
      ...{ name: 'picture', fileName: 'image.png', type: 'image/png' },
      body: await image(width, height),
    });

    const SHOWN = {
      logo: /<p class="nameplate"><a href="\/"><img class="logo" src="(\/media\/[\w-]+-300x60)" alt="Standfirst" width="300" height="60"><\/a>/,
      icon: /<link rel="icon" href="(\/media\/[\w-]+-300x60)"><link rel="apple-touch-icon" href="\1">/,
      card: /<meta property="og:image" content="https:\/\/press\.example(\/media\/[\w-]+-300x60)">/,
    };

    for (const [which, shown] of Object.entries(SHOWN)) {
      test(`its ${which} is everywhere until it is removed`, async () => {
        const path = `${SITE}/${which}`;
        assert.equal(leadsTo(await send(chief, path, await file(300, 60))), `${SITE}?done=saved`);
        const url = shown.exec(await front())?.[1] ?? assert.fail(await front());
        assert.equal((await app.inject(url)).statusCode, 200);
        assert.match((await chief.open(path)).body, /alt="The current image"/);
        const named = await Array.fromAsync(context.store.imageReferences.texts());
        assert.ok(named.some(({ text, owner }) => owner === 'the site' && text.includes(url)));
        const [line] = await Array.fromAsync(siteLines(context.store));
        assert.ok(JSON.stringify(line).includes(url));
        // Changes to other settings of the site leave the image as it is.
        leadsTo(await chief.submit(SITE, { name: 'Another' }));
        leadsTo(await chief.submit(SITE, { name: '' }));
        assert.match(await front(), shown);
        leadsTo(await send(chief, path, { name: 'remove', body: 'yes' }));
        assert.equal(await front(), before);
      });
    }

    test('is refused where it is none, and nobody else’s to change', async () => {
      const text = { name: 'picture', fileName: 'x.png', type: 'image/png', body: 'no image' };
      assert.equal((await send(chief, `${SITE}/logo`, text)).statusCode, 400);
      assert.equal((await ada.open(`${SITE}/logo`)).statusCode, 404);
      assert.equal((await ada.upload(`${SITE}/logo`, [await file(9, 9)])).statusCode, 404);
      assert.equal(await front(), before);
    });
  });
}
