// Preview: a version as readers would see it.

import type { DeskPiece } from '../../../operations/pieces/own-pieces.ts';
import { articleOf } from '../../../rendering/article.ts';
import { html } from '../../../rendering/templates/html.ts';

export const preview = async (version: DeskPiece['working'], author?: string) =>
  html`<section class="preview" aria-label="Preview">${await articleOf(version, author)}</section>`;
