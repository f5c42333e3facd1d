// The content of the page: reads the piece from its fields, and writes it to them.

import type { EditorView } from '@codemirror/view';
import type { FieldError, Theirs } from './calls.ts';
import { replaceText } from './code-mirror.ts';

const TEXTS = ['headline', 'sub', 'category', 'frame', 'style', 'locale', 'external_url'] as const;

export type Content = { [name in (typeof TEXTS)[number] | 'tags' | 'body_md']: string };

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export class Page {
  readonly form: HTMLFormElement;
  readonly view: EditorView;

  constructor(form: HTMLFormElement, view: EditorView) {
    this.form = form;
    this.view = view;
  }

  field(name: string): Control {
    const field = this.form.elements.namedItem(name);
    const isControl =
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement;
    if (!isControl) throw new Error(`The form has no field ${name}.`);
    return field;
  }

  read(): Content {
    const text = (name: string) => this.field(name).value;
    const [headline, sub, category, frame, style, locale, external_url] = TEXTS.map(text);
    return {
      headline: headline ?? '',
      sub: sub ?? '',
      category: category ?? '',
      frame: frame ?? '',
      style: style ?? '',
      locale: locale ?? '',
      external_url: external_url ?? '',
      tags: text('tags'),
      body_md: this.view.state.doc.toString(),
    };
  }

  write(content: Partial<Content>): void {
    for (const name of [...TEXTS, 'tags'] as const) {
      const value = content[name];
      if (value !== undefined) this.field(name).value = value;
    }
    const { body_md } = content;
    if (body_md !== undefined && body_md !== this.view.state.doc.toString()) {
      replaceText(this.view, body_md);
    }
  }
}

/** As the service expects it: empty fields are null or have their default. */
export const sentForm = (content: Content) => ({
  headline: content.headline,
  body_md: content.body_md,
  sub: content.sub.trim() ? content.sub : null,
  category: content.category,
  frame: content.frame,
  style: content.style.trim() || 'essay',
  locale: content.locale.trim() || 'en',
  external_url: content.external_url.trim() || null,
  tags: content.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
});

/** The values of the fields, from what the service sent. */
export const shownForm = (theirs: Omit<Theirs, 'version' | 'saved_at' | 'saved_by'>): Content => ({
  headline: theirs.headline,
  sub: theirs.sub ?? '',
  body_md: theirs.body_md,
  category: theirs.category,
  tags: theirs.tags.join(', '),
  frame: theirs.frame,
  style: theirs.style,
  locale: theirs.locale,
  external_url: theirs.external_url ?? '',
});

const NAMES = [...TEXTS, 'tags', 'body_md'] as const;

/** The field that an error is about: `tags[2]` is one of the tags. */
export const fieldOf = ({ field }: FieldError) =>
  NAMES.find((name) => name === field.replace(/\[.*$/, ''));

export const fieldsOf = (errors: readonly FieldError[]) =>
  errors.flatMap((error) => fieldOf(error) ?? []);

export const isSame = (one: Content, two: Content) =>
  NAMES.every((name) => one[name] === two[name]);
