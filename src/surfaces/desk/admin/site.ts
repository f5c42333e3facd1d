// /desk/site: what the site is called and what it is, for admins.

import type { FastifyInstance } from 'fastify';
import { identityWithout } from '../../../operations/identity/identity.ts';
import { savedIdentity, saveIdentity } from '../../../operations/identity/save-identity.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { IDENTITY } from '../../../schemas/limits.ts';
import { areaField, textField } from '../shared/form-fields.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, deskRoute, type PageContext } from '../shared/page-context.ts';

const SITE = '/desk/site';

export function siteIdentity(scope: FastifyInstance, context: Context): void {
  deskRoute(scope, context, SITE, {
    access: 'admin',
    get: sitePage,
    post: async (page) => {
      await saveIdentity(page.context, actorOf(page), identityIn(page));
      return { goTo: `${SITE}?done=saved` };
    },
  });
}

const DONE = { saved: 'Saved. Readers see it from now on.' };

/** What was left empty is as the operator's settings say. */
const identityIn = ({ fields }: PageContext) => ({
  name: fields['name'] ?? null,
  tagline: fields['tagline'] ?? null,
  description: fields['description'] ?? null,
});

async function sitePage(page: PageContext): Promise<Html> {
  const said = await savedIdentity(page.context, actorOf(page));
  const unsaid = identityWithout(page.context.config, said);
  return deskPage(page, {
    title: 'Site',
    here: 'Site',
    done: doneWords(page, DONE),
    content: html`<h1>Site</h1>
<p class="standfirst">What this place is called, and what it is. Pages, feeds, e-mails and previews of links say so
as soon as you save.</p>
<form class="stack" method="post" action="${SITE}">${csrfField(page)}
${textField(page, {
  name: 'name',
  label: 'Name',
  value: said.name,
  maxLength: IDENTITY.name,
  hint: `At the top of every page. Leave it empty for “${unsaid.name}”.`,
})}
${areaField(page, {
  name: 'description',
  label: 'Description',
  rows: 2,
  value: said.description,
  maxLength: IDENTITY.description,
  hint: html`For search engines, link previews and feeds. Leave it empty for “${unsaid.description}”.`,
})}
${textField(page, {
  name: 'tagline',
  label: 'Tagline',
  value: said.tagline,
  maxLength: IDENTITY.tagline,
  hint: 'Under the name, on the front page. Leave it empty, and the description stands there.',
})}
<div class="inline-group"><button class="primary">Save</button></div>
</form>`,
  });
}
