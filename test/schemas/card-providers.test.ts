// Which URLs have cards: where each is asked for, and what it plays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cardUrlIn,
  cardUrlsIn,
  isCardUrl,
  oembedUrl,
  PLAYER_ORIGINS,
  playerOf,
  siteName,
} from '../../src/schemas/cards/providers.ts';

const ID = 'dQw4w9WgXcQ';
const PLAYED = `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1`;
const TRACK = '4uLU6hMCjMI75M1A2tKUQC';

const KNOWN: [url: string, site: string, asked: string, player: string | null][] = [
  [`https://www.youtube.com/watch?v=${ID}`, 'YouTube', 'www.youtube.com/oembed', PLAYED],
  [`https://youtube.com/watch?app=x&v=${ID}&t=10`, 'YouTube', 'www.youtube.com/oembed', PLAYED],
  [`https://youtu.be/${ID}?si=abc`, 'YouTube', 'www.youtube.com/oembed', PLAYED],
  [`https://m.youtube.com/shorts/${ID}`, 'YouTube', 'www.youtube.com/oembed', PLAYED],
  [
    ...(['https://vimeo.com/76979871', 'Vimeo', 'vimeo.com/api/oembed.json'] as const),
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1',
  ],
  [
    ...(['https://vimeo.com/76979871/abcdef12', 'Vimeo', 'vimeo.com/api/oembed.json'] as const),
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=abcdef12',
  ],
  [
    ...(['https://soundcloud.com/ada/waltz', 'SoundCloud', 'soundcloud.com/oembed'] as const),
    'https://w.soundcloud.com/player/?auto_play=true&url=https%3A%2F%2Fsoundcloud.com%2Fada%2Fwaltz',
  ],
  [
    `https://open.spotify.com/intl-de/track/${TRACK}?si=1`,
    ...(['Spotify', 'open.spotify.com/oembed'] as const),
    `https://open.spotify.com/embed/track/${TRACK}`,
  ],
  ['https://bsky.app/profile/ada.example/post/3kabc', 'Bluesky', 'embed.bsky.app/oembed', null],
  ['https://Social.Example/@ada/1234', 'social.example', 'social.example/api/oembed', null],
  [
    'https://bücher.example/@ada/1',
    'xn--bcher-kva.example',
    'xn--bcher-kva.example/api/oembed',
    null,
  ],
];

test('the URLs of the known sites', () => {
  for (const [url, site, asked, player] of KNOWN) {
    assert.equal(cardUrlIn(url), url);
    assert.equal(cardUrlIn(`  <${url}>  `), url);
    assert.equal(siteName(url), site);
    const sent = new URL(oembedUrl(url) ?? '');
    assert.equal(`${sent.host}${sent.pathname}`, asked, url);
    assert.equal(sent.protocol, 'https:');
    assert.equal(sent.searchParams.get('url'), new URL(url).href);
    assert.equal(playerOf(url)?.src ?? null, player, url);
    if (player)
      assert.ok(
        PLAYER_ORIGINS.some((origin) => player.startsWith(`${origin}/`)),
        player,
      );
  }
});

test('every other URL stays a link', () => {
  const others = [
    `http://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com:8443/watch?v=${ID}`,
    `https://ada:secret@youtu.be/${ID}`,
    `https://ada@social.example/@ada/1`,
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://evilyoutube.com/watch?v=${ID}`,
    `https://www.youtube.com/watch?v=${ID}x`,
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/@channel',
    'https://vimeo.com/channels/staffpicks',
    'https://soundcloud.com/ada',
    'https://open.spotify.com/user/ada',
    'https://bsky.app/profile/ada.example',
    'https://social.example/@ada',
    'https://social.example/@ada/1/embed',
    'https://127.0.0.1/@ada/1',
    'https://2130706433/@ada/1',
    'https://0x7f.1/@ada/1',
    'https://[::1]/@ada/1',
    'https://[::ffff:127.0.0.1]/@ada/1',
    'https://localhost/@ada/1',
    `https://youtu.be/${ID}?x=\u0000`,
    `https://youtu.be/${ID}?x=\u202e`,
    `https://youtu.be/${ID}?${'x'.repeat(500)}`,
    'javascript:alert(1)',
    '',
  ];
  for (const url of others) {
    assert.equal(isCardUrl(url), false, url);
    assert.equal(cardUrlIn(url), null, url);
    assert.equal(oembedUrl(url), null, url);
    assert.equal(playerOf(url), null, url);
  }
});

test('only a line that has nothing else, once, and not too many', () => {
  const url = `https://youtu.be/${ID}`;
  for (const line of [`See ${url}`, `${url} and more`, `    ${url}`, `- ${url}`, `[a](${url})`]) {
    assert.equal(cardUrlIn(line), null, line);
  }
  const many = Array.from({ length: 30 }, (_, at) => `https://vimeo.com/${at + 100}`);
  assert.deepEqual(cardUrlsIn([url, 'words', url, ...many].join('\n')), [
    url,
    ...many.slice(0, 19),
  ]);
});
