// Structured data about a page: JSON-LD for search engines, Open Graph for social networks.

import type { Context } from '../../../operations/operation.ts';
import { escapeHtml } from '../../../rendering/templates/escape.ts';
import { type Html, trusted } from '../../../rendering/templates/html.ts';

/** The JSON is escaped so that no text in it can end the script element or open another. */
export function jsonLd(facts: object): Html {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...facts });
  const safe = json.replace(/[<>&\u2028\u2029]/g, escaped);
  return trusted(`<script type="application/ld+json">${safe}</script>`);
}

const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Names must be ours; pairs without a value are left out. The result is one string, because a piece has twenty pairs,
 * and templates would take three times as long.
 */
export const properties = (
  pairs: readonly (readonly [string, string | null | undefined])[],
): Html => {
  let text = '';
  for (const [name, value] of pairs) {
    if (value) text += `<meta property="${name}" content="${escapeHtml(value)}">\n`;
  }
  return trusted(text);
};

export const listCard = (
  { config, identity }: Context,
  title: string,
  description: string,
  url: string,
): Html => {
  const { name, card } = identity.current;
  return properties([
    ['og:type', 'website'],
    ['og:site_name', name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', card && config.baseUrl + card],
  ]);
};
