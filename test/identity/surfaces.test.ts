// An admin renames the site at the desk: every surface has it at the next request, and nothing else has changed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { IDENTITY_LIMITS } from '../../src/schemas/identity/identity-limits.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startDesk } from '../support/desk/desk.ts';
import { type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { startMailbox } from '../support/desk/mailbox.ts';
import { listen } from '../support/raw-http.ts';

const OLD = 'The Old Gazette';
const NEW = 'Salt & Paper';
const SITE = '/desk/site';

const PIECE = piece('ada', { slug: 'salt', tags: ['sea'], category: 'building' });
const PRODUCT = product('ada', { name: 'A map' });

/** Where the name is, as the format writes it. */
const SURFACES: { [path: string]: string } = {
  '/': 'Salt &amp; Paper</a>',
  '/author/ada': 'og:site_name" content="Salt &amp; Paper"',
  '/author/ada/salt': 'publisher":{"@type":"Organization","name":"Salt \\u0026 Paper"',
  '/category/building': 'Writing on Salt &amp; Paper about building',
  '/tag/sea': 'Writing on Salt &amp; Paper with the tag',
  '/search?q=salt': '· Salt &amp; Paper</title>',
  '/shop': 'What the writers of Salt &amp; Paper make',
  [`/shop/${PRODUCT.id}`]: 'og:site_name" content="Salt &amp; Paper"',
  '/developers': 'The API of Salt &amp; Paper',
  '/nothing-is-here': '· Salt &amp; Paper</title>',
  '/feed.json': '"title":"Salt & Paper"',
  '/feed.xml': '<title>Salt &amp; Paper</title>',
  '/author/ada/feed.json': 'ada · Salt & Paper',
  '/author/ada/feed.xml': 'ada · Salt &amp; Paper',
  '/category/building/feed.xml': 'Writing on Salt &amp; Paper about building',
  '/tag/sea/feed.json': 'Writing on Salt & Paper with the tag',
  '/llms.txt': '# Salt & Paper',
  '/llms-products.txt': '# Salt & Paper: shop',
  '/oembed?url=https://press.example/author/ada': '"provider_name":"Salt & Paper"',
  '/oembed?format=xml&url=https://press.example/author/ada': 'Salt &amp; Paper</provider_name>',
  '/embed/ada/badge.svg': 'on Salt &amp; Paper',
  '/embed/nobody/badge.svg': 'Salt &amp; Paper',
  '/api/openapi.json': '"title":"Salt & Paper API"',
  '/api/mcp': '"title":"Salt & Paper"',
  '/api/mcp/server-card': 'published on Salt & Paper.',
  '/.well-known/mcp.json': '"title":"Salt & Paper"',
  '/.well-known/oauth-protected-resource/mcp': '"resource_name":"Salt & Paper"',
  '/desk/sign-in': 'Go to your desk at Salt &amp; Paper',
  '/preview/nothing': 'Salt &amp; Paper</title>',
};

/** Their sample responses are written once, when the process starts. */
const WITH_EXAMPLES = ['/developers', '/api/openapi.json'];

const INITIALIZE = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  },
});

/** The form's record of the values it was shown with. */
const shownBy = async (browser: DeskBrowser) =>
  /name="shown" value="([^"]*)"/.exec((await browser.open(SITE)).body)?.[1] ?? '';

/** Within the heavy stroke of a social image. */
const BAR = { left: 100, top: 70, width: 1, height: 1 };

for (const kind of DATABASES_IN_FULL) {
  describe(`the site's identity, on ${kind}`, async () => {
    const mailbox = await startMailbox();
    const settings = { SITE_NAME: OLD, SMTP_URL: `smtp://${mailbox.host}` };
    const desk = await startDesk(kind, settings);
    await desk.add(author('ada'), PIECE, PRODUCT);
    const admin = await desk.signedIn(await desk.writer('chief', { admin: true }));
    const origin = `http://127.0.0.1:${await listen(desk.app)}`;
    const headers = { 'mcp-protocol-version': '2025-06-18', 'content-type': 'application/json' };

    const textAt = async (path: string) => (await fetch(origin + path)).text();
    const introduced = async () =>
      (await fetch(`${origin}/api/mcp`, { method: 'POST', headers, body: INITIALIZE })).text();
    const social = async () =>
      /content="https:\/\/press\.example(\/pieces\/[^"]+)"/.exec(
        await textAt('/author/ada/salt'),
      )?.[1];
    const everything = async () => {
      const texts = new Map<string, string>();
      for (const path of Object.keys(SURFACES)) texts.set(path, await textAt(path));
      return texts;
    };
    const save = async (fields: { [name: string]: string }) =>
      assert.equal(leadsTo(await admin.submit(SITE, fields)), `${SITE}?done=saved`);

    test('is in every place at the next request, and gone again when it is taken back', async () => {
      // Twice, so that it is cached.
      await everything();
      const before = await everything();
      const image = await social();
      for (const [path, text] of before) assert.ok(!text.includes('Salt &'), path);
      await save({ name: `  ${NEW} `, tagline: '', description: '' });
      for (const [path, words] of Object.entries(SURFACES)) {
        const text = await textAt(path);
        assert.ok(text.includes(words), `${path}: ${text.slice(0, 2_000)}`);
        assert.ok(!text.includes(OLD) || WITH_EXAMPLES.includes(path), path);
      }
      assert.match(await introduced(), /"title":"Salt & Paper"/);
      assert.notEqual(await social(), image);
      assert.equal((await fetch(origin + (await social()))).status, 200);
      assert.match(
        (await admin.open('/desk')).body,
        /class="wordmark" href="\/desk">Salt &amp; Paper</,
      );
      const codes = await admin.open('/desk/edit/online-presence');
      assert.match(codes.body, /on Salt &amp;(?:amp;)? Paper/);
      await save({ name: '', tagline: '', description: '' });
      const after = await everything();
      for (const [path, text] of before) {
        // Each error has a different id.
        if (!path.startsWith('/desk')) assert.equal(after.get(path), text, path);
      }
    });

    test('says what the site is, each where it belongs', async () => {
      await save({ name: NEW, tagline: 'Set in\r\nlead', description: 'On bridges  and salt.' });
      const front = await textAt('/');
      assert.match(front, /<p class="tagline">Set in lead<\/p>/);
      assert.match(front, /<meta name="description" content="On bridges and salt\.">/);
      assert.match(await textAt('/feed.xml'), /<description>On bridges and salt\.<\/description>/);
      assert.match(await textAt('/feed.json'), /"description":"On bridges and salt\."/);
      assert.match(await textAt('/llms.txt'), /\n\nOn bridges and salt\.\n\n/);
      await save({ name: NEW, tagline: '', description: '' });
      const plain = 'Essays, guides and stories by the writers of Salt &amp; Paper.';
      assert.ok((await textAt('/')).includes(`<p class="tagline">${plain}</p>`));
    });

    test('is what e-mails are sent as', async () => {
      await save({ name: NEW, tagline: '', description: '' });
      await admin.submit('/desk/invite', { role: 'writer', email: 'new@press.example' });
      const email = await mailbox.email(0);
      assert.match(email.headers, /^From: (?:"?Salt & Paper"?) <no-reply@press\.example>$/m);
      assert.match(email.text, /has invited you to write for Salt & Paper\./);
    });

    test('is refused where it is too long, with what was typed', async () => {
      const name = 'x'.repeat(IDENTITY_LIMITS.name + 1);
      const { statusCode, body } = await admin.submit(SITE, { name });
      assert.equal(statusCode, 400);
      assert.match(body, new RegExp(`id="name"[^>]*value="${name}"`));
      assert.doesNotMatch(await textAt('/'), /xxx/);
    });

    test('has links of its own in header and footer, and its categories in its own order', async () => {
      await desk.add(piece('ada', { category: 'money' }), piece('ada', { category: 'ideas' }));
      await save({
        name: '',
        header_links: 'About us /author/ada\r\n\r\nMail mailto:ada@press.example',
        footer_links: 'Imprint https://press.example/imprint?a=1&b=2',
        place_money: '1',
        place_building: '7',
      });
      for (const path of ['/', '/nothing-is-here', '/author/ada/salt']) {
        const text = await textAt(path);
        assert.match(text, /<li><a href="\/author\/ada">About us<\/a><\/li>/);
        assert.match(text, /<li><a href="mailto:ada@press\.example">Mail<\/a><\/li>/);
        assert.match(
          text,
          /<li><a href="https:\/\/press\.example\/imprint\?a=1&amp;b=2">Imprint<\/a><\/li>/,
        );
      }
      const named = [...(await textAt('/')).matchAll(/<li><a href="\/category\/(\w+)"/g)];
      assert.deepEqual(
        named.map(([, name]) => name),
        ['money', 'building'],
      );
      assert.equal((await fetch(`${origin}/category/ideas`)).status, 200);
      const { body } = await admin.open(SITE);
      assert.match(body, /About us \/author\/ada\nMail mailto:ada@press\.example<\/textarea>/);
      assert.match(body, /name="place_building" type="text" value="2"/);
      assert.match(body, /name="place_ideas" type="text" value=""/);
    });

    for (const [links, words] of [
      ['About', /This line has only one of them: About/],
      ['Here javascript:alert(1)', /starts with https:\/\//],
      ['Here //other.example', /starts with https:\/\//],
      ['a /a\nb /b\nc /c\nd /d\ne /e', />At most 4\./],
    ] as const) {
      test(`takes no links like ${JSON.stringify(links)}`, async () => {
        const { statusCode, body } = await admin.submit(SITE, { header_links: links });
        assert.equal(statusCode, 400);
        assert.match(body.slice(body.indexOf('id="header_links-error"')), words);
      });
    }

    test('has an accent of its own, which can be read', async () => {
      assert.equal((await fetch(`${origin}/accent.css`)).status, 404);
      const refused = await admin.submit(SITE, { accent: '#ffcc00', accent_dark: '#222222' });
      assert.equal(refused.statusCode, 400);
      const offered =
        /The nearest colour that works is (#[0-9a-f]{6})\./.exec(refused.body)?.[1] ?? '';
      assert.match(refused.body, /#222222 is hard to read on dark pages/);
      assert.doesNotMatch(await textAt('/'), /accent\.css/);
      const image = await social();
      await save({ accent: offered });
      const colored = await social();
      assert.notEqual(colored, image, 'the image of a link has another URL');
      const drawn = await fetch(`${origin}${colored}`);
      const bar = sharp(Buffer.from(await drawn.arrayBuffer())).extract(BAR);
      const [pixel] =
        (await bar.removeAlpha().raw().toBuffer()).toString('hex').match(/.{6}/) ?? [];
      assert.equal(`#${pixel}`, offered);
      for (const badge of ['/embed/ada/badge.svg', '/embed/nobody/badge.svg'])
        assert.ok((await textAt(badge)).includes(`fill="${offered}"`), badge);
      const link = /href="(\/accent\.css\?v=[0-9a-f]{12})"/.exec(await textAt('/'))?.[1] ?? '';
      const style = await fetch(origin + link);
      assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
      assert.ok((await textAt(link)).includes(`light-dark(${offered},`));
      assert.ok((await admin.open('/desk')).body.includes(link));
      await save({ accent: '', accent_dark: '' });
      assert.equal(await social(), image);
    });

    test('two admins who change different things at the same time change both', async () => {
      const shown = await shownBy(admin);
      await save({ name: 'One', header_links: 'About /author/ada', accent: '', shown });
      await save({ name: '', tagline: 'Two', header_links: '', place_life: '1', shown });
      // A request brings it up to date.
      await textAt('/');
      const { name, tagline, headerLinks, categories } = desk.context.identity.current;
      assert.deepEqual([name, tagline, headerLinks.length], ['One', 'Two', 1]);
      assert.deepEqual(categories, ['life']);
      await save({ name: '', tagline: '', header_links: '', shown: await shownBy(admin) });
      await textAt('/');
      assert.deepEqual(desk.context.identity.current.headerLinks, []);
      assert.notEqual(desk.context.identity.current.name, 'One');
    });

    test('is for admins alone', async () => {
      const writer = await desk.signedIn(await desk.writer('eve'));
      assert.equal((await writer.open(SITE)).statusCode, 404);
      assert.equal((await writer.submit(SITE, { name: 'Mine' }, '/desk/account')).statusCode, 404);
      assert.notEqual(desk.context.identity.current.name, 'Mine');
    });
  });
}
