// Images that pages may not show are named at the desk, before they are published.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startEditing } from '../../support/desk/editing.ts';

const OWN = 'https://press.example';
const NOTICE = /Images that readers won’t see/;

/** Texts, and the image URLs in them that the page must name. */
const TEXTS: [text: string, named: string[]][] = [
  ['![A](http://a.example/a.png)', ['http://a.example/a.png']],
  ['![A](HTTP://a.example/a.png?b=1&c=2)', ['HTTP://a.example/a.png?b=1&amp;c=2']],
  ['[![A](http://a.example/a.png)](https://a.example/)', ['http://a.example/a.png']],
  ['![A][b]\n\n[b]: http://a.example/b.png', ['http://a.example/b.png']],
  ['![A](http://a.example/a.png) ![A](http://a.example/a.png)', ['http://a.example/a.png']],
  [
    '![A](http://a.example/1.png)\n\n![B](http://a.example/2.png)',
    ['http://a.example/1.png', 'http://a.example/2.png'],
  ],
  ['![The bridge](ftp://a.example/a.png)', []],
  ['![A](http://press.example/media/a.png)', ['http://press.example/media/a.png']],
  ['![A](https://a.example/a.png) ![B](/media/b) ![C](//a.example/c.png)', []],
  [`![A](${OWN}/media/a)`, []],
  ['`![A](http://a.example/a.png)` and http://a.example/a.png', []],
  ['[A](http://a.example/a.png)', []],
];

describe('images that readers would not see', async () => {
  const { gate, writer, drafted } = await startEditing('sqlite');

  for (const [text, named] of TEXTS) {
    test(`of ${JSON.stringify(text)}: ${named.length}`, async () => {
      const page = await drafted({ headline: 'A piece', body_md: text });
      const published = await writer.open(`${page}/publish`);
      assert.equal(published.statusCode, 200, published.body);
      const previewed = await writer.call('/desk/edit/preview', {
        form_token: await writer.csrfToken(page),
        headline: 'A',
        body_md: text,
      });
      assert.equal(previewed.statusCode, 200, previewed.body);
      for (const shown of [published.body, String(previewed.json<{ html: string }>().html)]) {
        assert.equal(NOTICE.test(shown), named.length > 0, shown);
        const list =
          /<section class="notice problem hidden-images".*?<ul>(.*?)<\/ul>/s.exec(shown)?.[1] ?? '';
        const names = [...list.matchAll(/<span class="url">(.*?)<\/span>/g)].map(
          ([, name]) => name,
        );
        assert.deepEqual(names, named);
      }
      assert.equal(
        (await gate.app.inject('/api/public/pieces/recent')).json<{ count: number }>().count,
        0,
      );
    });
  }

  test('many are counted, and the first ten named', async () => {
    const images = Array.from({ length: 13 }, (_, at) => `![A](http://a.example/${at}.png)`);
    const page = await drafted({ headline: 'Many', body_md: images.join('\n\n') });
    const { body } = await writer.open(`${page}/publish`);
    assert.match(body, /these 13 images/);
    assert.match(body, /and 3 more/);
  });
});
