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
import { deskPage, formTokenField } from '../shared/layout.ts';
import { actorOf, deskPlace, query, type Visit } from '../shared/page-context.ts';

const FIELDS = ['name', 'slug', 'bio', 'role', 'niche', 'location', 'website', ...SOCIAL_NETWORKS];
const REQUIRED = ['name', 'slug'];

export function profile(scope: FastifyInstance, context: Context): void {
  deskPlace(scope, context, '/desk/edit/profile', {
    access: 'writer',
    show: profilePage,
    take: async (visit) => {
      await saveProfile(visit.context, actorOf(visit), profileFrom(visit));
      return { goTo: '/desk/edit/profile?saved=yes' };
    },
  });
  takePicture(scope, context);
}

function takePicture(scope: FastifyInstance, context: Context): void {
  deskPlace(scope, context, '/desk/edit/profile/picture', {
    access: 'writer',
    show: profilePage,
    take: async (visit) => {
      const picture = fileOf(visit.request, 'picture');
      if (picture) await setAvatar(visit.context, actorOf(visit), picture);
      else await removeAvatar(visit.context, actorOf(visit));
      return { goTo: '/desk/edit/profile?saved=yes' };
    },
  });
}

/** The picture has a form of its own, since it is sent in another way. */
function pictureSection(visit: Visit, picture: string | null): Html {
  return html`<section class="row">${picture && html`<img class="avatar" src="${picture}" alt="Your picture" width="96" height="96">`}
<form class="row" method="post" enctype="multipart/form-data" action="/desk/edit/profile/picture">${formTokenField(visit)}
<div><label for="picture">Picture</label><input id="picture" name="picture" type="file" accept="image/*" required></div>
<button>Upload</button></form>
${picture && html`<form method="post" enctype="multipart/form-data" action="/desk/edit/profile/picture">${formTokenField(visit)}<button class="plain">Remove picture</button></form>`}</section>`;
}

/** An empty field means that there is nothing to say. */
function profileFrom({ fields }: Visit) {
  const entries = FIELDS.map((name) => {
    const value = (fields[name] ?? '').replace(/\r\n?/g, '\n').trim();
    return [name, value === '' && !REQUIRED.includes(name) ? null : value];
  });
  return Object.fromEntries(entries);
}

async function profilePage(visit: Visit): Promise<Html> {
  const author = await ownProfile(visit.context, actorOf(visit));
  const socials = socialsOf(author);
  const { baseUrl } = visit.context.config;
  const line = (name: 'role' | 'niche' | 'location', label: string, hint: string) =>
    textField(visit, { name, label, value: author[name], maxLength: LIMITS.authorLine, hint });
  return deskPage(visit, {
    title: 'Profile',
    here: 'Profile',
    content: html`<h1>Profile</h1>
<p class="standfirst">What readers see beside your name. ${author.identity_verified === 1 ? 'Your identity is verified.' : ''}</p>
${query(visit, 'saved') && html`<p class="notice" role="status">Saved.</p>`}
${pictureSection(visit, author.avatar_url)}
<form class="stack" method="post">${formTokenField(visit)}
<div class="fields">
${textField(visit, { name: 'name', label: 'Name', value: author.name, required: true, maxLength: LIMITS.authorName })}
${textField(visit, { name: 'slug', label: 'Address', value: author.slug, required: true, maxLength: LIMITS.authorSlug, hint: `${baseUrl}/author/… Your old addresses keep working.` })}
</div>
${areaField(visit, { name: 'bio', label: 'Bio', rows: 5, value: author.bio, maxLength: LIMITS.authorBio })}
<div class="fields">
${line('role', 'Role', 'Such as: structural engineer.')}
${line('niche', 'Niche', 'What you write about.')}
${line('location', 'Location', 'Where you are, if you like.')}
${textField(visit, { name: 'website', label: 'Website', type: 'url', value: author.website, hint: 'Verify it under Online presence.' })}
</div>
<h2>Elsewhere</h2>
<div class="fields">${SOCIAL_NETWORKS.map((network) =>
      textField(visit, {
        name: network,
        label: NETWORK_NAMES[network],
        type: 'url',
        value: socials[network],
      }),
    )}</div>
<div class="row"><button class="primary">Save profile</button></div>
</form>`,
  });
}
