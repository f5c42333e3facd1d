// Command lines that can be run as they are, against the service that shows them.

import { escapeHtml } from '../../../rendering/templates/escape.ts';
import { type Html, html, trusted } from '../../../rendering/templates/html.ts';
import type { Endpoint, Parameter } from './endpoints.ts';

/** Values of what is published here, which do better than a made-up example. */
export interface Known {
  [parameter: string]: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function curlOf(baseUrl: string, endpoint: Endpoint, known: Known): string {
  const headers = endpoint.parameters.filter(({ place }) => place === 'header');
  const lines = [
    `curl ${quoted(baseUrl + addressOf(endpoint, known))}`,
    ...(endpoint.needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(endpoint.body ? [`-H ${quoted('Content-Type: application/json')}`] : []),
    ...headers.map(headerOf),
    ...(endpoint.body ? [`-d ${quoted(JSON.stringify(endpoint.body.example))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** What has to be another one each time, as a shell makes it. */
const MADE_ANEW: { [header: string]: string } = { 'Idempotency-Key': 'draft-$(date +%s)' };

function headerOf({ name, example }: Parameter): string {
  const made = MADE_ANEW[name];
  return made === undefined ? `-H ${quoted(`${name}: ${example}`)}` : `-H "${name}: ${made}"`;
}

/** What the example of an answer is about, where the command names something else. */
export const namedElsewhere = ({ parameters }: Endpoint, known: Known): string[] =>
  parameters
    .filter(({ place, name, example }) => place === 'path' && (known[name] ?? example) !== example)
    .map(({ example }) => String(example));

function addressOf({ path, parameters }: Endpoint, known: Known): string {
  const valueFor = ({ name, example }: Parameter) => String(known[name] ?? example);
  const inPath = parameters.filter(({ place }) => place === 'path');
  const filled = inPath.reduce(
    (address, each) => address.replace(`{${each.name}}`, encodeURIComponent(valueFor(each))),
    path,
  );
  const query = parameters
    .filter(({ place, example }) => place === 'query' && example !== undefined)
    .map((each) => `${each.name}=${encodeURIComponent(String(each.example))}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** What is to be typed; a script adds the button that copies it. */
export const sample = (text: string): Html =>
  html`<div class="sample command"><pre><code>${text}</code></pre></div>`;

/** What is not typed into a shell, but put into a file or a field. */
export const written = (text: string): Html =>
  html`<div class="sample written"><pre><code>${text}</code></pre></div>`;

const KEY = /^( *)(&quot;[^\n]*?&quot;)(: )/gm;

/** JSON with its names set apart, anything else as it is. */
export function shown(value: unknown): Html {
  if (typeof value === 'string') return html`<pre><code>${value}</code></pre>`;
  const text = escapeHtml(JSON.stringify(value, null, 2));
  return trusted(
    `<pre><code>${text.replace(KEY, '$1<span class="json-key">$2</span>$3')}</code></pre>`,
  );
}
