// Schemas as tables: types, limits, and links to the records that they refer to.

import { getArray, getObject, getString, isObject, type JsonObject } from '../../../http/json.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { nameIn } from './endpoints.ts';

export const recordAnchor = (name: string) => `record-${name.toLowerCase()}`;

export function typeOf(schema: JsonObject): Html {
  const name = nameIn(schema);
  if (name) return html`<a href="#${recordAnchor(name)}">${name}</a>`;
  const choices = getArray(schema, 'enum');
  if (choices.length === 1) return html`<code>${JSON.stringify(choices[0])}</code>`;
  const type = [schema['type'] ?? 'any'].flat().join(' or ');
  if (type === 'array') return html`list of ${typeOf(getObject(schema, 'items'))}`;
  const format = getString(schema, 'format');
  return html`${type}${format && `, ${format}`}`;
}

export function boundsOf(schema: JsonObject): string {
  const { minimum, maximum, maxLength, maxItems } = schema;
  const choices = getArray(schema, 'enum');
  const words = [
    choices.length > 1 && `One of ${choices.join(', ')}.`,
    maximum !== undefined && `${minimum ?? 0} to ${maximum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    maxItems !== undefined && `At most ${maxItems}, ${itemWords(getObject(schema, 'items'))}`,
    schema['default'] !== undefined && `The default is ${schema['default']}.`,
  ];
  return words.filter(Boolean).join(' ');
}

const itemWords = ({ maxLength }: JsonObject) =>
  maxLength === undefined ? 'in this order.' : `each with at most ${maxLength} characters.`;

interface Field {
  name: string;
  isRequired: boolean;
  schema: JsonObject;
}

/** Fields of an object; those of nested objects have their full path. */
function fieldsOf(schema: JsonObject, prefix = ''): Field[] {
  const required = getArray(schema, 'required');
  return Object.entries(getObject(schema, 'properties')).flatMap(([name, inner]) => {
    if (!isObject(inner)) return [];
    const isRequired = required.includes(name);
    const field = { name: prefix + name, isRequired, schema: inner };
    const isList = inner['type'] === 'array';
    const inside = fieldsOf(
      isList ? getObject(inner, 'items') : inner,
      `${prefix}${name}${isList ? '[]' : ''}.`,
    );
    return [field, ...inside];
  });
}

export const fieldTable = (caption: string, schema: JsonObject, isSent: boolean): Html =>
  html`<table class="field-table"><caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
<tbody>${fieldsOf(schema).map(
    (
      field,
    ) => html`<tr><th scope="row"><code>${field.name}</code></th><td>${typeOf(field.schema)}</td>
<td>${notesOf(field, isSent)}</td></tr>`,
  )}</tbody></table>`;

function notesOf({ isRequired, schema }: Field, isSent: boolean): string {
  const presence = isSent ? isRequired && 'Required.' : !isRequired && 'Optional.';
  return [presence, getString(schema, 'description'), boundsOf(schema)].filter(Boolean).join(' ');
}
