// The writer's profile, as readers see it.

import { socialsOf } from '../../../operations/authors/author-records.ts';
import { ownProfile, saveProfile } from '../../../operations/authors/profiles.ts';
import { removeAvatar, setAvatar } from '../../../operations/images/avatars.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { AUTHOR_LIMITS } from '../../../schemas/accounts/author-limits.ts';
import {
  AI_USE_LABELS,
  AI_USES,
  type AiUse,
  type AiUses,
  aiUsesIn,
} from '../../../schemas/ai-uses.ts';
import { IMAGE_LIMITS } from '../../../schemas/images/image-limits.ts';
import {
  PROFILE_FIELDS,
  PROFILE_FORM_FIELDS,
  type ProfileFormField,
} from '../../../schemas/profile-fields.ts';
import { DECLARATION_WORDS } from '../../../schemas/provenance/declarations.ts';
import { NETWORK_NAMES, SOCIAL_NETWORKS } from '../../../schemas/vocabulary.ts';
import { areaField, choiceField, textField } from '../shared/form-fields.ts';
import { chosenImage, imageSide, sentImage, WITH_IMAGE } from '../shared/image-side.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext, query } from '../shared/page-context.ts';

const PROFILE = '/desk/edit/profile';
const IMAGE = `${PROFILE}/picture`;

const REQUIRED = ['name', 'slug'];
const FIELDS = [...REQUIRED, ...PROFILE_FORM_FIELDS, ...SOCIAL_NETWORKS, 'writing_policy'];

export function profile(desk: Desk): void {
  desk.writer(
    PROFILE,
    profilePage,
    async (page) => {
      const image = chosenImage(page);
      // The image is saved first: if the form is shown again, its text is kept, but the image must be chosen again.
      if (image) await setAvatar(page.context, actorOf(page), image);
      await saveProfile(page.context, actorOf(page), profileFrom(page));
      return { goTo: `${PROFILE}?saved=yes` };
    },
    { uploadBytes: IMAGE_LIMITS.uploadBytes },
  );
  desk.writer(IMAGE, profilePage, takeImage, { uploadBytes: IMAGE_LIMITS.uploadBytes });
}

/** Saves only the image; the form is shown again with the other fields as typed. */
async function takeImage(page: PageContext): Promise<GoTo | Html> {
  const image = sentImage(page);
  if (image) await setAvatar(page.context, actorOf(page), image);
  else await removeAvatar(page.context, actorOf(page));
  if (page.fields['name'] === undefined) return { goTo: `${PROFILE}?saved=yes` };
  return profilePage(page, image ? IMAGE_SAVED : IMAGE_REMOVED);
}

const IMAGE_SAVED = 'Your image was saved. Save the profile to keep your other changes.';
const IMAGE_REMOVED = 'Your image was removed. Save the profile to keep your other changes.';

function profileFrom({ fields }: PageContext) {
  const entries = FIELDS.map((name) => {
    const value = (fields[name] ?? '').replace(/\r\n?/g, '\n').trim();
    return [name, value === '' && !REQUIRED.includes(name) ? null : value];
  });
  return {
    ...Object.fromEntries(entries),
    shows_human: fields['shows_human'] === 'yes',
    ai_uses: aiUsesFrom(fields),
  };
}

const aiField = (use: AiUse) => `ai_${use}`;

/** A field that is neither yes nor no means that the site's setting applies. */
function aiUsesFrom(fields: PageContext['fields']): AiUses {
  const said = AI_USES.filter((use) => ['yes', 'no'].includes(fields[aiField(use)] ?? ''));
  return Object.fromEntries(said.map((use) => [use, fields[aiField(use)] === 'yes']));
}

function control(page: PageContext, name: ProfileFormField, value: string | null): Html {
  const { maxLength, form } = PROFILE_FIELDS[name];
  const { kind, ...words } = form;
  if (kind === 'area') return areaField(page, { name, ...words, rows: 5, value, maxLength });
  if (kind === 'url') return textField(page, { name, ...words, type: 'url', value });
  return textField(page, { name, ...words, value, maxLength });
}

/** `done` says what happened to the image, if the form is shown again after that. */
async function profilePage(page: PageContext, done?: string): Promise<Html> {
  const author = await ownProfile(page.context, actorOf(page));
  const socials = socialsOf(author);
  const own = aiUsesIn(author.ai_uses);
  const { baseUrl } = page.context.config;
  const controls = (isArea: boolean) =>
    PROFILE_FORM_FIELDS.filter(
      (name) => (PROFILE_FIELDS[name].form.kind === 'area') === isArea,
    ).map((name) => html`${control(page, name, author[name])}\n`);
  return deskPage(page, {
    title: 'Profile',
    here: 'Profile',
    done: done ?? (query(page, 'saved') && 'Saved.'),
    content: html`<h1>Profile</h1>
<p class="standfirst">What readers see next to your name.
${author.identity_verified === 1 ? 'Your identity is verified.' : ''}</p>
<form class="beside-image" ${WITH_IMAGE} action="${PROFILE}">${csrfField(page)}
<div class="stack">
<div class="field-grid">
${textField(page, { name: 'name', label: 'Name', value: author.name, required: true, maxLength: AUTHOR_LIMITS.name })}
${textField(page, {
  name: 'slug',
  label: 'Profile URL',
  value: author.slug,
  required: true,
  maxLength: AUTHOR_LIMITS.slug,
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
${machines(page, author)}
<h2>AI readers</h2>
<p class="hint">What programs may use your writing for. Your pages, feeds, licence and robots.txt all say so, but
it’s up to each program to comply.</p>
<div class="field-grid">${AI_USES.map((use) => aiChoice(page, use, own[use]))}</div>
<div class="inline-group"><button class="primary">Save profile</button></div>
</div>
${imageSide(page, { shown: avatarShown(author.avatar_url), action: IMAGE })}
</form>`,
  });
}

function machines(page: PageContext, author: Awaited<ReturnType<typeof ownProfile>>): Html {
  const isShown = page.problem ? page.fields['shows_human'] === 'yes' : author.shows_human === 1;
  return html`<h2>Your use of AI</h2>
${areaField(page, {
  name: 'writing_policy',
  label: 'How you use AI',
  rows: 3,
  value: author.writing_policy,
  maxLength: AUTHOR_LIMITS.writingPolicy,
  hint: 'Your policy, in your own words. Readers see it on your profile, and with your declaration on a piece.',
})}
<div class="checks"><label><input type="checkbox" name="shows_human" value="yes"${isShown && html` checked`}>
Tell readers when I declare “${DECLARATION_WORDS.human.answer}”</label></div>`;
}

function aiChoice(page: PageContext, use: AiUse, own: boolean | undefined): Html {
  const site = page.context.config.aiUses[use];
  const unsaid = site === undefined ? 'Say nothing' : `Same as the site: ${site ? 'yes' : 'no'}`;
  return choiceField(page, {
    name: aiField(use),
    label: AI_USE_LABELS[use],
    value: own === undefined ? '' : own ? 'yes' : 'no',
    hint: AI_USE_HINTS[use],
    options: [
      ['', unsaid],
      ['yes', 'Yes'],
      ['no', 'No'],
    ],
  });
}

const AI_USE_HINTS: { readonly [use in AiUse]: string } = {
  search: 'Found and linked in search results.',
  answers: 'Quoted and summarised in the answers of AI assistants.',
  training: 'Used to train models.',
};

const avatarShown = (image: string | null) =>
  image === null
    ? null
    : html`<img class="avatar" src="${image}" alt="Your profile image" width="120" height="120">`;
