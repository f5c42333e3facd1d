// Plain links that share a piece elsewhere: no script of anyone else's, nothing asked of them before a click.

export interface Shared {
  readonly headline: string;
  /** The standfirst, or the first sentences. */
  readonly summary: string;
  readonly url: string;
}

/** A post there has no more characters than this. */
const LONGEST_POST = 300;

/** Headline and URL; of a headline that is too long for one post, the beginning. */
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

/** The server in what somebody typed: its name, its URL, or their own name there. Null if there is none. */
export function mastodonServer(given: string): string | null {
  const name = given
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/s, '')
    .replace(/^.*@/, '');
  const host = URL.parse(`https://${name}`)?.host ?? '';
  return /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+(?::\d+)?$/.test(host) ? host : null;
}

/** Every server has this page. */
export const mastodonLink = (server: string, text: string): string =>
  `https://${server}/share?text=${encodeURIComponent(text)}`;
