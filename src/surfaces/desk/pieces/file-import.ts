// Importing a file: a form with one field, then a list of content that was left out, if any.

import { namedFileOf } from '../../../http/pages/uploads.ts';
import { FILE_ENDINGS, importFile } from '../../../operations/file-import/file-import.ts';
import { LEFT_OUT, type LeftOut } from '../../../operations/file-import/found-content.ts';
import { FILE_FIELD } from '../../../operations/file-import/refusal.ts';
import { deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { IMAGE_LIMITS } from '../../../schemas/images/image-limits.ts';
import { PIECE_LIMITS } from '../../../schemas/piece-limits.ts';
import { CATEGORIES, FRAMES } from '../../../schemas/vocabulary.ts';
import { fileField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param, query } from '../shared/page-context.ts';

const SENTENCES: { readonly [part in LeftOut]: string } = {
  headline: `The title: a headline can have at most ${PIECE_LIMITS.headline} characters.`,
  sub: `The description: a standfirst can have at most ${PIECE_LIMITS.sub} characters.`,
  category: `The category: it isn’t one of ${CATEGORIES.join(', ')}.`,
  tags: `Some tags: a piece can have at most ${PIECE_LIMITS.tags}, each with at most ${PIECE_LIMITS.tag} characters.`,
  frame: `The frame: it isn’t one of ${FRAMES.join(', ').replace('_', ' and ')}.`,
  style: `The style: it can have at most ${PIECE_LIMITS.style} characters.`,
  locale: 'The language: it isn’t a tag such as en, de or pt-BR.',
  external_url: 'The original URL: it isn’t a complete http or https URL.',
  image: 'The cover: it isn’t an image from an https:// URL. Add it to the draft yourself.',
  front_matter: 'The front matter: it couldn’t be read, so it’s now at the top of the text.',
  images: 'Images that were inside the file: add them to the draft yourself.',
  tables:
    'Merged cells, and lists or code inside cells: each table cell here holds one line of text. Check the tables.',
  raised:
    'Superscripts and subscripts: they’re now ordinary text. Check that they still make sense.',
  formulas: 'Formulas: write them as text, or add them as images.',
  embeds: 'Videos, audio and other embeds: link to them in the text.',
};

export function fileImport(desk: Desk): void {
  desk.writer(
    '/desk/import',
    importPage,
    async (page) => {
      const file = namedFileOf(page.request, FILE_FIELD);
      const { id, leftOut } = await importFile(page.context, actorOf(page), file);
      const draft = `/desk/edit/pieces/${id}`;
      return { goTo: leftOut.length > 0 ? `/desk/import/${id}?without=${leftOut}` : draft };
    },
    { uploadBytes: IMAGE_LIMITS.uploadBytes },
  );
  desk.writer('/desk/import/:id', leftOutPage);
}

const importPage = (page: PageContext) =>
  deskPage(page, {
    title: 'Import a file',
    here: 'Pieces',
    narrow: true,
    content: html`<h1>Import a file</h1>
<p class="standfirst">The file becomes a new draft. Nothing is published.</p>
<form class="stack" method="post" enctype="multipart/form-data">${csrfField(page)}
${fileField(page, {
  name: FILE_FIELD,
  label: 'File',
  endings: FILE_ENDINGS,
  hint:
    'Markdown or plain text (.md, .markdown, .txt), with front matter if you like, or a web page ' +
    '(.html, .htm). At most 2 MiB.',
})}
<div class="inline-group"><button class="primary">Import</button> <a href="/desk">Cancel</a></div>
</form>`,
  });

async function leftOutPage(page: PageContext): Promise<Html> {
  const { piece, working } = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const named = query(page, 'without').split(',');
  const leftOut = LEFT_OUT.filter((part) => named.includes(part));
  return deskPage(page, {
    title: 'Imported',
    here: 'Pieces',
    narrow: true,
    content: html`<h1>Imported, but not all of it</h1>
<p class="standfirst">${working.headline || 'Untitled'}</p>
<p>Your text is in the draft. These parts didn’t fit, so they were left out or changed:</p>
<ul>${leftOut.map((part) => html`<li>${SENTENCES[part]}</li>`)}</ul>
<p><a class="button primary" href="/desk/edit/pieces/${piece.id}">Continue to the draft</a></p>`,
  });
}
