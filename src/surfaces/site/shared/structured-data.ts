// Facts about a page for machines that read pages: JSON-LD, and the cards of social networks.

import { type Html, html, trusted } from '../../../rendering/templates/html.ts';

/** Nothing in it can end the element that it stands in, or begin another. */
export const jsonLd = (facts: object): Html =>
  trusted(
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...facts }).replace(/[<>&\u2028\u2029]/g, escaped)}</script>`,
  );

const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Names and values in pairs; one without a value is left out. */
export const properties = (
  pairs: readonly (readonly [string, string | null | undefined])[],
): Html =>
  html`${pairs.map(
    ([name, value]) => value && html`<meta property="${name}" content="${value}">\n`,
  )}`;

/** The card of a page that is a list. */
export const listCard = (siteName: string, title: string, description: string, url: string): Html =>
  properties([
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
  ]);
