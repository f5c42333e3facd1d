// Style sheet with the site's accent colour, as a link, because pages allow no inline styles.

import type { Accent, Identity } from '../../operations/identity/identity.ts';
import { type Html, html } from '../../rendering/templates/html.ts';

export const ACCENT_PATH = '/accent.css';

/** The accent's style sheet must follow the main one. Its URL has the colours, so other colours get another URL. */
export const accentLink = ({ accent }: Identity): Html | null =>
  accent &&
  html`<link rel="stylesheet" href="${ACCENT_PATH}?v=${accent.light.slice(1)}${accent.dark.slice(1)}">\n`;

export const accentStyle = ({ light, dark }: Accent): string => `:root {
  --accent: light-dark(${light}, ${dark});
  --selection: color-mix(in srgb, var(--accent) 35%, var(--paper));
}
`;
