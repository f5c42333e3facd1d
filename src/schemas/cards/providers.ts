// Providers of cards: the form of their URLs, their oEmbed endpoints and their players. Scripts in the browser
// load this file, so it has no schemas.

import { namesOf } from '../field-lists.ts';
import { CARDS } from '../limits.ts';

type Found = { readonly [group: string]: string | undefined };

interface ProviderFacts {
  name: string;
  kind: 'video' | 'audio' | 'post';
  /** Pattern of the URL without `https://`, after URL parsing. */
  urls: RegExp;
  /** oEmbed endpoint; `{host}` is replaced by the URL's host. */
  endpoint: string;
  /** Endpoint of a post's text, if its oEmbed response lacks it. */
  post?: string;
  /** Player URL from the matched groups; posts have none. */
  player?: (found: Found, url: string) => string;
}

/** Player URLs are built from the piece's URL alone, so that no site's response decides what a page frames. */
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
  // Mastodon comes last, because it may be at any host that has a name.
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

/** Origins that pages with players may frame. */
export const PLAYER_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://w.soundcloud.com',
  'https://open.spotify.com',
] as const;

export interface CardValues {
  /** URL as the text spells it. */
  url: string;
  title: string | null;
  author: string | null;
  /** Text of a post; null for other kinds. */
  text: string | null;
}

const LONE = /^ {0,3}(?:<(https:\/\/[^\s<>]+)>|(https:\/\/[^\s<>]+))[ \t]*$/;

/** Card URL that is alone on the line, as the text spells it. */
export function cardUrlIn(line: string): string | null {
  const found = LONE.exec(line);
  const url = found?.[1] ?? found?.[2];
  return url !== undefined && isCardUrl(url) ? url : null;
}

export const isCardUrl = (url: string) => providerOf(url) !== null;

/** Distinct card URLs of the text, at most `CARDS.perPiece`. */
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

/** Null if the URL has a port, a password or a scheme other than https. */
function providerOf(url: string): CardProvider | null {
  const parsed = partsOf(url);
  return CARD_PROVIDERS.find((name) => parsed && PROVIDERS[name].urls.test(parsed.rest)) ?? null;
}

/** Characters that a database stores and a page shows. */
const PRINTABLE = /^[^\s<>\p{C}]+$/u;

function partsOf(url: string): { href: string; host: string; rest: string } | null {
  const parsed = url.length <= CARDS.url && PRINTABLE.test(url) ? URL.parse(url) : null;
  if (parsed?.protocol !== 'https:' || parsed.port || parsed.username || parsed.password) {
    return null;
  }
  const { href, host } = parsed;
  return { href, host, rest: href.slice('https://'.length) };
}

/** Display name of the URL's site; for Mastodon the host. */
export function siteName(url: string): string {
  const provider = providerOf(url);
  if (provider === null || provider === 'mastodon') return partsOf(url)?.host ?? url;
  return PROVIDERS[provider].name;
}

/** oEmbed URL for a card; null if no provider has the URL. */
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

/** URL of a post's text, if its oEmbed response lacks the text. */
export function postUrl(url: string): string | null {
  const { post, urls } = factsOf(url) ?? {};
  const { host = '', rest = '' } = partsOf(url) ?? {};
  const id = urls?.exec(rest)?.groups?.['id'] ?? '';
  return post?.replace('{host}', host).replace('{id}', id) ?? null;
}

export function playerOf(url: string): { kind: 'video' | 'audio'; src: string } | null {
  const { kind, urls, player } = factsOf(url) ?? {};
  const { href = '', rest = '' } = partsOf(url) ?? {};
  if (!player || !kind || kind === 'post') return null;
  return { kind, src: player(urls?.exec(rest)?.groups ?? {}, href) };
}
