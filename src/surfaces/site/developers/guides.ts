// The guides around the endpoints: overview, quick start, errors, rate limits, caching, versions.

import { ERRORS, type ErrorCode } from '../../../errors.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { FEED_ITEMS } from '../../../schemas/feeds.ts';
import { IMAGE_LIMITS } from '../../../schemas/images/image-limits.ts';
import { PIECE_LIMITS } from '../../../schemas/piece-limits.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import { REQUEST_LIMITS } from '../../../schemas/requests/request-limits.ts';
import { QUERY_LIMITS } from '../../../schemas/shapes.ts';
import { CATEGORIES, FILTER_CATEGORIES } from '../../../schemas/vocabulary.ts';
import { connecting } from './connect-clients.ts';
import { editorialGuide } from './editorial-guide.ts';
import { embedGuide } from './embed-guide.ts';
import type { Endpoint } from './endpoints.ts';
import { provenanceGuide } from './provenance-guide.ts';
import { type Known, requestOf } from './sample-requests.ts';
import { sample, samples } from './samples.ts';
import { webhooks } from './webhook-guide.ts';

export interface Guide {
  id: string;
  title: string;
  content: Html;
}

interface Reference {
  context: Context;
  version: string;
  endpoints: Endpoint[];
  known: Known;
}

export const beginning = (reference: Reference): Guide[] => [
  { id: 'overview', title: 'Overview', content: overview(reference) },
  { id: 'quick-start', title: 'Quick start for agents', content: quickStart(reference) },
  {
    id: 'revising',
    title: 'Draft, notes, revision',
    content: editorialGuide(reference.context.config),
  },
  { id: 'tools', title: 'Tools', content: connecting(reference) },
];

export const rules = (reference: Reference): Guide[] => [
  { id: 'embeds', title: 'Embeds', content: embedGuide(reference.context, reference.known) },
  { id: 'webhooks', title: 'Webhooks', content: webhooks() },
  { id: 'provenance', title: 'Provenance', content: provenanceGuide() },
  { id: 'lists', title: 'Lists', content: lists(reference) },
  { id: 'errors', title: 'Errors', content: errors(reference) },
  { id: 'limits', title: 'Limits', content: limits() },
  { id: 'caching', title: 'Caching', content: caching(reference) },
  { id: 'versions', title: 'Versions', content: versions(reference) },
];

const overview = ({ context: { config, identity }, known }: Reference): Html => html`
<p>Programs can read everything published on ${identity.current.name}: no key, no sign-up, from any origin. With a
key, a writer lets a program create drafts at their desk. No API call publishes anything: only the writer does, by
hand.</p>
<p>URLs start with <code>${config.baseUrl}</code>. Responses are JSON with <code>ok</code>; times are in UTC; URLs in
responses are absolute. Invalid input is refused, never adjusted. Unknown query parameters and body fields are
ignored.</p>
${!known['slug'] && NOTHING_PUBLISHED}
<p>The machine-readable reference is <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>`;

const NOTHING_PUBLISHED = html`<p>Nothing is published here yet, so the samples below use a made-up author
and piece.</p>`;

function quickStart({
  context: {
    config: { baseUrl },
  },
  endpoints,
  known,
}: Reference): Html {
  const samplesOf = (id: string) =>
    endpoints
      .filter((each) => each.id === id)
      .map((each) => samples(requestOf(baseUrl, each, known), `quick-start-${id}`));
  return html`<ol class="steps">
<li><p>The writer creates a key at their desk, under <a href="/desk/edit/online-presence">Online presence</a>. It is
shown once: put it into the variable <code>KEY</code>, and keep it out of browsers and repositories.</p></li>
<li><p>The program sends a draft. The response has its <code>id</code> and the <code>edit_url</code> where the
writer can open it.</p>
${samplesOf('createPiece')}</li>
<li><p>To give a draft images, <a href="#uploadImage">upload</a> each one first, and put the
<code>markdown</code> of the response into the text, or its <code>url</code> with an <code>alt</code> text into
<code>image</code>, the cover. To check a draft without storing it, add
<code>dry_run=true</code>.</p></li>
<li><p>The writer reads it at the desk, edits it, and publishes it by hand.</p></li>
<li><p>The program checks the status of its drafts.</p>
${samplesOf('listMyPieces')}</li>
</ol>`;
}

const lists = ({
  context: {
    config: { baseUrl },
  },
}: Reference): Html => html`<p>You can follow every list to its end. If <code>next_cursor</code> is not null, there is
another page: send the same request with it as <code>cursor</code>, or follow the
<code>Link</code> header with <code>rel="next"</code>. A cursor belongs to its list and its filters; only
<code>limit</code> may change. It stays valid while pieces are published and removed: a piece that is there throughout
is on exactly one page.</p>
${sample(walkToTheEnd(`${baseUrl}/api/public/pieces/recent`))}
<p>Lists of pieces take filters: <code>author</code>, <code>tag</code>, <code>locale</code>, <code>since</code>,
<code>until</code> and <code>category</code>, which has five of the eight categories. The other three have feeds:
${CATEGORIES.filter((each) => !FILTER_CATEGORIES.some((known) => known === each)).map(
  (each, at) => html`${at > 0 ? ', ' : ''}<a href="/category/${each}/feed.json">${each}</a>`,
)}.</p>`;

const walkToTheEnd = (url: string) =>
  `next='${url}?limit=100'
while [ -n "$next" ]; do
  curl -s -D headers "$next"
  next=$(tr -d '\\r' < headers | sed -n 's/^link: <\\(.*\\)>; rel="next"$/\\1/p')
done`;

/** Errors that any URL can return, so endpoints don't list them. */
const ANYWHERE: ErrorCode[] = ['not_found', 'method_not_allowed', 'headers_too_large'];

function errors({ endpoints }: Reference): Html {
  const described = endpoints.flatMap(({ responses }) =>
    responses.flatMap(({ examples }) => examples.map(({ name }) => name)),
  );
  const rows = Object.entries(ERRORS)
    .filter(([code]) => described.includes(code) || ANYWHERE.some((each) => each === code))
    .sort(([, one], [, other]) => one.status - other.status);
  return html`<p>Every error has the body <code>{"ok": false, "reason": "…", "code": "…"}</code>. The code stays
the same when the words of the reason change. If input was refused,
<code>errors</code> lists each field and what was expected. A server error has a <code>request_id</code>, which is
also in the log.</p>
<table class="field-table statuses"><caption>Errors</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Reason</th></tr></thead>
<tbody>${rows.map(
    ([code, { status, reason }]) =>
      html`<tr><th scope="row"><code>${status}</code></th><td><code>${code}</code></td><td>${reason}</td></tr>`,
  )}</tbody></table>
<p>After a 429 or a 503, wait for the number of seconds in <code>Retry-After</code>, then retry.</p>`;
}

const every = ({ max, windowMs }: { max: number; windowMs: number }) =>
  `${max} requests per ${windowMs === 60_000 ? 'minute' : `${windowMs / 60_000} minutes`}`;

const LIMIT_ROWS: [what: string, limit: string][] = [
  ['Rate limit for reading, per IP address', every(RATES.read)],
  ['Rate limit for reading with a key, per key', every(RATES.keyRead)],
  ['Rate limit for writing, per key', every(RATES.write)],
  ['Rate limit for images, per key', every(RATES.upload)],
  ['Pieces per page of a feed', String(FEED_ITEMS)],
  ['Request body', `${REQUEST_LIMITS.bodyBytes / 1024 / 1024} MiB`],
  ['Image', `${IMAGE_LIMITS.uploadBytes / 1024 / 1024} MiB`],
  ['Search query', `${QUERY_LIMITS.length} characters`],
  ['Headline', `${PIECE_LIMITS.headline} characters`],
  ['Standfirst', `${PIECE_LIMITS.sub} characters`],
  ['Body in Markdown', `${PIECE_LIMITS.bodyMd.toLocaleString('en')} characters`],
  ['Tags', `${PIECE_LIMITS.tags}, up to ${PIECE_LIMITS.tag} characters each`],
  ['Idempotency-Key', `${REQUEST_LIMITS.idempotencyKey} characters, stored for 24 hours`],
];

const limits =
  (): Html => html`<p>Characters are counted as Unicode code points. Responses under a rate limit have the headers
<code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code>. With a key,
<code>RateLimit-Policy</code> names the limit: <code>reads</code>, <code>drafts</code> or <code>images</code>.</p>
<table class="field-table"><caption>Limits</caption>
<thead><tr><th scope="col">What</th><th scope="col">Limit</th></tr></thead>
<tbody>${LIMIT_ROWS.map(
    ([what, limit]) => html`<tr><th scope="row">${what}</th><td>${limit}</td></tr>`,
  )}</tbody></table>`;

function caching({
  context: {
    config: { baseUrl },
  },
}: Reference): Html {
  const url = `'${baseUrl}/api/public/pieces/recent'`;
  return html`<p>Every public response has a strong <code>ETag</code>. Send it back in <code>If-None-Match</code>: if
nothing has changed, the response is a 304 without a body.</p>
${sample(conditionalRequest(url))}`;
}

const conditionalRequest = (url: string) =>
  `etag=$(curl -sI ${url} | tr -d '\\r' | sed -n 's/^etag: //p')
curl -s -o /dev/null -w '%{http_code}\\n' \\
  -H "If-None-Match: $etag" ${url}`;

const versions = ({ version }: Reference): Html =>
  html`<p>This is version ${version}. New fields may be added at any time, so ignore fields you do not know. Any other
change gets a new path prefix. The old path keeps working for a while, with the headers <code>Deprecation</code> and
<code>Sunset</code>.</p>`;
