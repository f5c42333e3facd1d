// What else an author or a piece can be had as: announced in the head of each page about it.

import { type Html, html } from '../../rendering/html.ts';
import type { Author } from '../../schemas/authors.ts';
import type { Piece } from '../../schemas/pieces.ts';

interface Alternate {
  type: string;
  address: string;
  title: string;
}

export const authorAlternates = (baseUrl: string, { slug, name }: Author): Html =>
  links([
    {
      type: 'application/json',
      address: `${baseUrl}/api/public/authors/${slug}`,
      title: `${name} as JSON`,
    },
  ]);

export const pieceAlternates = (baseUrl: string, { id, title }: Piece): Html =>
  links([
    {
      type: 'application/json',
      address: `${baseUrl}/api/public/pieces/${id.split('/').at(-1)}`,
      title: `${title} as JSON`,
    },
  ]);

const links = (alternates: Alternate[]): Html =>
  html`${alternates.map(
    ({ type, address, title }) =>
      html`<link rel="alternate" type="${type}" href="${address}" title="${title}">\n`,
  )}`;
