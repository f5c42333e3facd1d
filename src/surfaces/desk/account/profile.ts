// The writer's profile, as their readers see it.

import type { FastifyInstance } from 'fastify';
import { fileOf } from '../../../http/pages/uploads.ts';
import { socialsOf } from '../../../operations/authors/author-records.ts';
import { ownProfile, saveProfile } from '../../../operations/authors/profiles.ts';
import { removeAvatar, setAvatar } from '../../../operations/images/avatars.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { NETWORK_NAMES, SOCIAL_NETWORKS } from '../../../schemas/vocabulary.ts';
import { areaField, textField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, deskRoute, type PageContext, query } from '../shared/page-context.ts';

const FIELDS = ['name', 'slug', 'bio', 'role', 'niche', 'location', 'website', ...SOCIAL_NETWORKS];
const REQUIRED = ['name', 'slug'];

export function profile(scope: FastifyInstance, context: Context): void {
  deskRoute(scope, context, '/desk/edit/profile', {
    access: 'writer',
    get: profilePage,
    post: async (page) => {
      await saveProfile(page.context, actorOf(page), profileFrom(page));
      return { goTo: '/desk/edit/profile?saved=yes' };
    },
  });
  acceptImage(scope, context);
}

function acceptImage(scope: FastifyInstance, context: Context): void {
  deskRoute(scope, context, '/desk/edit/profile/picture', {
    access: 'writer',
    get: profilePage,
    post: async (page) => {
      const image = fileOf(page.request, 'picture');
      if (image) await setAvatar(page.context, actorOf(page), image);
      else await removeAvatar(page.context, actorOf(page));
      return { goTo: '/desk/edit/profile?saved=yes' };
    },
  });
}

/** The image has a form of its own, since it is sent in another way. */
function imageSection(page: PageContext, image: string | null): Html {
  const multipart = html`method="post" enctype="multipart/form-data" action="/desk/edit/profile/picture"`;
  return html`<section class="inline-group">
${image && html`<img class="avatar" src="${image}" alt="Your picture" width="96" height="96">`}
<form class="inline-group" ${multipart}>${csrfField(page)}
<div><label for="picture">Image</label>
<input id="picture" name="picture" type="file" accept="image/*" required></div>
<button>Upload</button></form>
${
  image &&
  html`<form ${multipart}>${csrfField(page)}
<button class="link-button">Remove image</button></form>`
}</section>`;
}

/** An empty field means that there is nothing to say. */
function profileFrom({ fields }: PageContext) {
  const entries = FIELDS.map((name) => {
    const value = (fields[name] ?? '').replace(/\r\n?/g, '\n').trim();
    return [name, value === '' && !REQUIRED.includes(name) ? null : value];
  });
  return Object.fromEntries(entries);
}

async function profilePage(page: PageContext): Promise<Html> {
  const author = await ownProfile(page.context, actorOf(page));
  const socials = socialsOf(author);
  const { baseUrl } = page.context.config;
  const line = (name: 'role' | 'niche' | 'location', label: string, hint: string) =>
    textField(page, { name, label, value: author[name], maxLength: LIMITS.authorLine, hint });
  return deskPage(page, {
    title: 'Profile',
    here: 'Profile',
    content: html`<h1>Profile</h1>
<p class="standfirst">What readers see beside your name.
${author.identity_verified === 1 ? 'Your identity is verified.' : ''}</p>
${query(page, 'saved') && html`<p class="notice" role="status">Saved.</p>`}
${imageSection(page, author.avatar_url)}
<form class="stack" method="post">${csrfField(page)}
<div class="field-grid">
${textField(page, { name: 'name', label: 'Name', value: author.name, required: true, maxLength: LIMITS.authorName })}
${textField(page, {
  name: 'slug',
  label: 'Address',
  value: author.slug,
  required: true,
  maxLength: LIMITS.authorSlug,
  hint: `${baseUrl}/author/… Your old addresses keep working.`,
})}
</div>
${areaField(page, { name: 'bio', label: 'Bio', rows: 5, value: author.bio, maxLength: LIMITS.authorBio })}
<div class="field-grid">
${line('role', 'Role', 'Such as: structural engineer.')}
${line('niche', 'Niche', 'What you write about.')}
${line('location', 'Location', 'Where you are, if you like.')}
${textField(page, {
  name: 'website',
  label: 'Website',
  type: 'url',
  value: author.website,
  hint: 'Verify it under Online presence.',
})}
</div>
<h2>Elsewhere</h2>
<div class="field-grid">${SOCIAL_NETWORKS.map((network) =>
      textField(page, {
        name: network,
        label: NETWORK_NAMES[network],
        type: 'url',
        value: socials[network],
      }),
    )}</div>
<div class="inline-group"><button class="primary">Save profile</button></div>
</form>`,
  });
}
