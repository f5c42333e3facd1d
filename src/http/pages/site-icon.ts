// Icon links of every page: the site's own icon, or Standfirst's logo.

import type { Identity } from '../../operations/identity/identity.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import { MARK_ICON } from './assets.ts';

export const iconLinks = ({ icon }: Identity): Html =>
  icon === null
    ? MARK_LINK
    : html`<link rel="icon" href="${icon}"><link rel="apple-touch-icon" href="${icon}">`;

const MARK_LINK = html`<link rel="icon" type="image/svg+xml" href="${MARK_ICON}">`;
