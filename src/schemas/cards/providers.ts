// The sites whose URLs become cards: what a URL of theirs looks like, where a card is asked for, and
// where its player is. Scripts in the browser load this file, so no schema is in it.

import { namesOf } from '../field-lists.ts';
import { CARDS } from '../limits.ts';

type Found = { readonly [group: string]: string | undefined };

interface ProviderFacts {
  /** As people know it. */
  name: string;
  kind: 'video' | 'audio' | 'post';
  /** Of the URL without `https://`, as a URL parser writes it. */
  urls: RegExp;
  /** The oEmbed endpoint; `{host}` is that of the URL. */
  endpoint: string;
  /** Where the words of a post are, if not in its oEmbed answer. */
  post?: string;
  /** The player for the parts that were found in the URL; posts have none. */
  player?: (found: Found, url: string) => string;
}

/** Only what the URL says makes the player: nothing that a site answers decides what a page frames. */
const PROVIDERS = {
  youtube: {
    name: 'YouTube',
    kind: 'video',
    urls: new RegExp(
      String.raw`^(?:(?:www\.|m\.|music\.)?youtube\.com/(?:watch\?(?:[^#]*&)?v=|shorts/|live/)|youtu\.be/)` +
        String.raw`(?<id>[\w-]{11})(?![\w-])`,
    ),
    endpoint: 'https://www.youtube.com/oembed',
    player: ({ id }) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  vimeo: {
    name: 'Vimeo',
    kind: 'video',
    urls: /^(?:www\.)?vimeo\.com\/(?<id>\d+)(?:\/(?<hash>[\da-f]+))?\/?(?:[?#]|$)/,
    endpoint: 'https://vimeo.com/api/oembed.json',
    player: ({ id, hash }) =>
      `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1${hash ? `&h=${hash}` : ''}`,
  },
  soundcloud: {
    name: 'SoundCloud',
    kind: 'audio',
    urls: /^(?:www\.|m\.)?soundcloud\.com\/[\w-]+\/(?:sets\/)?[\w-]+(?:\/s-\w+)?\/?(?:[?#]|$)/,
    endpoint: 'https://soundcloud.com/oembed',
    player: (_, url) =>
      `https://w.soundcloud.com/player/?auto_play=true&url=${encodeURIComponent(url)}`,
  },
  spotify: {
    name: 'Spotify',
    kind: 'audio',
    urls: new RegExp(
      String.raw`^open\.spotify\.com/(?:intl-[a-z-]+/)?(?<what>track|album|playlist|episode|show)/` +
        String.raw`(?<id>[\dA-Za-z]{22})(?:[?#]|$)`,
    ),
    endpoint: 'https://open.spotify.com/oembed',
    player: ({ what, id }) => `https://open.spotify.com/embed/${what}/${id}`,
  },
  bluesky: {
    name: 'Bluesky',
    kind: 'post',
    urls: /^bsky\.app\/profile\/[\w.:-]+\/post\/[\da-z]+\/?(?:[?#]|$)/,
    endpoint: 'https://embed.bsky.app/oembed',
  },
  // The last, because it may be at any host that has a name.
  mastodon: {
    name: 'Mastodon',
    kind: 'post',
    urls: /^(?:[\da-z-]+\.)+[a-z][\da-z-]*\/@\w[\w.-]*\/(?<id>\d+)\/?(?:[?#]|$)/,
    endpoint: 'https://{host}/api/oembed',
    post: 'https://{host}/api/v1/statuses/{id}',
  },
} as const satisfies { readonly [name: string]: ProviderFacts };

type CardProvider = keyof typeof PROVIDERS;

const CARD_PROVIDERS = namesOf(PROVIDERS);

/** What a page that shows players may frame. */
export const PLAYER_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://w.soundcloud.com',
  'https://open.spotify.com',
] as const;

/** A card as it is stored with a version: what was said at the URL when it was asked for. */
export interface CardValues {
  /** As it stands in the text. */
  url: string;
  title: string | null;
  author: string | null;
  /** Of a post. */
  text: string | null;
}

const LONE = /^ {0,3}(?:<(https:\/\/[^\s<>]+)>|(https:\/\/[^\s<>]+))[ \t]*$/;

/** The URL of a known site that a line consists of, as it stands there. */
export function cardUrlIn(line: string): string | null {
  const found = LONE.exec(line);
  const url = found?.[1] ?? found?.[2];
  return url !== undefined && isCardUrl(url) ? url : null;
}

export const isCardUrl = (url: string) => providerOf(url) !== null;

/** Every such URL in a text, once, as many as may become cards. */
export function cardUrlsIn(text: string): string[] {
  if (!text.includes('https://')) return [];
  const urls = new Set<string>();
  for (const line of text.split('\n')) {
    const url = cardUrlIn(line);
    if (url !== null) urls.add(url);
    if (urls.size === CARDS.perPiece) break;
  }
  return [...urls];
}

/** Whose URL it is; nobody's if it has a port, a password or another scheme than https. */
function providerOf(url: string): CardProvider | null {
  const parsed = partsOf(url);
  return CARD_PROVIDERS.find((name) => parsed && PROVIDERS[name].urls.test(parsed.rest)) ?? null;
}

/** Nothing that a database would refuse or a page would not show. */
const PRINTABLE = /^[^\s<>\p{C}]+$/u;

function partsOf(url: string): { href: string; host: string; rest: string } | null {
  const parsed = url.length <= CARDS.url && PRINTABLE.test(url) ? URL.parse(url) : null;
  if (parsed?.protocol !== 'https:' || parsed.port || parsed.username || parsed.password) {
    return null;
  }
  const { href, host } = parsed;
  return { href, host, rest: href.slice('https://'.length) };
}

/** What people call the site of a URL: that of a post of Mastodon has the name of its host. */
export function siteName(url: string): string {
  const provider = providerOf(url);
  if (provider === null || provider === 'mastodon') return partsOf(url)?.host ?? url;
  return PROVIDERS[provider].name;
}

/** Where the card of a URL is asked for; nowhere if nobody has one. */
export function oembedUrl(url: string): string | null {
  const provider = providerOf(url);
  const parts = partsOf(url);
  if (!provider || !parts) return null;
  const { host, href } = parts;
  const asked = new URL(PROVIDERS[provider].endpoint.replace('{host}', host));
  asked.searchParams.set('format', 'json');
  asked.searchParams.set('url', href);
  return asked.href;
}

function factsOf(url: string): ProviderFacts | null {
  const name = providerOf(url);
  return name && PROVIDERS[name];
}

export const isPostUrl = (url: string) => factsOf(url)?.kind === 'post';

/** Where the words of a post are asked for, where its oEmbed answer has none. */
export function postUrl(url: string): string | null {
  const { post, urls } = factsOf(url) ?? {};
  const { host = '', rest = '' } = partsOf(url) ?? {};
  const id = urls?.exec(rest)?.groups?.['id'] ?? '';
  return post?.replace('{host}', host).replace('{id}', id) ?? null;
}

/** The player for a URL, if there is one. */
export function playerOf(url: string): { kind: 'video' | 'audio'; src: string } | null {
  const { kind, urls, player } = factsOf(url) ?? {};
  const { href = '', rest = '' } = partsOf(url) ?? {};
  if (!player || !kind || kind === 'post') return null;
  return { kind, src: player(urls?.exec(rest)?.groups ?? {}, href) };
}
