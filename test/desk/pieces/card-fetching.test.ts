// A site's answer becomes a card with a few of its words, or a plain link with the reason.

import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { configFrom } from '../../../src/config.ts';
import { askOembed } from '../../../src/operations/cards/ask-oembed.ts';
import {
  POST,
  type Said,
  sendJson,
  startOembedSite,
  VIDEO,
} from '../../support/desk/oembed-site.ts';

const site = await startOembedSite();
const config = {
  ...configFrom({ BASE_URL: 'http://localhost:3000', ...site.options.settings }),
  ...site.options.more,
};

const hurried = (timeoutMs: number) => ({
  ...config,
  cardRequests: { ...config.cardRequests, timeoutMs },
});

const redirect = (location: string) => (response: ServerResponse) =>
  void response.writeHead(302, { location }).end();

const answer = (body: string, headers: { [name: string]: string } = {}) => {
  const type = { 'content-type': 'application/json' };
  return (response: ServerResponse) =>
    void response.writeHead(200, { ...type, ...headers }).end(body);
};

const good = JSON.stringify(VIDEO.answer);

test('a video has its title and its channel, and nothing of the HTML', async () => {
  site.say(VIDEO.url, VIDEO.answer);
  assert.deepEqual(await askOembed(config, VIDEO.url), {
    ...{ url: VIDEO.url, title: 'How bridges hum', author: 'The Bridge Channel', text: null },
  });
  const asked = `/www.youtube.com/oembed?format=json&url=${encodeURIComponent(VIDEO.url)}`;
  assert.equal(site.asked().at(-1), asked);
});

test('a post has the words of its paragraphs', async () => {
  site.say(POST.url, POST.answer);
  assert.deepEqual(await askOembed(config, POST.url), {
    ...{ url: POST.url, title: null, author: 'Ada Lovelace' },
    text: 'Engines weave patterns.\nLooms & leaves.',
  });
});

test('a post of any Mastodon is asked for at its own host, and so are its words', async () => {
  const url = 'https://social.example/@ada/1234';
  const html =
    '<blockquote class="mastodon-embed"><a href="x"><div>Post by @ada</div></a></blockquote>';
  site.say(url, { type: 'rich', title: 'ada: Engines wea', author_name: 'Ada', html });
  const card = { url, title: null, author: 'Ada', text: null };
  assert.deepEqual(await askOembed(config, url), card);
  const [oembed, post] = site.asked().slice(-2);
  assert.match(oembed ?? '', /^\/social\.example\/api\/oembed\?/);
  assert.equal(post, '/social.example/api/v1/statuses/1234');
  const content = '<p>Engines <a href="x">#weave</a>.</p><p>Leaves.<script>x</script></p>';
  site.say(post, { content, sensitive: false, spoiler_text: '' });
  assert.deepEqual(await askOembed(config, url), { ...card, text: 'Engines #weave.\nLeaves.' });
  for (const hidden of [{ sensitive: true }, { spoiler_text: 'The end of the film' }]) {
    site.say(post, { content, ...hidden });
    assert.deepEqual(await askOembed(config, url), card);
  }
});

const UNANSWERED: [what: string, said: Said][] = [
  ['an error', (response) => response.writeHead(500).end()],
  ['a broken connection', (response) => response.destroy()],
  ['no JSON', answer('<html>')],
  ['a page that is called one', answer(good, { 'content-type': 'text/html' })],
  ['a script', answer(good, { 'content-type': 'text/javascript' })],
  ['JSON of another kind', answer('"words"')],
  ['null', answer('null')],
  ['a list', answer('[1]')],
  ['no type', { title: 'A' }],
  ['a type that is none', { type: 'script', title: 'A' }],
  ['no words', { type: 'video', title: '', author_name: 3 }],
  ['a title that is an object', { type: 'video', title: { toString: 'A' } }],
  ['an encoding nobody asked for', answer(good, { 'content-encoding': 'br' })],
  ['more than fits', answer(JSON.stringify({ ...VIDEO.answer, padding: 'x'.repeat(70_000) }))],
  ['a redirect to this machine', redirect(`http://127.0.0.2:${site.port}/`)],
  ['a redirect to it over IPv6', redirect(`http://[::1]:${site.port}/`)],
  ['a redirect to it in disguise', redirect(`http://[::ffff:7f00:2]:${site.port}/`)],
  ['a redirect to the metadata of a cloud', redirect('http://169.254.169.254/latest/meta-data/')],
  ['a redirect to a private network', redirect('https://10.0.0.1/')],
  ['a redirect to a file', redirect('file:///etc/passwd')],
  ['a redirect with a password', redirect(`http://a:b@127.0.0.1:${site.port}/`)],
];

test('anything else isn’t an answer', async () => {
  for (const [what, said] of UNANSWERED) {
    site.say(VIDEO.url, said);
    assert.equal(await askOembed(config, VIDEO.url), 'unanswered', what);
  }
});

test('two redirects are followed, each judged again; a third is not', async () => {
  const steps = (count: number): Said => {
    let left = count;
    return (response) => {
      if (left === 0) return sendJson(response, good);
      left -= 1;
      redirect(`/elsewhere?url=${encodeURIComponent(VIDEO.url)}`)(response);
    };
  };
  site.say(VIDEO.url, steps(2));
  assert.partialDeepStrictEqual(await askOembed(config, VIDEO.url), { title: 'How bridges hum' });
  site.say(VIDEO.url, steps(3));
  assert.equal(await askOembed(config, VIDEO.url), 'unanswered');
});

test('a site that is slow is left, also one that is slow at each redirect', async () => {
  site.say(VIDEO.url, () => {});
  assert.equal(await askOembed(hurried(100), VIDEO.url), 'unanswered');
  const again = redirect(`/?url=${encodeURIComponent(VIDEO.url)}`);
  let left = 2;
  site.say(VIDEO.url, (response) => {
    const next = left > 0 ? again : answer(good);
    left -= 1;
    setTimeout(() => next(response), 60);
  });
  assert.equal(await askOembed(hurried(150), VIDEO.url), 'unanswered');
});

test('what a site does not have, or does not show, has no card', async () => {
  for (const status of [401, 403, 404, 410]) {
    site.say(VIDEO.url, (response) => void response.writeHead(status).end());
    assert.equal(await askOembed(config, VIDEO.url), 'none');
  }
});

test('the guard refuses a host that leads to this machine, and nothing is sent there', async () => {
  const guarded = { ...config, webhookAllow: [] };
  const { timeoutMs } = config.cardRequests;
  const before = site.asked().length;
  const url = 'https://metadata.localhost/@ada/1';
  assert.equal(
    await askOembed({ ...guarded, cardRequests: { at: null, timeoutMs } }, url),
    'unanswered',
  );
  assert.equal(await askOembed(guarded, VIDEO.url), 'unanswered');
  assert.equal(site.asked().length, before);
});

const WORDS: [said: string, shown: string][] = [
  ['<b>bold</b> & "quoted"', '<b>bold</b> & "quoted"'],
  ['  much \n\t space  ', 'much space'],
  ['evil\u202egpj.exe\u2066x\u2069', 'evil gpj.exe x'],
  ['nul\u0000l\u0007 \u009bcontrol', 'nul l control'],
  ['soft\u00ad\u200bhyphen\ufeff', 'soft hyphen'],
  ['family 👩‍👧', 'family 👩‍👧'],
  ['lone \ud800 half', 'lone \ufffd half'],
  [`z${'\u0300'.repeat(50)}algo`, `z${'\u0300'.repeat(4)}algo`.normalize('NFC')],
  ['cafe\u0301', 'café'],
  ['word '.repeat(100).trim(), `${'word '.repeat(40).trim()}…`],
];

test('the words of a site are cleaned and cut', async () => {
  for (const [said, shown] of WORDS) {
    site.say(VIDEO.url, { type: 'video', title: said });
    const card = await askOembed(config, VIDEO.url);
    assert.equal(typeof card === 'string' ? card : card.title, shown);
  }
});
