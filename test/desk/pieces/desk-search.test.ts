// Simultaneous searches by one writer: each text is folded once, and a search finds everything saved before it.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DeskListStore } from '../../../src/store/pieces/desk-list.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { startEditing } from '../../support/desk/editing.ts';

const read = DeskListStore.prototype.workingCopies;
after(() => {
  DeskListStore.prototype.workingCopies = read;
});

/** Sees the ids of all texts that are read to be folded, and may hold them up. */
function watchFolding(seen: (ids: readonly string[]) => Promise<void>): void {
  DeskListStore.prototype.workingCopies = async function (this: DeskListStore, ids) {
    await seen(ids);
    return read.call(this, ids);
  };
}

for (const kind of DATABASES_IN_FULL) {
  describe(`searches at once, on ${kind}`, async () => {
    const { writer, drafted } = await startEditing(kind);
    const search = async (word: string) => {
      const { statusCode, body } = await writer.open(`/desk?q=${word}`);
      assert.equal(statusCode, 200, body);
      return body;
    };

    test('fold each text once', async () => {
      for (let at = 0; at < 10; at += 1) await drafted({ headline: `One ${at}`, body_md: 'Fog.' });
      const folded: string[] = [];
      watchFolding(async (ids) => void folded.push(...ids));
      const bodies = await Promise.all(Array.from({ length: 8 }, () => search('FOG')));
      for (const body of bodies) assert.match(body, /One 9/);
      assert.equal(folded.length, 10);
      assert.equal(new Set(folded).size, 10);
    });

    test('find what was saved while another was folding', async () => {
      await drafted({ headline: 'Before', body_md: 'Rain.' });
      const { promise: isFolding, resolve: begin } = Promise.withResolvers<void>();
      const { promise: isSaved, resolve: goOn } = Promise.withResolvers<void>();
      watchFolding(async () => {
        begin();
        await isSaved;
      });
      const first = search('rain');
      await isFolding;
      await drafted({ headline: 'Meanwhile', body_md: 'Rain.' });
      const later = [search('rain'), search('rain')];
      goOn();
      assert.match(await first, /Before/);
      for (const body of await Promise.all(later)) assert.match(body, /Meanwhile/);
    });
  });
}
