// Three ways in which a website proves who owns it: a link back, a meta tag, or a file.

import { Parser } from 'htmlparser2';
import type { Answered } from '../../outbound/outcomes.ts';

export const PROOF_META = 'standfirst-verification';
export const PROOF_FILE = '/.well-known/standfirst-verification.txt';

/** A website proves its owner by a link to one of the profiles, or by the token. */
export interface Claim {
  /** Current and former URLs of the writer's profile; the current one comes first. */
  readonly profiles: readonly string[];
  readonly token: string;
}

export interface Judgement {
  readonly isProof: boolean;
  readonly found: string;
}

const MOST_LINKS_NAMED = 3;
const LONGEST_LINK_NAMED = 200;
const CUT_SHORT =
  'Only the beginning of the page was read: the page is too long, or loaded too slowly.';

export function judgePage(answer: Answered, address: string, claim: Claim): Judgement {
  const type = answer.headers['content-type'] ?? '';
  // Other content types may echo user input, and browsers don't follow links in them.
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type)) {
    return { isProof: false, found: `It isn't an HTML page: its type is ${type || 'missing'}.` };
  }
  const { links, tokens } = shownBy(answer.body.toString(), address);
  const profiles = claim.profiles.map(comparable);
  if (links.some((link) => profiles.includes(comparable(link)))) {
    return { isProof: true, found: 'It links back with rel="me".' };
  }
  if (tokens.includes(claim.token)) return { isProof: true, found: 'It has the meta tag.' };
  const words = [linkWords(links, claim), metaWords(tokens), !answer.isWhole && CUT_SHORT];
  return { isProof: false, found: words.filter(Boolean).join(' ') };
}

export function judgeFile({ body }: Answered, { token }: Claim): Judgement {
  const isProof = body.toString().split(/\s+/).includes(token);
  return { isProof, found: isProof ? 'It contains the token.' : 'It does not contain the token.' };
}

function linkWords(links: string[], { profiles }: Claim): string {
  if (links.length === 0) return 'It has no link with rel="me".';
  const named = links.slice(0, MOST_LINKS_NAMED).map((link) => link.slice(0, LONGEST_LINK_NAMED));
  const more = links.length > named.length ? ' and others' : '';
  return `Its links with rel="me" lead to ${named.join(', ')}${more}, not to ${profiles[0]}.`;
}

const metaWords = (tokens: string[]) =>
  tokens.length === 0
    ? `It has no meta tag ${PROOF_META}.`
    : `Its meta tag ${PROOF_META} contains another token.`;

function shownBy(page: string, address: string) {
  const links: string[] = [];
  const tokens: string[] = [];
  const parser = new Parser({
    onopentag(element, { rel = '', href, name = '', content = '' }) {
      const isLink = element === 'a' || element === 'link';
      if (isLink && href && rel.toLowerCase().split(/\s+/).includes('me')) {
        links.push(URL.parse(href, address)?.href ?? href);
      }
      if (element === 'meta' && name.toLowerCase() === PROOF_META) tokens.push(content.trim());
    },
  });
  parser.end(page);
  return { links, tokens };
}

function comparable(given: string): string {
  const url = URL.parse(given);
  return url ? url.origin + url.pathname.replace(/\/+$/, '') : given;
}
