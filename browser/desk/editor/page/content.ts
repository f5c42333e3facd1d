// The content of the page: reads the piece from its fields, and writes it to them.

import type { EditorView } from '@codemirror/view';
import {
  CONTENT_FIELD_NAMES,
  CONTENT_FIELDS,
  type ContentField,
} from '../../../../src/schemas/content-fields.ts';
import { valuesFor } from '../../../../src/schemas/field-lists.ts';
import { storedCover } from '../../../../src/schemas/images/covers.ts';
import { replaceText } from '../text/replace-text.ts';
import type { FieldError, TheirContent } from './calls.ts';
import { COVER_URL, readCover, sentCover, writeCover } from './cover-fields.ts';

/** As it stands in the fields: each as text, tags with commas between them, the cover as it is stored. */
export type Content = { [name in ContentField]: string };

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export class Page {
  readonly form: HTMLFormElement;
  readonly view: EditorView;
  /** Called when the cover was written to its fields. */
  coverShown = () => {};
  /** Called when the language was: no event tells of what a script writes. */
  languageShown = () => {};

  constructor(form: HTMLFormElement, view: EditorView) {
    this.form = form;
    this.view = view;
  }

  field(name: string): Control {
    // The cover has several; the first stands for it.
    const field = this.form.elements.namedItem(name === 'image' ? COVER_URL : name);
    const isControl =
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement;
    if (!isControl) throw new Error(`The form has no field ${name}.`);
    return field;
  }

  read(): Content {
    return valuesFor(CONTENT_FIELD_NAMES, (name) => {
      if (name === 'image') return readCover(this);
      return name === 'body_md' ? this.view.state.doc.toString() : this.field(name).value;
    });
  }

  write(content: Partial<Content>): void {
    for (const name of CONTENT_FIELD_NAMES) {
      const value = content[name];
      // A field that stays the same keeps its caret.
      if (name === 'body_md' || name === 'image') continue;
      if (value === undefined || this.field(name).value === value) continue;
      this.field(name).value = value;
      if (name === 'locale') this.languageShown();
    }
    const { body_md, image } = content;
    if (image !== undefined) writeCover(this, image);
    this.coverShown();
    if (body_md !== undefined && body_md !== this.view.state.doc.toString()) {
      replaceText(this.view, body_md);
    }
  }
}

/** As the service takes it: what was left empty is null or has its default. */
export const sentForm = (content: Content): { [name in ContentField]: unknown } => ({
  headline: content.headline,
  body_md: content.body_md,
  sub: content.sub.trim() ? content.sub : null,
  category: content.category,
  frame: content.frame,
  style: content.style.trim() || CONTENT_FIELDS.style.empty,
  locale: content.locale.trim() || CONTENT_FIELDS.locale.empty,
  external_url: content.external_url.trim() || null,
  image: sentCover(content.image),
  tags: content.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
});

/** As it stands in the fields, from what the service has. */
export const shownForm = (theirs: TheirContent): Content =>
  valuesFor(CONTENT_FIELD_NAMES, (name) => {
    if (name === 'tags') return theirs.tags.join(', ');
    if (name === 'image') return theirs.image ? storedCover(theirs.image) : '';
    return theirs[name] ?? '';
  });

/** The field that an error is about: `tags[2]` is one of the tags, `image.url` a part of the cover. */
export const fieldOf = ({ field }: FieldError) =>
  CONTENT_FIELD_NAMES.find((name) => name === field.replace(/[.[].*$/, ''));

export const fieldsOf = (errors: readonly FieldError[]) =>
  errors.flatMap((error) => fieldOf(error) ?? []);

export const isSame = (one: Content, two: Content) =>
  CONTENT_FIELD_NAMES.every((name) => one[name] === two[name]);

/** Whether nothing is written, whatever the details say. */
export const isBlank = ({ headline, sub, body_md }: Content) =>
  `${headline}${sub}${body_md}`.trim() === '';
