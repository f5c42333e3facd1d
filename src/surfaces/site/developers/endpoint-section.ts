// One endpoint in the reference: description, parameters, a sample to try, and its responses.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { type Body, type Endpoint, type Parameter, type Response, successOf } from './endpoints.ts';
import { type Known, namedElsewhere, requestOf } from './sample-requests.ts';
import { samples, shown } from './samples.ts';
import { boundsOf, fieldTable, typeOf } from './schema-labels.ts';

export const endpointSection = (baseUrl: string, endpoint: Endpoint, known: Known): Html => {
  const { id, method, path, summary, description, parameters, body, needsKey } = endpoint;
  const success = successOf(endpoint);
  return html`<section class="endpoint" id="${id}" aria-labelledby="${id}-name" data-find>
<div class="description">
<h3 id="${id}-name"><a href="#${id}">${summary}</a></h3>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
<p>${marked(description)}${needsKey && ' Needs a key.'}</p>
${parameters.length > 0 && parameterTable(parameters)}
${body && bodyTable(body)}
${success && 'properties' in success.schema && fieldTable('Response', success.schema, false)}
</div>
<div class="endpoint-examples">
${samples(requestOf(baseUrl, endpoint, known), id)}
${success && example(success, namedElsewhere(endpoint, known))}
</div>
<div class="responses">${responseTable(endpoint.responses)}</div>
</section>`;
};

const bodyTable = ({ type, schema }: Body): Html =>
  type === 'application/json'
    ? fieldTable('Body, as JSON', schema, true)
    : html`<p>Body: a file, sent with its type, such as <code>${type}</code>.</p>`;

const marked = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;

const parameterTable = (parameters: Parameter[]): Html => html`<table class="field-table">
<caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
<tbody>${parameters.map(
  ({ name, place, isRequired, schema, description }) =>
    html`<tr><th scope="row"><code>${name}</code></th><td>${typeOf(schema)}, in the ${place}</td>
<td>${[isRequired && 'Required.', description, boundsOf(schema)].filter(Boolean).join(' ')}</td></tr>`,
)}</tbody></table>`;

function example({ status, examples: [first] }: Response, about: string[]): Html | null {
  if (!first) return null;
  const summary = html`${status}, for example${about.length > 0 && html` with ${about.join(', ')}`}`;
  return html`<details class="example"${isShort(first.value) && html` open`}>
<summary>${summary}</summary>${shown(first.value)}</details>`;
}

/** Longest example that is shown unfolded, because a longer one would push the next endpoint out of sight. */
const SHORT = 900;

const isShort = (value: unknown) => JSON.stringify(value).length <= SHORT;

const responseTable = (responses: Response[]): Html => html`<table class="field-table statuses">
<caption>Responses</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Headers</th></tr></thead>
<tbody>${responses.map(
  ({ status, description, headers, schema, type }) =>
    html`<tr><th scope="row"><code>${status}</code></th>
<td>${marked(description)}${shapeOf(type, schema)}</td>
<td>${headers.filter((name) => !name.startsWith('RateLimit')).map((name) => html`<code>${name}</code> `)}</td></tr>`,
)}</tbody></table>`;

function shapeOf(type: string, schema: Response['schema']): Html | null {
  if ('$ref' in schema) return html` Body: ${typeOf(schema)}.`;
  return type && type !== 'application/json' ? html` Body: <code>${type}</code>.` : null;
}
