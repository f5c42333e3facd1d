// Sample commands that run as they are, against the service that shows them.

import { escapeHtml } from '../../../rendering/templates/escape.ts';
import { type Html, html, trusted } from '../../../rendering/templates/html.ts';
import type { Endpoint, Parameter } from './endpoints.ts';

/** Values from published content, which work better than made-up examples. */
export interface Known {
  [parameter: string]: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function curlOf(baseUrl: string, endpoint: Endpoint, known: Known): string {
  const headers = endpoint.parameters.filter(({ place }) => place === 'header');
  const lines = [
    `curl ${quoted(baseUrl + pathOf(endpoint, known))}`,
    ...(endpoint.needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(endpoint.body ? [`-H ${quoted('Content-Type: application/json')}`] : []),
    ...headers.map(headerOf),
    ...(endpoint.body ? [`-d ${quoted(JSON.stringify(endpoint.body.example))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** Values that must be unique for each request, as a shell expression. */
const UNIQUE_VALUES: { [header: string]: string } = { 'Idempotency-Key': 'draft-$(date +%s)' };

function headerOf({ name, example }: Parameter): string {
  const made = UNIQUE_VALUES[name];
  return made === undefined ? `-H ${quoted(`${name}: ${example}`)}` : `-H "${name}: ${made}"`;
}

/** What the example response is about, if the command is about something else. */
export const namedElsewhere = ({ parameters }: Endpoint, known: Known): string[] =>
  parameters
    .filter(({ place, name, example }) => place === 'path' && (known[name] ?? example) !== example)
    .map(({ example }) => String(example));

function pathOf({ path, parameters }: Endpoint, known: Known): string {
  const valueFor = ({ name, example }: Parameter) => String(known[name] ?? example);
  const inPath = parameters.filter(({ place }) => place === 'path');
  const filled = inPath.reduce(
    (url, each) => url.replace(`{${each.name}}`, encodeURIComponent(valueFor(each))),
    path,
  );
  const query = parameters
    .filter(({ place, example }) => place === 'query' && example !== undefined)
    .map((each) => `${each.name}=${encodeURIComponent(String(each.example))}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** A shell command; a script adds the copy button. */
export const sample = (text: string): Html =>
  html`<div class="sample command"><pre><code>${text}</code></pre></div>`;

/** Code for a file or a field, not for a shell. */
export const written = (text: string): Html =>
  html`<div class="sample written"><pre><code>${text}</code></pre></div>`;

const KEY = /^( *)(&quot;[^\n]*?&quot;)(: )/gm;

/** JSON with its keys highlighted, anything else as it is. */
export function shown(value: unknown): Html {
  if (typeof value === 'string') return html`<pre><code>${value}</code></pre>`;
  const text = escapeHtml(JSON.stringify(value, null, 2));
  return trusted(
    `<pre><code>${text.replace(KEY, '$1<span class="json-key">$2</span>$3')}</code></pre>`,
  );
}
