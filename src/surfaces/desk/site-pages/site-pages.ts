// The site's own pages, for admins: the list, each page's form and preview, and publishing.

import {
  createSitePage,
  type DeskSitePage,
  deleteSitePage,
  deskSitePage,
  deskSitePages,
  previewOf,
  publishSitePage,
  type ShownPage,
  saveSitePage,
  unpublishSitePage,
} from '../../../operations/site-pages/desk-pages.ts';
import { type Html, html, trusted } from '../../../rendering/templates/html.ts';
import { withScrollingTables } from '../../../rendering/templates/scrolling-tables.ts';
import { directionOf } from '../../../rendering/text/direction.ts';
import { isBlank } from '../../../schemas/text.ts';
import { confirmationPage } from '../shared/confirmation-page.ts';
import { when } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { newSitePagePage, sitePageFrom, sitePagePage } from './page-form.ts';
import { hasChanges, PAGES, pageChip, pageUrl } from './page-labels.ts';

export function sitePages(desk: Desk): void {
  desk.admin(PAGES, listPage);
  desk.admin(`${PAGES}/new`, newSitePagePage, async (page) => {
    const id = await createSitePage(page.context, actorOf(page), sitePageFrom(page));
    return { goTo: `${PAGES}/${id}?done=saved` };
  });
  desk.admin(`${PAGES}/:id`, sitePagePage, async (page) => {
    const shown = shownIn(page);
    await saveSitePage(page.context, actorOf(page), shown, sitePageFrom(page));
    return { goTo: `${PAGES}/${shown.id}?done=saved` };
  });
  desk.admin(`${PAGES}/:id/preview`, previewPage, async (page) => {
    await publishSitePage(page.context, actorOf(page), shownIn(page));
    return { goTo: `${PAGES}?done=published` };
  });
  desk.admin(
    `${PAGES}/:id/unpublish`,
    async (page) => confirmationPage(page, unpublishing(await pageIn(page))),
    async (page) => {
      const shown = shownIn(page);
      await unpublishSitePage(page.context, actorOf(page), shown);
      return { goTo: `${PAGES}/${shown.id}?done=unpublished` };
    },
  );
  desk.admin(
    `${PAGES}/:id/delete`,
    async (page) => confirmationPage(page, deleting(await pageIn(page))),
    async (page) => {
      await deleteSitePage(page.context, actorOf(page), shownIn(page));
      return { goTo: `${PAGES}?done=deleted` };
    },
  );
}

const pageIn = (page: PageContext) => deskSitePage(page.context, actorOf(page), param(page, 'id'));

const shownIn = (page: PageContext): ShownPage => ({
  id: param(page, 'id'),
  version: Number(page.fields['version']),
});

const DONE: { readonly [done: string]: string } = {
  published: 'Published. Readers see it now.',
  deleted: 'Deleted.',
};

async function listPage(page: PageContext): Promise<Html> {
  const found = await deskSitePages(page.context, actorOf(page));
  return deskPage(page, {
    title: 'Pages',
    here: 'Pages',
    done: doneWords(page, DONE),
    content: html`<div class="inline-group"><h1>Pages</h1>
${found.length > 0 && html`<a class="button primary align-end" href="${PAGES}/new">New page</a>`}</div>
<p class="standfirst">Pages about the site itself: about, imprint, privacy. They don’t appear in feeds or search.</p>
${found.length > 0 ? html`<ul class="entry-list">${found.map((each) => item(page, each))}</ul>` : EMPTY}`,
  });
}

const EMPTY = html`<div class="empty"><p>No pages yet. Many countries require an imprint and a privacy page, and
readers look for an about page.</p>
<p><a class="button primary" href="${PAGES}/new">New page</a></p></div>`;

const item = (page: PageContext, found: DeskSitePage) => html`<li>
<h2><a href="${PAGES}/${found.draft.id}" dir="auto">${found.draft.title}</a></h2>
<div class="entry-side">${pageChip(found)}</div>
<p>/${(found.live ?? found.draft).slug} · ${found.draft.in_footer === 1 ? 'in the footer' : 'not in the footer'} ·
saved ${when(found.draft.updated_at, page.context.now())}</p></li>`;

async function previewPage(page: PageContext): Promise<Html> {
  const found = await pageIn(page);
  const { draft, live } = found;
  const base = `${PAGES}/${draft.id}`;
  return deskPage(page, {
    title: `Preview of ${draft.title}`,
    here: 'Pages',
    content: html`<h1>${live ? 'Publish changes?' : 'Publish this page?'}</h1>
<p class="standfirst">Anyone will be able to read this at <span class="url">${pageUrl(page, draft.slug)}</span>.</p>
${publishForm(page, found)}
<div class="preview"><article lang="${draft.locale}" dir="${directionOf(draft.locale)}"><h1>${draft.title}</h1>
<div class="text">${trusted(withScrollingTables(await previewOf(draft)))}</div></article></div>
<p><a href="${base}">Back to the text</a></p>`,
  });
}

function publishForm(page: PageContext, found: DeskSitePage): Html {
  const { draft, live } = found;
  const back = html`<a href="${PAGES}/${draft.id}">Back to the text</a>`;
  if (isBlank(draft.body_md)) return html`<p>The page has no text yet. ${back}</p>`;
  if (live && !hasChanges(found)) return html`<p>This is what readers see now. ${back}</p>`;
  return html`<form class="inline-group" method="post" action="${PAGES}/${draft.id}/preview">${csrfField(page)}
<input type="hidden" name="version" value="${draft.version}">
<button class="confirm">${live ? 'Publish changes' : 'Publish'}</button>${back}</form>`;
}

const unpublishing = ({ draft }: DeskSitePage) => ({
  here: 'Pages',
  question: `Unpublish “${draft.title}”?`,
  consequence:
    'Readers will no longer be able to find the page, and nothing will link to it. Its text stays here.',
  fields: { version: String(draft.version) },
  button: 'Unpublish',
  back: `${PAGES}/${draft.id}`,
});

const deleting = ({ draft }: DeskSitePage) => ({
  here: 'Pages',
  question: `Delete “${draft.title}”?`,
  consequence: 'This permanently deletes the page, here and on the site.',
  fields: { version: String(draft.version) },
  button: 'Delete',
  back: `${PAGES}/${draft.id}`,
});
