// Images of a piece in the trash: 404 for everyone, unless anything else names them.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { TrashedImageStore } from '../../src/store/images/trashed-images.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { addressIn, file, painting, startStudio } from './image-world.ts';

const photos = await Promise.all(
  [1, 2, 3, 4, 5, 6].map((seed) => painting(40, 30, seed).jpeg().toBuffer()),
);

const look = TrashedImageStore.prototype.isNamed;
afterEach(() => {
  TrashedImageStore.prototype.isNamed = look;
});

/** Does something after each look through all versions, before anything is made of what it found. */
function afterLooking(work: () => Promise<unknown>): void {
  TrashedImageStore.prototype.isNamed = async function (this: TrashedImageStore, hash) {
    const found = await look.call(this, hash);
    await work();
    return found;
  };
}

for (const kind of DATABASES_IN_FULL) {
  describe(`images in the trash, on ${kind}`, async () => {
    const studio = await startStudio(kind);
    const { ada, app } = studio;
    const ben = await studio.signedIn(await studio.writer('ben'));
    const statusOf = async (url: string) => (await app.inject(url)).statusCode;
    const image = async (at: number) =>
      addressIn(await studio.send([file(photos[at] ?? Buffer.alloc(0))]));
    const fields = { headline: 'Bridges', category: 'life', frame: 'lesson' };
    const naming = async (url: string, browser: DeskBrowser = ada) => {
      const form = { ...fields, body_md: `![A bridge](${url})` };
      const made = leadsTo(await browser.submit('/desk/edit/pieces/new', form));
      return /[0-9a-f-]{36}/.exec(made)?.[0] ?? assert.fail(made);
    };
    const trash = async (id: string, browser: DeskBrowser = ada) =>
      leadsTo(await browser.submit(`/desk/edit/pieces/${id}/delete`));
    const restore = async (id: string, browser: DeskBrowser = ada) =>
      leadsTo(await browser.submit(`/desk/trash/${id}/restore`));

    test('are gone from sight, and come back with the piece', async () => {
      const url = await image(0);
      const id = await naming(url);
      assert.equal(await statusOf(url), 200);
      await trash(id);
      assert.deepEqual([await statusOf(url), await statusOf(url)], [404, 404]);
      await restore(id);
      assert.equal(await statusOf(url), 200);
    });

    test('stay where anybody’s other piece names them, until that is in the trash too', async () => {
      const url = await image(1);
      const [mine, theirs] = [await naming(url), await naming(url, ben)];
      await trash(mine);
      assert.equal(await statusOf(url), 200);
      await trash(theirs, ben);
      assert.equal(await statusOf(url), 404);
      await restore(mine);
      assert.equal(await statusOf(url), 200);
    });

    test('are back with whatever names them next, and with an upload', async () => {
      const url = await image(2);
      const [id, other] = [await naming(url), await naming('/nothing')];
      await trash(id);
      assert.equal(await statusOf(url), 404);
      await image(2);
      assert.equal(await statusOf(url), 200);
      await trash(await naming(url));
      assert.equal(await statusOf(url), 404);
      const form = { ...fields, body_md: `![Again](${url})`, version: '1' };
      leadsTo(await ada.submit(`/desk/edit/pieces/${other}`, form));
      assert.equal(await statusOf(url), 200);
      await trash(other);
      assert.equal(await statusOf(url), 404);
      await naming(url);
      assert.equal(await statusOf(url), 200);
    });

    test('go when the last piece that names them goes during the look for one', async () => {
      const url = await image(4);
      const [mine, theirs] = [await naming(url), await naming(url, ben)];
      await trash(mine);
      let goes = true;
      afterLooking(async () => {
        if (goes) await trash(theirs, ben);
        goes = false;
      });
      await statusOf(url);
      assert.equal(goes, false);
      assert.equal(await statusOf(url), 404);
    });

    test('stay when a piece names them during the look for one, and another goes', async () => {
      const url = await image(5);
      const [mine, theirs] = [await naming(url), await naming('/nothing')];
      await trash(mine);
      let comes = true;
      afterLooking(async () => {
        if (!comes) return;
        comes = false;
        await naming(url, ben);
        const form = { ...fields, body_md: `![Again](${url})`, version: '1' };
        leadsTo(await ada.submit(`/desk/edit/pieces/${theirs}`, form));
        await trash(theirs);
      });
      await statusOf(url);
      assert.equal(comes, false);
      assert.equal(await statusOf(url), 200);
    });

    test('that do not exist are not looked for', async () => {
      const url = `/media/${'0f'.repeat(32)}-40x30`;
      await trash(await naming(url));
      afterLooking(async () => assert.fail('looked through every version'));
      assert.equal(await statusOf(url), 404);
    });

    test('in an older version count like those of the working copy', async () => {
      const url = await image(3);
      const id = await naming(url);
      const form = { ...fields, body_md: 'Without it.', version: '1' };
      leadsTo(await ada.submit(`/desk/edit/pieces/${id}`, form));
      assert.equal(await statusOf(url), 200);
      await trash(id);
      assert.equal(await statusOf(url), 404);
    });
  });
}
