// The form of a piece: a control for each field of its content, and what the form submits for each.

import { type DeskPiece, ownLanguage, ownTags } from '../../../operations/pieces/own-pieces.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import {
  CONTENT_FIELDS,
  type ContentField,
  FACT_FIELDS,
  PROSE_FIELDS,
} from '../../../schemas/content-fields.ts';
import { PIECE_LIMITS } from '../../../schemas/piece-limits.ts';
import { CATEGORIES, FRAMES } from '../../../schemas/vocabulary.ts';
import { areaField, choiceField, textField } from '../shared/form-fields.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';
import { coverControls, coverFrom } from './cover-fields.ts';

export function bodyFrom(fields: PageContext['fields']): { [field in ContentField]: unknown } {
  const tags = (fields['tags'] ?? '').split(',').map((tag) => tag.trim());
  return {
    headline: fields['headline'] ?? '',
    sub: fields['sub']?.trim() ? fields['sub'] : null,
    body_md: fields['body_md'] ?? '',
    category: fields['category'],
    tags: tags.filter((tag) => tag !== ''),
    frame: fields['frame'],
    style: fields['style']?.trim() || CONTENT_FIELDS.style.empty,
    locale: fields['locale']?.trim() || CONTENT_FIELDS.locale.empty,
    external_url: fields['external_url']?.trim() || null,
    image: coverFrom(fields),
  };
}

interface Field {
  name: string;
  label: string;
  value: string | null;
}

type Control = (page: PageContext, field: Field) => Html | Promise<Html>;

const named = (values: readonly string[]) =>
  values.map((value) => {
    const words = value.replace('_', ' and ');
    return [value, words.charAt(0).toUpperCase() + words.slice(1)] as const;
  });

const CONTROLS: { readonly [field in ContentField]: Control } = {
  headline: (page, field) =>
    areaField(page, {
      ...{ ...field, rows: 1, className: 'headline', maxLength: PIECE_LIMITS.headline },
      placeholder: 'Headline',
    }),
  sub: (page, field) =>
    areaField(page, {
      ...{ ...field, rows: 1, className: 'sub', maxLength: PIECE_LIMITS.sub },
      placeholder: 'Standfirst: a line that makes people want to read on',
    }),
  body_md: (page, field) =>
    areaField(page, { ...field, rows: 24, className: 'body', placeholder: 'Write here' }),
  category: (page, field) => choiceField(page, { ...field, options: named(CATEGORIES) }),
  tags: async (page, field) => {
    const list: string[] = JSON.parse(field.value ?? '[]');
    const own = await ownTags(page.context, actorOf(page));
    return textField(page, {
      ...{ ...field, value: list.join(', '), data: { own: JSON.stringify(own) } },
      hint: `Up to ${PIECE_LIMITS.tags}, comma-separated.`,
    });
  },
  frame: (page, field) =>
    choiceField(page, { ...field, options: named(FRAMES), hint: 'How the story is told.' }),
  style: (page, field) =>
    textField(page, {
      ...{ ...field, maxLength: PIECE_LIMITS.style },
      hint: 'Its form, such as essay or interview.',
    }),
  locale: (page, field) => textField(page, { ...field, hint: 'Such as en, de or pt-BR.' }),
  external_url: (page, field) =>
    textField(page, { ...field, type: 'url', hint: 'Where it first appeared, if elsewhere.' }),
  image: (page, { value }) => coverControls(page, value),
};

/** Fields that writers rarely change, at the end of the form. */
const LAST: readonly ContentField[] = ['style', 'frame'];
const DETAILS = [...FACT_FIELDS.filter((name) => !LAST.includes(name)), ...LAST];

/**
 * Fields of the prose, with hidden labels, then the details, which a script moves into a drawer. A new piece starts
 * with the language of the writer's last one.
 */
export async function pieceFields(
  page: PageContext,
  version: DeskPiece['working'] | null,
  more: Html,
): Promise<Html> {
  const values: Partial<DeskPiece['working']> = version ?? {
    locale: await ownLanguage(page.context, actorOf(page)),
  };
  const control = async (name: ContentField) => {
    const { label, empty } = CONTENT_FIELDS[name];
    const value = values[name];
    return html`${await CONTROLS[name](page, { name, label, value: value === undefined ? empty : value })}\n`;
  };
  return html`<div class="prose">${await Promise.all(PROSE_FIELDS.map(control))}</div>
<section class="details" id="details" aria-labelledby="details-title"><h2 id="details-title">Details</h2>
<div class="field-grid">
${await Promise.all(DETAILS.map(control))}
${more}</div></section>`;
}
