// /desk/edit/pieces/:id/cover: the cover of a piece on a separate page, for browsers without script.

import { Problem } from '../../../errors.ts';
import { limiter } from '../../../http/limits/rate-limits.ts';
import { saveImage } from '../../../operations/images/images.ts';
import { contentIn } from '../../../operations/pieces/content.ts';
import { checkCover } from '../../../operations/pieces/covers.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { savePiece } from '../../../operations/pieces/saving/save-piece.ts';
import { EDITABLE } from '../../../operations/states/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { type Cover, coverIn, storedCover } from '../../../schemas/images/covers.ts';
import { IMAGE_LIMITS } from '../../../schemas/images/image-limits.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import { isBlank } from '../../../schemas/text.ts';
import { chosenImage, imageField, WITH_IMAGE } from '../shared/image-side.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { senderOf } from '../shared/senders.ts';
import { coverWords } from './cover-fields.ts';

export function cover(desk: Desk): void {
  desk.writer(
    '/desk/edit/pieces/:id/cover',
    coverPage,
    async (page) => {
      const found = await editablePiece(page);
      const { piece, working } = found;
      const image = page.fields['remove'] === 'yes' ? null : await sentCover(page, found);
      const content = { ...contentIn(working), image: image && storedCover(image) };
      const shown = Number(page.fields['version']);
      await savePiece(
        page.context,
        actorOf(page),
        piece.id,
        shown,
        content,
        'saved',
        working.cards,
      );
      return { goTo: `/desk/edit/pieces/${piece.id}?saved=yes` };
    },
    {
      uploadBytes: IMAGE_LIMITS.uploadBytes,
      limits: limiter(desk.scope, desk.context.config, RATES.upload, (request) =>
        String(senderOf(request)?.actor.accountId),
      ),
    },
  );
}

async function editablePiece(page: PageContext): Promise<DeskPiece> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  if (!EDITABLE.includes(found.piece.status)) throw new Problem('move_refused');
  return found;
}

async function sentCover(page: PageContext, { working }: DeskPiece): Promise<Cover> {
  const alt = page.fields['image_alt']?.trim() ?? '';
  if (isBlank(alt)) throw wrong('image_alt', 'Say what the image shows.');
  const bytes = chosenImage(page);
  const url = bytes
    ? (await saveImage(page.context, actorOf(page), bytes)).url
    : coverIn(working.image)?.url;
  if (url === undefined) throw wrong('picture', 'Choose an image first.');
  const image = { url, alt, caption: page.fields['image_caption']?.trim() ?? null };
  checkCover({ image });
  return image;
}

const wrong = (field: string, reason: string) =>
  new Problem('invalid_input', { errors: [{ field, reason }] });

async function coverPage(page: PageContext): Promise<Html> {
  const { piece, working } = await editablePiece(page);
  const image = coverIn(working.image);
  return deskPage(page, {
    title: `Cover: ${working.headline || 'Untitled'}`,
    here: 'Pieces',
    content: html`<h1>Cover</h1>
<p class="standfirst">An image shown above the text, and beside the headline in lists.</p>
<form ${WITH_IMAGE}>${csrfField(page)}
<input type="hidden" name="version" value="${working.number}">
${image && html`<img class="cover-thumbnail" src="${image.url}" alt="${image.alt}">`}
${imageField(page)}
${coverWords(page, image?.alt, image?.caption)}
<div class="inline-group"><button class="primary">Save</button>
${image && html`<button name="remove" value="yes" formnovalidate>Remove the cover</button>`}
<a href="/desk/edit/pieces/${piece.id}">Back to the text</a></div></form>`,
  });
}
