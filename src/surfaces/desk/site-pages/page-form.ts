// The form of a page of the site, new or as it was last saved.

import { deskSitePage, type SitePageRow } from '../../../operations/site-pages/desk-pages.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { inSlugForm } from '../../../rendering/text/slug.ts';
import { CONTENT_FIELDS } from '../../../schemas/content-fields.ts';
import { PIECE_LIMITS } from '../../../schemas/piece-limits.ts';
import { SITE_PAGE_LIMITS } from '../../../schemas/site/site-page-limits.ts';
import { areaField, choiceField, textField } from '../shared/form-fields.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type PageContext, param } from '../shared/page-context.ts';
import { PAGES, pageChip, pageUrl } from './page-labels.ts';

const DONE: { readonly [done: string]: string } = {
  saved: 'Saved as a draft. Readers see it once you publish it.',
  unpublished: 'Unpublished. Readers can no longer find the page.',
};

/** Slug made from the title if the field is empty. */
export function sitePageFrom({ fields }: PageContext): object {
  const typed = (name: string) => (fields[name] ?? '').replace(/\r\n?/g, '\n').trim();
  return {
    title: typed('title'),
    slug: typed('slug') || inSlugForm(typed('title')),
    body_md: typed('body_md'),
    locale: typed('locale') || CONTENT_FIELDS.locale.empty,
    in_footer: typed('in_footer') !== 'no',
  };
}

export const newSitePagePage = async (page: PageContext): Promise<Html> =>
  deskPage(page, {
    title: 'New page',
    here: 'Pages',
    content: html`<h1>New page</h1>
<p class="standfirst">A page such as About, Imprint or Privacy. Nobody sees it until you publish it.</p>
<form class="stack" method="post" action="${PAGES}/new">${csrfField(page)}
${pageFields(page, null)}
<div class="inline-group"><button class="primary">Save draft</button>
<a href="${PAGES}">Back to the pages</a></div>
</form>`,
  });

export async function sitePagePage(page: PageContext): Promise<Html> {
  const found = await deskSitePage(page.context, actorOf(page), param(page, 'id'));
  const { draft, live } = found;
  const base = `${PAGES}/${draft.id}`;
  return deskPage(page, {
    title: draft.title,
    here: 'Pages',
    done: doneWords(page, DONE),
    content: html`<h1>${draft.title}</h1>
${page.problem?.code === 'page_changed' && html`<p><a href="${base}">Discard my changes and reload</a></p>`}
<div class="inline-group item-actions">${pageChip(found)}
${live && html`<a href="/${live.slug}">See it on the site</a> <a href="${base}/unpublish">Unpublish</a>`}
<a class="align-end" href="${base}/delete">Delete</a></div>
<form class="stack" method="post" action="${base}">${csrfField(page)}
<input type="hidden" name="version" value="${draft.version}">
${pageFields(page, draft)}
<div class="inline-group"><button class="primary">Save draft</button>
<a href="${base}/preview">Preview and publish</a>
<a href="${PAGES}">Back to the pages</a></div>
</form>`,
  });
}

const pageFields = (page: PageContext, draft: SitePageRow | null): Html =>
  html`${textField(page, {
    name: 'title',
    label: 'Title',
    value: draft?.title,
    required: true,
    maxLength: SITE_PAGE_LIMITS.title,
  })}
${areaField(page, {
  name: 'body_md',
  label: 'Text',
  rows: 18,
  value: draft?.body_md,
  maxLength: PIECE_LIMITS.bodyMd,
  hint: 'In Markdown: ## for a heading, a blank line between paragraphs, [words](https://example.org) for a link.',
})}
<div class="field-grid">
${textField(page, {
  name: 'slug',
  label: 'URL',
  prefix: pageUrl(page, ''),
  value: draft?.slug,
  maxLength: SITE_PAGE_LIMITS.slug,
  hint: draft ? 'Old URLs lead to the new one.' : 'Leave it empty to create one from the title.',
})}
${choiceField(page, {
  name: 'in_footer',
  label: 'Footer',
  value: draft?.in_footer === 0 ? 'no' : 'yes',
  options: [
    ['yes', 'Linked at the foot of every page'],
    ['no', 'Not linked there'],
  ],
})}
${textField(page, {
  name: 'locale',
  label: CONTENT_FIELDS.locale.label,
  value: draft?.locale ?? CONTENT_FIELDS.locale.empty,
  maxLength: PIECE_LIMITS.locale,
  hint: 'Such as en, de or pt-BR.',
})}
</div>`;
