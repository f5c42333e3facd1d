// Links that share a piece elsewhere, without other sites' scripts or requests to other sites.

export interface Shared {
  readonly headline: string;
  readonly summary: string;
  readonly url: string;
}

/** Longest post that Bluesky allows, in characters. */
const LONGEST_POST = 300;

/** Shortens the headline so that the URL fits. */
export function postText({ headline, url }: Shared): string {
  const room = LONGEST_POST - url.length - 1;
  const characters = Array.from(headline);
  if (characters.length <= room) return `${headline} ${url}`;
  const beginning = characters.slice(0, Math.max(0, room - 1)).join('');
  return beginning ? `${beginning}… ${url}` : url;
}

export const blueskyLink = (text: string): string =>
  `https://bsky.app/intent/compose?text=${encodeURIComponent(text)}`;

export const emailLink = ({ headline, summary, url }: Shared): string =>
  `mailto:?subject=${encodeURIComponent(headline)}&body=${encodeURIComponent(`${summary}\n\n${url}`)}`;

/** Server name in a typed server name, URL or account name; null if there is none. */
export function mastodonServer(given: string): string | null {
  const name = given
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/s, '')
    .replace(/^.*@/, '');
  const host = URL.parse(`https://${name}`)?.host ?? '';
  return /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+(?::\d+)?$/.test(host) ? host : null;
}

export const mastodonLink = (server: string, text: string): string =>
  `https://${server}/share?text=${encodeURIComponent(text)}`;
