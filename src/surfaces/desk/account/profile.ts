// The writer's profile, as their readers see it.

import type { FastifyInstance } from 'fastify';
import { imageOf } from '../../../http/pages/uploads.ts';
import { socialsOf } from '../../../operations/authors/author-records.ts';
import { ownProfile, saveProfile } from '../../../operations/authors/profiles.ts';
import { removeAvatar, setAvatar } from '../../../operations/images/avatars.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS, UPLOAD_BYTES } from '../../../schemas/limits.ts';
import {
  PROFILE_FIELDS,
  PROFILE_FORM_FIELDS,
  type ProfileFormField,
} from '../../../schemas/profile-fields.ts';
import { NETWORK_NAMES, SOCIAL_NETWORKS } from '../../../schemas/vocabulary.ts';
import { areaField, textField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, deskRoute, type PageContext, query } from '../shared/page-context.ts';

const REQUIRED = ['name', 'slug'];
const FIELDS = [...REQUIRED, ...PROFILE_FORM_FIELDS, ...SOCIAL_NETWORKS];

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
    uploadBytes: UPLOAD_BYTES,
    post: async (page) => {
      const image = imageOf(page.request, 'picture');
      if (image) await setAvatar(page.context, actorOf(page), image);
      else await removeAvatar(page.context, actorOf(page));
      return { goTo: '/desk/edit/profile?saved=yes' };
    },
  });
}

/** A form of its own, since an upload needs another encoding (multipart). */
function imageSection(page: PageContext, image: string | null): Html {
  const multipart = html`method="post" enctype="multipart/form-data" action="/desk/edit/profile/picture"`;
  return html`<section class="inline-group">
${image && html`<img class="avatar" src="${image}" alt="Your profile image" width="96" height="96">`}
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

/** An empty field is null. */
function profileFrom({ fields }: PageContext) {
  const entries = FIELDS.map((name) => {
    const value = (fields[name] ?? '').replace(/\r\n?/g, '\n').trim();
    return [name, value === '' && !REQUIRED.includes(name) ? null : value];
  });
  return Object.fromEntries(entries);
}

function control(page: PageContext, name: ProfileFormField, value: string | null): Html {
  const { maxLength, form } = PROFILE_FIELDS[name];
  const { kind, ...words } = form;
  if (kind === 'area') return areaField(page, { name, ...words, rows: 5, value, maxLength });
  if (kind === 'url') return textField(page, { name, ...words, type: 'url', value });
  return textField(page, { name, ...words, value, maxLength });
}

async function profilePage(page: PageContext): Promise<Html> {
  const author = await ownProfile(page.context, actorOf(page));
  const socials = socialsOf(author);
  const { baseUrl } = page.context.config;
  const controls = (isArea: boolean) =>
    PROFILE_FORM_FIELDS.filter(
      (name) => (PROFILE_FIELDS[name].form.kind === 'area') === isArea,
    ).map((name) => html`${control(page, name, author[name])}\n`);
  return deskPage(page, {
    title: 'Profile',
    here: 'Profile',
    done: query(page, 'saved') && 'Saved.',
    content: html`<h1>Profile</h1>
<p class="standfirst">What readers see beside your name.
${author.identity_verified === 1 ? 'Your identity is verified.' : ''}</p>
${imageSection(page, author.avatar_url)}
<form class="stack" method="post">${csrfField(page)}
<div class="field-grid">
${textField(page, { name: 'name', label: 'Name', value: author.name, required: true, maxLength: LIMITS.authorName })}
${textField(page, {
  name: 'slug',
  label: 'Profile URL',
  value: author.slug,
  required: true,
  maxLength: LIMITS.authorSlug,
  hint: `${baseUrl}/author/… Your old URLs keep working.`,
})}
</div>
${controls(true)}<div class="field-grid">
${controls(false)}</div>
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
