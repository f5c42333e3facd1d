// /desk/site: the site's name, description and look, for admins.

import { hash } from 'node:crypto';
import { identityWithout } from '../../../operations/identity/identity.ts';
import { savedIdentity, saveIdentity } from '../../../operations/site-settings/save-identity.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { SiteIdentity } from '../../../schemas/identity/identity.ts';
import { IDENTITY_LIMITS } from '../../../schemas/identity/identity-limits.ts';
import { CATEGORIES, CATEGORY_NAMES, type Category } from '../../../schemas/vocabulary.ts';
import { areaField, textField } from '../shared/form-fields.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext } from '../shared/page-context.ts';
import { linkLines, linksIn } from './link-lines.ts';
import { imageList, siteImages } from './site-images.ts';

const SITE = '/desk/site';

export function siteIdentity(desk: Desk): void {
  desk.admin(SITE, sitePage, async (page) => {
    await saveIdentity(page.context, actorOf(page), changesIn(page));
    return { goTo: `${SITE}?done=saved` };
  });
  siteImages(desk);
}

const DONE = { saved: 'Saved. Readers see it now.' };

const TEXTS = ['name', 'tagline', 'description', 'accent', 'accent_dark'] as const;
const LINKS = ['header_links', 'footer_links'] as const;
const FIELDS = [...TEXTS, ...LINKS, 'categories'] as const;
const EMPTY: Partial<SiteIdentity> = {
  header_links: [],
  footer_links: [],
  categories: [...CATEGORIES],
};

/** Empty fields fall back to the operator's settings; categories stay as they are if the form has none. */
function identityIn({ fields }: PageContext) {
  const text = (field: string) => fields[field]?.trim() || null;
  return {
    ...Object.fromEntries(TEXTS.map((field) => [field, text(field)])),
    ...Object.fromEntries(LINKS.map((field) => [field, linksIn(fields[field] ?? '', field)])),
    ...(CATEGORIES.some((each) => fields[placeField(each)] !== undefined) && {
      categories: categoriesIn(fields),
    }),
  };
}

/** Fields that another admin has saved in the meantime stay, unless they were changed in this form too. */
function changesIn(page: PageContext): object {
  const given = identityIn(page);
  const shown = page.fields['shown'];
  if (shown === undefined) return given;
  const before = new Map(shown.split(' ').map((each) => [each.split('=')[0], each]));
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => before.get(name) !== marked(name, value)),
  );
}

const marked = (name: string, value: unknown): string =>
  `${name}=${hash('sha256', JSON.stringify(value)).slice(0, 16)}`;

const placeField = (category: Category) => `place_${category}`;

/** Categories are sorted by the numbers in their fields; those without a number are not shown. */
function categoriesIn(fields: PageContext['fields']): Category[] {
  const placeOf = (category: Category) => Number.parseInt(fields[placeField(category)] ?? '', 10);
  return CATEGORIES.filter((each) => placeOf(each) > 0).toSorted((a, b) => placeOf(a) - placeOf(b));
}

async function sitePage(page: PageContext): Promise<Html> {
  const said = await savedIdentity(page.context, actorOf(page));
  return deskPage(page, {
    title: 'Site',
    here: 'Site',
    done: doneWords(page, DONE),
    content: html`<h1>Site</h1>
<p class="standfirst">What the site is called and what it is about. Pages, feeds, emails and link previews change as
soon as you save.</p>
<form class="stack" method="post" action="${SITE}">${csrfField(page)}
<input type="hidden" name="shown" value="${page.fields['shown'] ?? shownOf(said)}">
${words(page, said)}
<h2>Colour</h2>
${colours(page, said)}
<h2>Links</h2>
${links(page, said)}
<h2>Categories</h2>
${categories(page, said)}
<div class="inline-group"><button class="primary">Save</button></div>
</form>
<section class="group"><h2>Images</h2>
${imageList(page)}</section>`,
  });
}

const shownOf = (said: SiteIdentity): string =>
  FIELDS.map((name) => marked(name, said[name] ?? EMPTY[name] ?? null)).join(' ');

function words(page: PageContext, said: SiteIdentity): Html {
  const unsaid = identityWithout(page.context.config, said);
  return html`${textField(page, {
    name: 'name',
    label: 'Name',
    value: said.name,
    maxLength: IDENTITY_LIMITS.name,
    hint: `At the top of every page. Leave it empty for “${unsaid.name}”.`,
  })}
${areaField(page, {
  name: 'description',
  label: 'Description',
  rows: 2,
  value: said.description,
  maxLength: IDENTITY_LIMITS.description,
  hint: `For search engines, link previews and feeds. Leave it empty for “${unsaid.description}”`,
})}
${textField(page, {
  name: 'tagline',
  label: 'Tagline',
  value: said.tagline,
  maxLength: IDENTITY_LIMITS.tagline,
  hint: 'Under the name on the front page. Leave it empty to show the description instead.',
})}`;
}

const colours = (page: PageContext, said: SiteIdentity): Html =>
  html`<div class="field-grid">${textField(page, {
    name: 'accent',
    label: 'Accent on light pages',
    value: said.accent,
    maxLength: IDENTITY_LIMITS.colour,
    hint: 'The colour of rules, links and buttons, such as #0b5c8a. Leave it empty for the default red.',
  })}
${textField(page, {
  name: 'accent_dark',
  label: 'Accent on dark pages',
  value: said.accent_dark,
  maxLength: IDENTITY_LIMITS.colour,
  hint: 'Leave it empty to derive it from the accent on light pages.',
})}</div>`;

const links = (page: PageContext, said: SiteIdentity): Html =>
  html`${areaField(page, {
    name: 'header_links',
    label: 'In the header',
    rows: 3,
    value: linkLines(said.header_links ?? []),
    hint:
      `One link per line, at most ${IDENTITY_LIMITS.headerLinks}: a label, then a URL or a path, such as “About ` +
      '/author/ada”.',
  })}
${areaField(page, {
  name: 'footer_links',
  label: 'In the footer',
  rows: 4,
  value: linkLines(said.footer_links ?? []),
  hint: `In the same format, at most ${IDENTITY_LIMITS.footerLinks}. Email addresses start with mailto:.`,
})}`;

function categories(page: PageContext, said: SiteIdentity): Html {
  const shown: readonly Category[] = said.categories ?? CATEGORIES;
  const place = (category: Category) =>
    shown.includes(category) ? String(shown.indexOf(category) + 1) : '';
  return html`<p class="hint">Number the categories in the order in which the navigation and the front page should
list them. A category without a number isn’t listed there, but keeps its page and feeds. Categories without pieces are
never listed.</p>
<div class="field-grid places">${CATEGORIES.map((category) =>
    textField(page, {
      name: placeField(category),
      label: CATEGORY_NAMES[category],
      value: place(category),
      maxLength: 2,
    }),
  )}</div>`;
}
