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

/** Content as the form's fields show it: every value is a string, tags are comma-separated, the cover is serialised. */
export type Content = { [name in ContentField]: string };

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export class Page {
  readonly form: HTMLFormElement;
  readonly view: EditorView;
  /** Called after content was written to the form, so that the cover panel can redraw itself. */
  coverShown = () => {};
  /** Called when a script writes the language field, which fires no input event. */
  languageShown = () => {};

  constructor(form: HTMLFormElement, view: EditorView) {
    this.form = form;
    this.view = view;
  }

  field(name: string): Control {
    // The cover has three fields; the URL field represents it.
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
      // A field whose value stays the same is not written, so that its caret stays in place.
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

/** Content as the service expects it: empty optional fields are null or have their default. */
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

/** Content from the service, converted to the strings of the form's fields. */
export const shownForm = (theirs: TheirContent): Content =>
  valuesFor(CONTENT_FIELD_NAMES, (name) => {
    if (name === 'tags') return theirs.tags.join(', ');
    if (name === 'image') return theirs.image ? storedCover(theirs.image) : '';
    return theirs[name] ?? '';
  });

/** The field that an error is about: `tags[2]` belongs to `tags`, `image.url` to `image`. */
export const fieldOf = ({ field }: FieldError) =>
  CONTENT_FIELD_NAMES.find((name) => name === field.replace(/[.[].*$/, ''));

export const fieldsOf = (errors: readonly FieldError[]) =>
  errors.flatMap((error) => fieldOf(error) ?? []);

export const isSame = (one: Content, two: Content) =>
  CONTENT_FIELD_NAMES.every((name) => one[name] === two[name]);

/** Whether headline, standfirst and text are empty. The details may be filled in. */
export const isBlank = ({ headline, sub, body_md }: Content) =>
  `${headline}${sub}${body_md}`.trim() === '';
