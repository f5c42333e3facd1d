/** Attacks written in Markdown: none may leave anything in the page that can run. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitise } from '../../../src/rendering/markdown/sanitise.ts';
import { places, urls, vectors } from './attacks.ts';
import { readHtml } from './html.ts';
import { assertSafe } from './safety.ts';

for (const address of urls) {
  test(`${JSON.stringify(address)} leads nowhere`, async () => {
    for (const place of places) await assertSafe(place(address));
    // The second line of defence, as if the first let everything through.
    const unescaped = address.replaceAll('\\', '').replaceAll('"', '');
    for (const form of [unescaped, unescaped.replaceAll('&amp;', '&')]) {
      const { tags } = readHtml(sanitise(`<a href="${form}"><img src="${form}"></a>`));
      for (const { attributes } of tags) assert.deepEqual(Array.from(attributes), [], form);
    }
  });
}

for (const vector of vectors) {
  test(`${JSON.stringify(vector)} does not run`, async () => {
    await assertSafe(vector);
    const { tags } = readHtml(sanitise(vector).replaceAll('\u0000', ''));
    for (const { name, attributes } of tags) {
      assert.doesNotMatch(name, /^(?:script|style|iframe|svg|math|form|object|embed|noscript)$/);
      for (const attribute of attributes.keys())
        assert.doesNotMatch(attribute, /^on|^style$|^srcdoc$/);
    }
  });
}
