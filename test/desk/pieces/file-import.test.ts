// A file taken in: what of it becomes the draft, what is left out and said, what is refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentIn } from '../../../src/operations/pieces/content.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { PLAIN, startImports } from '../../support/desk/file-imports.ts';

interface Taken {
  name: string;
  file?: string;
  bytes: string | Buffer;
  gives: { [field: string]: string | null };
  leftOut?: string[];
}

const front = (lines: string, body = 'Text.\n') => `---\n${lines}\n---\n\n${body}`;

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

const TAKEN: Taken[] = [
  {
    name: 'everything that front matter can say',
    bytes: front(
      'title: "A bridge"\ndescription: Why it stands.\ntags: [steel, rivets]\ncategory: civic\nlang: en-GB\ncanonical_url: https://old.example/a\nframe: origin\nstyle: letter',
    ),
    gives: {
      headline: 'A bridge',
      sub: 'Why it stands.',
      tags: '["steel","rivets"]',
      category: 'civic',
      locale: 'en-GB',
      external_url: 'https://old.example/a',
      frame: 'origin',
      style: 'letter',
      body_md: 'Text.\n',
    },
  },
  {
    name: 'other names, other cases',
    bytes: front(
      'Title: 1.0\nsummary: |\n  Two\n  lines\nTags: steel, rivets,\ncategory: Civic\nlocale: pt_BR',
    ),
    gives: {
      headline: '1.0',
      sub: 'Two\nlines\n',
      tags: '["steel","rivets"]',
      category: 'civic',
      locale: 'pt-BR',
      body_md: 'Text.\n',
    },
  },
  {
    name: 'a first heading where there is no title',
    bytes: '```\n# not this\n```\n\n# A *bridge*\n\nText.\n\n# More\n',
    gives: { headline: 'A bridge', body_md: '```\n# not this\n```\n\n\nText.\n\n# More\n' },
  },
  {
    name: 'a heading underlined',
    bytes: 'A bridge\n========\n\nText.',
    gives: { headline: 'A bridge', body_md: 'Text.' },
  },
  {
    name: 'a title, so the heading stays',
    bytes: front('title: A bridge', '# Its first part\n'),
    gives: { headline: 'A bridge', body_md: '# Its first part\n' },
  },
  {
    name: 'no heading at all',
    file: 'note.txt',
    bytes: 'Just text.\r\nAnd more.\r\n',
    gives: { body_md: 'Just text.\nAnd more.\n' },
  },
  {
    name: 'prose between two rules isn’t front matter',
    bytes: '---\nIt was late\n---\n\nText.',
    gives: { body_md: '---\nIt was late\n---\n\nText.' },
  },
  { name: 'UTF-8 with its mark', bytes: '\ufeff# Ä\n\nö', gives: { headline: 'Ä', body_md: 'ö' } },
  {
    name: 'UTF-16, little end first',
    bytes: utf16('# Ä\n\n🌉'),
    gives: { headline: 'Ä', body_md: '🌉' },
  },
  {
    name: 'UTF-16, big end first',
    file: 'A.MARKDOWN',
    bytes: utf16('# Ä\n\nö').swap16(),
    gives: { headline: 'Ä', body_md: 'ö' },
  },
  {
    name: 'nothing in its fields',
    bytes: front('title:\nsub: ~\ntags: []\ncategory: ""\nlang:'),
    gives: { body_md: 'Text.\n' },
  },
  {
    name: 'fields that do not fit',
    bytes: front(
      `title: ${'x'.repeat(201)}\nsub: ${'x'.repeat(401)}\ncategory: sport\nframe: none\nstyle: ${'x'.repeat(41)}\nlang: klingonese-x\ncanonical_url: /here`,
    ),
    gives: { body_md: 'Text.\n' },
    leftOut: ['headline', 'sub', 'category', 'frame', 'style', 'locale', 'external_url'],
  },
  {
    name: 'more tags than fit',
    bytes: front(`tags: [${'abcdefghi'.split('').join(', ')}]`),
    gives: { tags: '["a","b","c","d","e","f","g","h"]', body_md: 'Text.\n' },
    leftOut: ['tags'],
  },
  {
    name: 'one tag that is too long',
    bytes: front(`tags:\n  - ${'x'.repeat(33)}\n  - steel`),
    gives: { tags: '["steel"]', body_md: 'Text.\n' },
    leftOut: ['tags'],
  },
  {
    name: 'front matter that cannot be read stays in the text',
    bytes: '---\ntitle: "A\n---\n\nText.',
    gives: { body_md: '---\ntitle: "A\n---\n\nText.' },
    leftOut: ['front_matter'],
  },
  {
    name: 'as much text as fits',
    bytes: '🌉'.repeat(100_000),
    gives: { body_md: '🌉'.repeat(100_000) },
  },
  {
    name: 'a web page',
    file: 'page.html',
    bytes:
      '<html lang="de"><head><title>Brot – Seite</title><meta name="description" content="Warum.">' +
      '<link rel="canonical" href="https://old.example/brot/"></head><body><nav>Home</nav>' +
      '<article><h1>Brot</h1><p>Es ist <b>alt</b>, sagt <a href="../b">sie</a>.</p></article></body>',
    gives: {
      headline: 'Brot',
      sub: 'Warum.',
      locale: 'de',
      external_url: 'https://old.example/brot/',
      body_md: 'Es ist **alt**, sagt [sie](https://old.example/b).',
    },
  },
  {
    name: 'a web page with an image inside',
    file: 'PAGE.HTM',
    bytes: '<title>A page</title><p>Text.</p><img src="data:image/png;base64,AAAA" alt="x">',
    gives: { headline: 'A page', body_md: 'Text.' },
    leftOut: ['images'],
  },
  {
    name: 'a web page with tables, notes, tasks and terms',
    file: 'page.html',
    bytes:
      '<title>A page</title><table><tr><th>a<th>b<tr><td>c<td>d</table>' +
      '<p>e<sup><a href="#n1">1</a></sup></p><ul><li><input type=checkbox checked> f</ul>' +
      '<dl><dt>g<dd>h</dl><ol><li id="n1">i</ol>',
    gives: {
      headline: 'A page',
      body_md:
        '| a | b |\n| --- | --- |\n| c | d |\n\ne[^1]\n\n-   [x]  f\n\n**g**\n\nh\n\n[^1]: i',
    },
  },
  {
    name: 'a web page with what Markdown cannot say',
    file: 'page.html',
    bytes:
      '<p>a<sup>b</sup></p><table><tr><td colspan=2>c<tr><td>d<td>e</table>' +
      '<math><mi>f</mi></math><iframe src="https://films.example/1"></iframe>',
    gives: { body_md: 'ab\n\n| c |  |\n| --- | --- |\n| d | e |' },
    leftOut: ['tables', 'raised', 'formulas', 'embeds'],
  },
];

const REFUSED: { name: string; file?: string; bytes: string | Buffer; says: RegExp }[] = [
  { name: 'an empty file', bytes: '', says: /^Choose a file/ },
  { name: 'nothing but white space', bytes: ' \n\t\n', says: /^There is no text/ },
  {
    name: 'another kind of file',
    file: 'a.docx',
    bytes: 'text',
    says: /^Choose a file that ends in \.md, .* or \.htm\. In your word processor, save .* \(\.html\)/,
  },
  { name: 'pages, not text', file: 'a.PDF', bytes: '%PDF', says: /A PDF contains pages, not text/ },
  { name: 'no ending', file: 'html', bytes: 'text', says: /Save your text as one of these/ },
  {
    name: 'an inherited ending',
    file: 'a.constructor',
    bytes: 'text',
    says: /Save your text as one/,
  },
  {
    name: 'Latin-1',
    bytes: Buffer.from('caf\xe9', 'latin1'),
    says: /^The text is not encoded as UTF-8.* choose UTF-8/,
  },
  {
    name: 'UTF-16 without its mark',
    bytes: Buffer.from('text', 'utf16le'),
    says: /^This is not a text/,
  },
  {
    name: 'text that is too long',
    bytes: `# A\n\n${'x'.repeat(120_340)}`,
    says: /^The text is 120,340 characters long, but a piece can have at most 100,000\. Split it into parts/,
  },
  { name: 'a file that is too large', bytes: 'x'.repeat(2 ** 21 + 1), says: /larger than 2 MiB/ },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`imports on ${kind}`, async () => {
    const desk = await startImports(kind);
    for (const { name, file = 'a.md', bytes, gives, leftOut = [] } of TAKEN) {
      test(name, async () => {
        const draft = await desk.draftFrom({ name: file, bytes });
        assert.deepEqual(contentIn(draft.version), { ...PLAIN, ...gives });
        assert.deepEqual(draft.leftOut, leftOut);
        assert.equal(draft.version.origin, 'imported');
        const piece = await desk.context.store.pieces.byId(draft.id);
        assert.equal(piece?.status, 'draft');
      });
    }

    for (const { name, file = 'a.md', bytes, says } of REFUSED) {
      test(`${name} is refused, and nothing is made of it`, async () => {
        const before = (await desk.drafts()).length;
        assert.match(await desk.refusalOf({ name: file, bytes }), says);
        assert.equal((await desk.drafts()).length, before);
      });
    }

    test('what was left out is said, to its writer alone', async () => {
      const { id } = await desk.draftFrom({ name: 'a.md', bytes: front('category: sport') });
      const page = await desk.browser.open(`/desk/import/${id}?without=category,<b>,toString`);
      assert.match(page.body, /The category: it isn’t one of building/);
      assert.equal(page.body.match(/<li>/g)?.length, 1);
      const bo = await desk.signedIn(await desk.writer('bo'));
      assert.equal((await bo.open(`/desk/import/${id}?without=category`)).statusCode, 404);
    });

    test('a form without a file comes back', async () => {
      assert.match(await desk.refusalOf(null), /^Choose a file/);
    });

    test('a file beyond what any upload may have is refused by its size', async () => {
      const { body } = await desk.send({
        name: 'a.md',
        bytes: Buffer.alloc(10 * 2 ** 20 + 1, 'x'),
      });
      assert.match(body, /id="file-error">The file is larger than 2 MiB\. Images inside/);
    });

    test('nobody imports without signing in', async () => {
      const answer = await desk.browser.open('/desk/import');
      assert.equal(answer.statusCode, 200);
      const stranger = desk.app.inject({ method: 'POST', url: '/desk/import', payload: {} });
      assert.match(leadsTo(await stranger), /^\/desk\/sign-in/);
    });
  });
}
