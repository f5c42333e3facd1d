// Webhooks in the reference: events, responses, and the samples of docs/webhooks.md.

import { readFileSync } from 'node:fs';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { WEBHOOK_LIMITS } from '../../../schemas/webhooks/webhook-limits.ts';
import { written } from './samples.ts';

const page = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');

const LANGUAGES = [
  ['ts', 'TypeScript'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['php', 'PHP'],
] as const;

/** Samples come from the documentation, where they are tested. */
const sampleIn = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\`$`, 'ms').exec(page)?.[1] ?? '';

const HEADERS: readonly (readonly [name: string, value: Html])[] = [
  ['X-Service-Event', html`<code>piece.published</code>, or <code>ping</code> for a test`],
  ['X-Service-Delivery', html`the id of the delivery, the same for every attempt`],
  [
    'X-Service-Signature',
    html`<code>sha256=</code> and the HMAC-SHA256 of the body in hex, keyed with the secret as shown`,
  ],
  ['webhook-id', html`the same id`],
  ['webhook-timestamp', html`the time of this attempt, as a Unix timestamp in seconds`],
  [
    'webhook-signature',
    html`<code>v1,</code> and the HMAC-SHA256 of <code>id.timestamp.body</code> in Base64, keyed with the decoded
bytes of the secret`,
  ],
];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PATIENCE_DAYS = WEBHOOK_LIMITS.patienceMs / (24 * HOUR_MS);

function span(ms: number): string {
  if (ms < MINUTE_MS) return `${ms / 1000} s`;
  return ms < HOUR_MS ? `${ms / MINUTE_MS} min` : `${ms / HOUR_MS} h`;
}

export const webhooks = (): Html => html`<p>Writers set up a webhook at their desk, under
<a href="/desk/edit/online-presence#webhook">Online presence</a>. Each time they publish a new piece, we send a
<code>POST</code> request to their URL, with the <a href="#record-piece">Piece</a> as JSON in the body. If they chose
these events, we also send <code>note.added</code>, <code>revision.requested</code> and
<code>proposal.answered</code>, about pieces that may be
drafts.</p>
<table class="field-table stacked"><caption>Headers of a delivery</caption>
<thead><tr><th scope="col">Header</th><th scope="col">Value</th></tr></thead>
<tbody>${HEADERS.map(
  ([name, value]) => html`<tr><th scope="row"><code>${name}</code></th><td>${value}</td></tr>`,
)}</tbody></table>
<p>The last three follow Standard Webhooks, so its libraries can verify a delivery. For
${span(WEBHOOK_LIMITS.overlapMs)} after you replace the secret, deliveries are signed with both secrets; one
valid signature is enough.</p>
<p>Respond with a status from 200 to 299 within ${span(WEBHOOK_LIMITS.timeoutMs)}. After any other response, redirects
included, we retry after ${WEBHOOK_LIMITS.retryDelayMs.map(span).join(', ')}; we honour <code>Retry-After</code>. A 410
turns the webhook off, and so do ${PATIENCE_DAYS} days of failures. A delivery can arrive more
than once, always with the same id: store the ids you have handled.</p>
<p>Verify each request with the raw body, before you parse it:</p>
${LANGUAGES.map(([language, name]) => html`<h3>${name}</h3>${written(sampleIn(language))}`)}`;
