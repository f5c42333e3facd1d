// What a reader of the reference has to know besides the endpoints, section by section.

import type { Config } from '../../../config.ts';
import { ERRORS, type ErrorCode } from '../../../errors.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { BODY_BYTES, FEED, LIMITS, RATES } from '../../../schemas/limits.ts';
import { connecting } from './connect-clients.ts';
import { embedGuide } from './embed-guide.ts';
import type { Endpoint } from './endpoints.ts';
import { curlOf, type Known, sample } from './samples.ts';
import { webhooks } from './webhook-guide.ts';

export interface Guide {
  id: string;
  title: string;
  content: Html;
}

interface Reference {
  config: Config;
  version: string;
  endpoints: Endpoint[];
  known: Known;
}

/** Before the endpoints: where to begin. */
export const beginning = (reference: Reference): Guide[] => [
  { id: 'overview', title: 'Overview', content: overview(reference) },
  { id: 'quick-start', title: 'Quick start for agents', content: quickStart(reference) },
  { id: 'tools', title: 'Tools', content: connecting(reference) },
];

/** After them: what holds for all. */
export const rules = (reference: Reference): Guide[] => [
  { id: 'embeds', title: 'Embeds', content: embedGuide(reference.config, reference.known) },
  { id: 'webhooks', title: 'Webhooks', content: webhooks() },
  { id: 'errors', title: 'Errors', content: errors(reference) },
  { id: 'limits', title: 'Limits', content: limits() },
  { id: 'caching', title: 'Caching', content: caching(reference) },
  { id: 'versions', title: 'Versions', content: versions(reference) },
];

const overview = ({ config: { siteName, baseUrl }, known }: Reference): Html => html`
<p>Everything published on ${siteName} can be read by programs: no key, no sign-up, from any origin. With a key of their own, a writer lets a program leave drafts on their desk. No call makes anything public: the writer publishes, by hand.</p>
<p>Urls begin with <code>${baseUrl}</code>. Answers are JSON with <code>ok</code>; times are UTC; addresses in answers are absolute. Input that is not as expected is refused, never adjusted. Unknown query parameters and body fields are ignored.</p>
${!known['slug'] && html`<p>Nothing is published here yet, so the commands below name an author and a piece that are made up.</p>`}
<p>The whole of it as a document for machines: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>`;

function quickStart({ config: { baseUrl }, endpoints, known }: Reference): Html {
  const curl = (id: string) =>
    endpoints.filter((each) => each.id === id).map((each) => sample(curlOf(baseUrl, each, known)));
  return html`<ol class="steps">
<li><p>The writer mints a key at their desk, under <a href="/desk/edit/online-presence">Online presence</a>. It is shown once: put it into the variable <code>KEY</code>, and keep it out of browsers and repositories.</p></li>
<li><p>The program sends a draft. The answer has its <code>id</code> and the <code>edit_url</code> at which the writer finds it.</p>
${curl('createPiece')}</li>
<li><p>The writer reads it at the desk, changes what they like, and publishes it by hand.</p></li>
<li><p>The program sees how its drafts fare.</p>
${curl('listMyPieces')}</li>
</ol>`;
}

/** What no endpoint says, since it is said by every address. */
const ANYWHERE: ErrorCode[] = ['not_found', 'method_not_allowed', 'headers_too_large'];

function errors({ endpoints }: Reference): Html {
  const described = endpoints.flatMap(({ responses }) =>
    responses.flatMap(({ examples }) => examples.map(({ name }) => name)),
  );
  const rows = Object.entries(ERRORS)
    .filter(([code]) => described.includes(code) || ANYWHERE.some((each) => each === code))
    .sort(([, one], [, other]) => one.status - other.status);
  return html`<p>Every failure has the body <code>{"ok": false, "reason": "…"}</code>. Where input was refused, <code>errors</code> names each field and what was expected. A fault has a <code>request_id</code> that the log knows too.</p>
<table class="field-table statuses"><caption>Failures and their words</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Reason</th></tr></thead>
<tbody>${rows.map(([, { status, reason }]) => html`<tr><th scope="row"><code>${status}</code></th><td>${reason}</td></tr>`)}</tbody></table>
<p>After a 429 or a 503, wait as many seconds as <code>Retry-After</code> says.</p>`;
}

const every = ({ max, windowMs }: { max: number; windowMs: number }) =>
  `${max} in ${windowMs / 60_000} ${windowMs === 60_000 ? 'minute' : 'minutes'}`;

const LIMIT_ROWS: [what: string, limit: string][] = [
  ['Reading, for each address', every(RATES.read)],
  ['Writing, for each key', every(RATES.write)],
  ['Pieces on a page of a feed', String(FEED.items)],
  ['Request body', `${BODY_BYTES / 1024 / 1024} MiB`],
  ['Text to search for', `${LIMITS.query} characters`],
  ['Headline', `${LIMITS.headline} characters`],
  ['Standfirst', `${LIMITS.sub} characters`],
  ['Text in Markdown', `${LIMITS.bodyMd.toLocaleString('en')} characters`],
  ['Tags', `${LIMITS.tags}, each of ${LIMITS.tag} characters`],
  ['Idempotency-Key', `${LIMITS.idempotencyKey} characters, remembered for 24 hours`],
];

const limits =
  (): Html => html`<p>Characters are counted as Unicode code points. Where requests are counted, answers carry <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code>.</p>
<table class="field-table"><caption>At most</caption>
<thead><tr><th scope="col">What</th><th scope="col">How much</th></tr></thead>
<tbody>${LIMIT_ROWS.map(([what, limit]) => html`<tr><th scope="row">${what}</th><td>${limit}</td></tr>`)}</tbody></table>`;

function caching({ config: { baseUrl } }: Reference): Html {
  const url = `'${baseUrl}/api/public/pieces/recent'`;
  return html`<p>Every public answer has a strong <code>ETag</code>. Sent back in <code>If-None-Match</code>, it turns an answer that has not changed into a bare 304.</p>
${sample(`etag=$(curl -sI ${url} | tr -d '\\r' | sed -n 's/^etag: //p')\ncurl -s -o /dev/null -w '%{http_code}\\n' \\\n  -H "If-None-Match: $etag" ${url}`)}`;
}

const versions = ({ version }: Reference): Html =>
  html`<p>This is version ${version}. A field that is added breaks nothing, so ignore what you do not know. Anything else gets a new path prefix; what it replaces stays for a while and says so with the headers <code>Deprecation</code> and <code>Sunset</code>.</p>`;
