// Providers of link cards. Scripts in the browser load this file, so it imports no schema library.

import { namesOf } from '../field-lists.ts';
import { CARD_LIMITS } from './card-limits.ts';

type Found = { readonly [group: string]: string | undefined };

interface ProviderFacts {
  name: string;
  kind: 'video' | 'audio' | 'post';
  /** The pattern of a URL without `https://`, after URL parsing. */
  urls: RegExp;
  /** The oEmbed endpoint; `{host}` stands for the URL's host. */
  endpoint: string;
  /** The endpoint for a post's text, if the oEmbed response lacks it. */
  post?: string;
  /** Builds the player's URL from the matched groups; posts have no player. */
  player?: (found: Found, url: string) => string;
}

/** A player's URL is built from the URL in the piece alone, so that no site's response decides what a page frames. */
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
  // Mastodon comes last, because it may be at any host.
  mastodon: {
    name: 'Mastodon',
    kind: 'post',
    urls: /^(?:[\da-z-]+\.)+[a-z][\da-z-]*\/@\w[\w.-]*\/(?<id>\d+)\/?(?:[?#]|$)/,
    endpoint: 'https://{host}/api/oembed',
    post: 'https://{host}/api/v1/statuses/{id}',
  },
} as const satisfies { readonly [name: string]: ProviderFacts };

const CARD_PROVIDERS = namesOf(PROVIDERS);

/** The origins that pages with players may frame. */
export const PLAYER_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://w.soundcloud.com',
  'https://open.spotify.com',
] as const;

export interface CardValues {
  url: string;
  title: string | null;
  author: string | null;
  text: string | null;
}

const LONE = /^ {0,3}(?:<(https:\/\/[^\s<>]+)>|(https:\/\/[^\s<>]+))[ \t]*$/;

/** The card's URL, as spelled in the text, if the line has nothing else. */
export function cardUrlIn(line: string): string | null {
  const found = LONE.exec(line);
  const url = found?.[1] ?? found?.[2];
  return url !== undefined && isCardUrl(url) ? url : null;
}

export const isCardUrl = (url: string) => matchOf(url) !== null;

/** Distinct card URLs of the text, at most `CARD_LIMITS.perPiece`. */
export function cardUrlsIn(text: string): string[] {
  if (!text.includes('https://')) return [];
  const urls = new Set<string>();
  for (const line of text.split('\n')) {
    const url = cardUrlIn(line);
    if (url !== null) urls.add(url);
    if (urls.size === CARD_LIMITS.perPiece) break;
  }
  return [...urls];
}

/** Matches characters that a database can store and a page can show. */
const PRINTABLE = /^[^\s<>\p{C}]+$/u;

/** Returns null if the URL has a port, a password or a scheme other than https. */
function parsedUrl(url: string): URL | null {
  const parsed = url.length <= CARD_LIMITS.url && PRINTABLE.test(url) ? URL.parse(url) : null;
  const isPlain = !parsed?.port && !parsed?.username && !parsed?.password;
  return parsed?.protocol === 'https:' && isPlain ? parsed : null;
}

function matchOf(url: string) {
  const parsed = parsedUrl(url);
  if (parsed === null) return null;
  const { href, host } = parsed;
  for (const provider of CARD_PROVIDERS) {
    const facts: ProviderFacts = PROVIDERS[provider];
    const match = facts.urls.exec(href.slice('https://'.length));
    if (match) return { provider, facts, href, host, groups: match.groups ?? {} };
  }
  return null;
}

export function siteName(url: string): string {
  const match = matchOf(url);
  if (match && match.provider !== 'mastodon') return match.facts.name;
  return parsedUrl(url)?.host ?? url;
}

/** The oEmbed URL for a card; null if no provider supports the URL. */
export function oembedUrl(url: string): string | null {
  const match = matchOf(url);
  if (!match) return null;
  const asked = new URL(match.facts.endpoint.replace('{host}', match.host));
  asked.searchParams.set('format', 'json');
  asked.searchParams.set('url', match.href);
  return asked.href;
}

export const isPostUrl = (url: string) => matchOf(url)?.facts.kind === 'post';

/** The URL of a post's text, for providers whose oEmbed response lacks it. */
export function postUrl(url: string): string | null {
  const { facts, host = '', groups } = matchOf(url) ?? {};
  return facts?.post?.replace('{host}', host).replace('{id}', groups?.['id'] ?? '') ?? null;
}

export function playerOf(url: string): { kind: 'video' | 'audio'; src: string } | null {
  const { facts, href = '', groups = {} } = matchOf(url) ?? {};
  if (!facts?.player || facts.kind === 'post') return null;
  return { kind: facts.kind, src: facts.player(groups, href) };
}
