// /desk/site/logo, /icon and /card: the images of the site itself, for admins.

import { networkOf } from '../../../http/limits/client-address.ts';
import { limiter } from '../../../http/limits/rate-limits.ts';
import { setSiteImage } from '../../../operations/site-settings/save-identity.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { SiteImage } from '../../../schemas/identity/identity.ts';
import { IMAGE_LIMITS } from '../../../schemas/images/image-limits.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import { imageSide, sentImage, WITH_IMAGE } from '../shared/image-side.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext } from '../shared/page-context.ts';

const SITE = '/desk/site';

const WORDS: { readonly [image in SiteImage]: { name: string; hint: string } } = {
  logo: {
    name: 'Logo',
    hint:
      'Replaces the name at the top of every page, at the height of a line of text. Make sure that it’s visible ' +
      'on both light and dark pages.',
  },
  icon: { name: 'Icon', hint: 'For browser tabs and home screens. Square, at least 180 pixels.' },
  card: {
    name: 'Social image',
    hint:
      'Shown in previews of links to the front page and to lists. Pieces have their own images. Best at 1200 ' +
      '× 630 pixels.',
  },
};

const IMAGES = ['logo', 'icon', 'card'] as const;

export function siteImages(desk: Desk): void {
  // Each image is re-encoded, which is expensive.
  const limits = limiter(desk.scope, desk.context.config, RATES.upload, networkOf);
  for (const image of IMAGES) {
    desk.admin(
      `${SITE}/${image}`,
      async (page) => imagePage(page, image),
      async (page) => {
        await setSiteImage(page.context, actorOf(page), image, sentImage(page));
        return { goTo: `${SITE}?done=saved` };
      },
      { uploadBytes: IMAGE_LIMITS.uploadBytes, limits },
    );
  }
}

function imagePage(page: PageContext, image: SiteImage): Html {
  const { name, hint } = WORDS[image];
  return deskPage(page, {
    title: name,
    here: 'Site',
    narrow: true,
    content: html`<h1>${name}</h1>
<p class="standfirst">${hint}</p>
<form class="stack" ${WITH_IMAGE} action="${SITE}/${image}">${csrfField(page)}
${imageSide(page, { shown: shown(page, image), action: `${SITE}/${image}` })}
<p><a href="${SITE}">Back to the site</a></p>
</form>`,
  });
}

function shown({ context }: PageContext, image: SiteImage): Html | null {
  const url = context.identity.current[image];
  return url === null ? null : html`<img src="${url}" alt="The current image">`;
}

const SET = html`<span class="chip approved">Set</span>`;
const NONE = html`<span class="chip">None</span>`;

export const imageList = (page: PageContext): Html =>
  html`<ul class="entry-list">${IMAGES.map(
    (image) => html`<li><h3><a href="${SITE}/${image}">${WORDS[image].name}</a></h3>
<div class="entry-side">${shown(page, image) ? SET : NONE}</div>
<p>${WORDS[image].hint}</p></li>`,
  )}</ul>`;
