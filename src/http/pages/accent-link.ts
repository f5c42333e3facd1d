// The style sheet with the site's own accent colour, where it has one. Pages allow no styles of their own.

import type { Accent, Identity } from '../../operations/identity/identity.ts';
import { type Html, html } from '../../rendering/templates/html.ts';

export const ACCENT_PATH = '/accent.css';

/** After the house's own style sheet, with the colours in its URL: another colour is another file. */
export const accentLink = ({ accent }: Identity): Html | null =>
  accent &&
  html`<link rel="stylesheet" href="${ACCENT_PATH}?v=${accent.light.slice(1)}${accent.dark.slice(1)}">\n`;

export const accentStyle = ({ light, dark }: Accent): string => `:root {
  --accent: light-dark(${light}, ${dark});
  --selection: color-mix(in srgb, var(--accent) 35%, var(--paper));
}
`;
