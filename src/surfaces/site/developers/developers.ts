// /developers: the API reference, generated from the OpenAPI document.

import type { FastifyInstance } from 'fastify';
import { getObject, getString, type JsonObject } from '../../../http/json.ts';
import { openApiDocument } from '../../../http/openapi/openapi-document.ts';
import { assetUrl } from '../../../http/pages/assets.ts';
import type { Context } from '../../../operations/operation.ts';
import { recentPieces } from '../../../operations/pieces/recent-pieces.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { PieceListItem } from '../../../schemas/pieces.ts';
import { servePage } from '../shared/serve-page.ts';
import { endpointSection } from './endpoint-section.ts';
import { type NamedSchema, type Part, partsOf, recordsOf } from './endpoints.ts';
import { beginning, type Guide, rules } from './guides.ts';
import type { Known } from './sample-requests.ts';
import { fieldTable, recordAnchor } from './schema-labels.ts';

export function developers(scope: FastifyInstance, context: Context): void {
  const { baseUrl } = context.config;
  servePage(scope, context, '/developers', async () => ({
    title: 'Developers',
    description: `How programs read ${context.identity.current.name} and create drafts for its writers.`,
    canonical: `${baseUrl}/developers`,
    head: html`<link rel="stylesheet" href="${assetUrl('developers.css')}">
<link rel="alternate" type="application/json" href="${baseUrl}/api/openapi.json" title="OpenAPI">
<script type="module" src="${assetUrl('developers.js')}"></script>`,
    content: reference(
      context,
      openApiDocument(scope, context.identity.current.name),
      await knownHere(context),
    ),
  }));
}

/** Newest piece, so that the sample commands return something. */
async function knownHere(context: Context): Promise<Known> {
  const [newest] = (await recentPieces.run(context, { limit: 1 })).items;
  return newest ? knownFrom(newest) : {};
}

function knownFrom({ id, url, authors }: PieceListItem): Known {
  return {
    id: lastPart(id),
    slug: authors[0]?.slug ?? '',
    name: authors[0]?.name ?? '',
    piece: decodeURIComponent(lastPart(url)),
  };
}

const lastPart = (url: string) => url.slice(url.lastIndexOf('/') + 1);

function reference(context: Context, document: JsonObject, known: Known): Html {
  const parts = partsOf(document);
  const facts = {
    context,
    version: getString(getObject(document, 'info'), 'version'),
    endpoints: parts.flatMap(({ endpoints }) => endpoints),
    known,
  };
  const [first, last] = [beginning(facts), rules(facts)];
  const records = recordsOf(document, facts.endpoints);
  const { name } = context.identity.current;
  return html`<header class="page-header"><h1>Developers</h1>
<p class="standfirst">The API of ${name}: read everything published, and create drafts with a writer’s key.
Only the writer publishes.</p></header>
<div class="reference">
${contentsOf(first, parts, last)}
<div class="sections">
${first.map(guideSection)}
${parts.map((part) => partSection(part, context.config.baseUrl, known))}
<section id="records" aria-labelledby="records-name"><h2 class="section-heading" id="records-name">Records</h2>
${records.map(recordSection)}</section>
${last.map(guideSection)}
</div>
</div>`;
}

function recordSection({ name, schema }: NamedSchema): Html {
  const description = getString(schema, 'description');
  return html`<section class="record" id="${recordAnchor(name)}" data-find><h3>${name}</h3>
${description && html`<p>${description}</p>`}${fieldTable(`Fields of ${name}`, schema, false)}</section>`;
}

const guideSection = ({ id, title, content }: Guide): Html =>
  html`<section class="guide" id="${id}" aria-labelledby="${id}-name" data-find>
<h2 class="section-heading" id="${id}-name">${title}</h2>${content}</section>`;

const partSection = ({ name, description, endpoints }: Part, baseUrl: string, known: Known): Html =>
  html`<section id="${name.toLowerCase()}" aria-labelledby="${name}-name">
<h2 class="section-heading" id="${name}-name">${name}</h2><p class="standfirst">${description}</p>
${endpoints.map((endpoint) => endpointSection(baseUrl, endpoint, known))}</section>`;

/** The table of contents is folded if there is no room next to the sections. */
const contentsOf = (first: Guide[], parts: Part[], last: Guide[]): Html =>
  html`<nav class="reference-index" aria-label="Reference">
<div class="reference-search" hidden><label for="find">Find</label>
<input type="search" id="find" autocomplete="off" spellcheck="false"><p role="status"></p></div>
<details class="index-fold"><summary>Contents</summary>
<div class="index-items"><ul>${first.map(entry)}</ul>
${parts.map(
  ({ name, endpoints }) => html`<p class="kicker"><a href="#${name.toLowerCase()}">${name}</a></p>
<ul>${endpoints.map(({ id, summary }) => entry({ id, title: summary }))}</ul>`,
)}
<ul class="rules">${entry({ id: 'records', title: 'Records' })}${last.map(entry)}</ul></div></details>
</nav>`;

const entry = ({ id, title }: Pick<Guide, 'id' | 'title'>): Html =>
  html`<li><a href="#${id}">${title}</a></li>`;
