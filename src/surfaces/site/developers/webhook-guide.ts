// Webhooks in the reference: what is sent, how to answer, and the samples of docs/webhooks.md.

import { readFileSync } from 'node:fs';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { WEBHOOK } from '../../../schemas/limits.ts';
import { written } from './samples.ts';

const page = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');

const LANGUAGES = [
  ['ts', 'TypeScript'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['php', 'PHP'],
] as const;

/** The page for people who run the service has them as well; they stand there, and are tried there. */
const sampleIn = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\`$`, 'ms').exec(page)?.[1] ?? '';

const HEADERS: readonly (readonly [name: string, holds: Html])[] = [
  ['X-Service-Event', html`<code>piece.published</code>, or <code>ping</code> for a test`],
  ['X-Service-Delivery', html`the id of the delivery, the same for every try`],
  [
    'X-Service-Signature',
    html`<code>sha256=</code> and the HMAC-SHA256 of the body in hex, keyed with the secret as it was shown`,
  ],
  ['webhook-id', html`the id once more`],
  ['webhook-timestamp', html`when this try was made, in seconds since 1970`],
  [
    'webhook-signature',
    html`<code>v1,</code> and the HMAC-SHA256 of <code>id.timestamp.body</code> in Base64, keyed with the bytes that the secret encodes`,
  ],
];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function span(ms: number): string {
  if (ms < MINUTE_MS) return `${ms / 1000} s`;
  return ms < HOUR_MS ? `${ms / MINUTE_MS} min` : `${ms / HOUR_MS} h`;
}

export const webhooks =
  (): Html => html`<p>A writer who sets a webhook at their desk, under <a href="/desk/edit/online-presence#webhook">Online presence</a>, has each new piece sent to their own address when it is published: a <code>POST</code> whose body is the <a href="#record-piece">Piece</a> as JSON.</p>
<table class="field-table stacked"><caption>Headers of a delivery</caption>
<thead><tr><th scope="col">Header</th><th scope="col">What it holds</th></tr></thead>
<tbody>${HEADERS.map(([name, holds]) => html`<tr><th scope="row"><code>${name}</code></th><td>${holds}</td></tr>`)}</tbody></table>
<p>The last three follow Standard Webhooks, so its libraries verify a delivery as it is. For ${span(WEBHOOK.overlapMs)} after the secret was replaced both secrets sign; one signature that fits is enough.</p>
<p>Answer with a status from 200 to 299 within ${span(WEBHOOK.timeoutMs)}. Anything else, a redirect included, is tried again after ${WEBHOOK.retryDelayMs.map(span).join(', ')}; <code>Retry-After</code> is honoured. 410 switches the webhook off, and so does failing for ${WEBHOOK.patienceMs / (24 * HOUR_MS)} days. A delivery may come more than once, always under the same id: remember the ids.</p>
<p>Verify each request with the body as it came, before anything parses it:</p>
${LANGUAGES.map(([language, name]) => html`<h3>${name}</h3>${written(sampleIn(language))}`)}`;
