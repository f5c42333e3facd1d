// Fields of the desk's forms: a label above, a hint and an error below, and the focus on the first error.

import type { ErrorCode, FieldError, Problem } from '../../../errors.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { PageContext } from './page-context.ts';

interface Field {
  name: string;
  /** Id, needed if two forms on a page have a field with the same name. */
  id?: string;
  label: string;
  value?: string | null | undefined;
  hint?: string | Html;
  /** Name of the field in errors, if different. */
  errorOf?: string;
  /** Id of the field's form, if the field is outside of it. */
  form?: string;
}

interface TextField extends Field {
  type?: 'text' | 'email' | 'password' | 'url' | 'search';
  autocomplete?: string;
  required?: boolean;
  maxLength?: number;
  /** Text before the input that isn't part of the value. */
  prefix?: string;
  data?: { readonly [name: string]: string };
}

interface AreaField extends Field {
  rows: number;
  className?: string;
  maxLength?: number;
  placeholder?: string;
}

interface FileField extends Field {
  endings: readonly string[];
}

interface ChoiceField extends Field {
  options: readonly (readonly [value: string, label: string])[];
}

export function textField(page: PageContext, field: TextField): Html {
  const { type = 'text', autocomplete, required, maxLength, data = {} } = field;
  // Passwords are never sent back to the browser.
  const value = type === 'password' ? '' : shownValue(page, field);
  const attributes = html`${autocomplete && html` autocomplete="${autocomplete}"`}${
    maxLength && html` maxlength="${maxLength}"`
  }${required && html` required`}${Object.entries(data).map(([name, text]) => html` data-${name}="${text}"`)}`;
  const input = (aria: Html) =>
    html`<input id="${field.id ?? field.name}" name="${field.name}" type="${type}" value="${value}"${
      attributes
    }${aria}>`;
  const { prefix } = field;
  return framed(page, field, (aria) =>
    prefix
      ? html`<div class="prefixed"><span class="url muted">${prefix}</span>${input(aria)}</div>`
      : input(aria),
  );
}

export function areaField(page: PageContext, field: AreaField): Html {
  const { rows, className, maxLength, placeholder } = field;
  return framed(
    page,
    field,
    // HTML ignores one line break after the opening tag, so one is added.
    (aria) =>
      html`<textarea id="${field.id ?? field.name}" name="${field.name}" dir="auto" rows="${rows}"${
        className && html` class="${className}"`
      }${maxLength && html` maxlength="${maxLength}"`}${
        placeholder && html` placeholder="${placeholder}"`
      }${aria}>
${shownValue(page, field)}</textarea>`,
  );
}

export function choiceField(page: PageContext, field: ChoiceField): Html {
  const chosen = shownValue(page, field);
  const options = field.options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  );
  return framed(
    page,
    field,
    (aria) =>
      html`<select id="${field.id ?? field.name}" name="${field.name}"${aria}>${options}</select>`,
  );
}

/** File fields are always empty, because browsers don't let a page set their value. */
export function fileField(page: PageContext, field: FileField): Html {
  return framed(
    page,
    field,
    (aria) =>
      html`<input id="${field.id ?? field.name}" name="${field.name}" type="file" accept="${field.endings.join(
        ',',
      )}" required${aria}>`,
  );
}

function shownValue({ fields }: PageContext, { name, value }: Field): string {
  return fields[name] ?? value ?? '';
}

function framed(page: PageContext, field: Field, control: (aria: Html) => Html): Html {
  const { name, label, hint, form, id = name } = field;
  const error = errorFor(page, field.errorOf ?? name) ?? errorFor(page, name);
  const aria = html`${form && html` form="${form}"`}${stateOf(page, { id, hint, error })}`;
  return html`<div><label for="${id}">${label}</label>
${control(aria)}${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}${
  error && html`<p class="error" id="${id}-error">${error}</p>`
}</div>`;
}

interface FieldState {
  id: string;
  hint?: string | Html | undefined;
  error: string | undefined;
}

/** ARIA attributes of a field; the first wrong field on the page gets the focus. */
export function stateOf({ problem }: PageContext, { id, hint, error }: FieldState): Html {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const isFirst = error !== undefined && problem !== null && !focused.has(problem);
  if (isFirst) focused.add(problem);
  return html`${described && html` aria-describedby="${described}"`}${
    error && html` aria-invalid="true"`
  }${isFirst && html` autofocus`}`;
}

/** Problems for which a field has been rendered with the focus. */
const focused = new WeakSet<Problem>();

export const hasFocus = (problem: Problem): boolean => focused.has(problem);

/** Field to correct, for problems that name none. */
const FIELD_OF: { readonly [code in ErrorCode]?: string } = {
  sign_in_refused: 'password',
  no_image: 'picture',
  image_empty: 'picture',
  image_refused: 'picture',
  image_too_large: 'picture',
  image_too_many_pixels: 'picture',
  file_too_large: 'file',
  declaration_contradicted: 'declaration',
};

/** Errors of single fields; empty if the problem isn't about fields. */
export function fieldErrorsOf({ errors, code, reason }: Problem): readonly FieldError[] {
  const field = FIELD_OF[code];
  return errors ?? (field ? [{ field, reason }] : []);
}

/** An error of `tags[2]` is shown at the field `tags`. */
export function errorFor({ problem }: PageContext, name: string): string | undefined {
  const isHere = (field: string) => field === name || field.startsWith(`${name}[`);
  const found = problem && fieldErrorsOf(problem).find(({ field }) => isHere(field));
  return found?.advice ?? found?.reason;
}
