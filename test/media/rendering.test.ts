// Images in the text of a piece: their size is on the page, and their address is absolute abroad.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsed, unsanitised } from '../../src/rendering/markdown/render-text.ts';
import { sanitise } from '../../src/rendering/markdown/sanitise.ts';
import { renderMarkdown } from '../../src/rendering/on-thread/markdown.ts';
import { htmlIn } from '../../src/rendering/stored-content.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { at } from '../support/json.ts';
import { addressIn, file, painting, startStudio } from './image-world.ts';

const OWN = `/media/${'ab'.repeat(32)}-1200x800`;
const WITH_SIZE = `<img src="${OWN}" alt="A bridge" loading="lazy" decoding="async" width="1200" height="800" />`;

describe('our own images in Markdown', () => {
  test('have their size, and the sanitiser agrees', async () => {
    const html = unsanitised(parsed(`![A bridge](${OWN})`), []);
    assert.equal(html, `<p>${WITH_SIZE}</p>\n`);
    assert.equal(sanitise(html), html);
  });

  for (const src of [
    'https://elsewhere.example/a-1200x800.jpg',
    `https://elsewhere.example${OWN}`,
    ...[`${OWN}.png`, `${OWN}?a`, `/x${OWN}`, OWN.replace('1200', '0'), OWN.replace('ab', 'AB')],
    OWN.replace('1200', '123456'),
  ]) {
    test(`${src} has none`, async () => {
      const { html } = await renderMarkdown(`![A bridge](${src})`);
      assert.match(html, /<img /);
      assert.doesNotMatch(html, /width|height/);
    });
  }

  test('no other size gets past the sanitiser', () => {
    const forged = '<img src="https://a.example/b.png" alt="" width="9999" height="9999" />';
    assert.equal(sanitise(forged), '<img src="https://a.example/b.png" alt="" />');
    const lying = `<img src="${OWN}" width="1" height="1" />`;
    assert.equal(sanitise(lying), `<img src="${OWN}" width="1200" height="800" />`);
  });
});

for (const kind of DATABASES_IN_FULL) {
  test(`a published image on ${kind}: kept relative, sent absolute`, async () => {
    const { ada, app, context, piece, send } = await startStudio(kind);
    const url = addressIn(await send([file(await painting(50, 30).jpeg().toBuffer())]));
    const text = { headline: 'Bridges', body_md: `![A bridge](${url})` };
    const place = `/desk/edit/pieces/${piece}`;
    const fields = { ...text, category: 'life', frame: 'lesson', version: '1' };
    leadsTo(await ada.submit(place, fields));
    leadsTo(await ada.submit(`${place}/publish`, { version: '2' }));
    const row = await context.store.publications.byPieceId(piece);
    assert.ok(row && htmlIn(row).includes(`<img src="${url}" `));
    const answer = await app.inject(`/api/public/pieces/${piece}`);
    const html = String(at(answer.json(), 'piece', 'content_html'));
    assert.ok(html.includes(`<img src="https://press.example${url}" `), html);
    assert.ok(html.includes('width="50" height="30"'), html);
  });
}
