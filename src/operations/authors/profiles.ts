// The public profile that writers edit.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { AUTHOR_LIMITS } from '../../schemas/accounts/author-limits.ts';
import { AiUsesSchema, aiUsesIn, storedAiUses } from '../../schemas/ai-uses.ts';
import { pick, valuesFor } from '../../schemas/field-lists.ts';
import { PROFILE_FORM_FIELDS, profileInput } from '../../schemas/profile-fields.ts';
import { NullableText, Slug, Text, URL_LENGTH } from '../../schemas/text.ts';
import { RESERVED_SLUGS, SOCIAL_NETWORKS } from '../../schemas/vocabulary.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { flag } from '../../store/tables/flag.ts';
import { checkerOf } from '../../validation.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { announce, feedsOfAuthor } from '../websub/websub.ts';
import { authorText } from './author-text.ts';
import { isSlugTaken } from './taken-slugs.ts';

const SocialUrl = NullableText(URL_LENGTH, { format: 'uri' });

const Profile = Type.Object({
  name: Text(AUTHOR_LIMITS.name),
  slug: Slug(AUTHOR_LIMITS.slug),
  ...valuesFor(PROFILE_FORM_FIELDS, profileInput),
  ...valuesFor(SOCIAL_NETWORKS, () => SocialUrl),
  ai_uses: Type.Optional(AiUsesSchema),
  writing_policy: Type.Optional(NullableText(AUTHOR_LIMITS.writingPolicy)),
  shows_human: Type.Optional(Type.Boolean()),
});

const checkProfile = checkerOf(Profile);

/** Fields that feeds show, so the WebSub hub is notified when one changes. */
const FEATURED = ['name', 'slug', 'bio'] as const;

export async function ownProfile({ store }: Context, actor: WriterActor): Promise<AuthorRow> {
  const [author] = await store.authors.byIds([actor.accountId]);
  if (!author) throw new Problem('author_not_found');
  return author;
}

/** Every slug that the writer has had, the oldest first. */
export async function ownSlugs({ store }: Context, actor: WriterActor): Promise<string[]> {
  return (await store.authors.slugsOf([actor.accountId])).map(({ slug }) => slug);
}

export async function saveProfile(context: Context, actor: WriterActor, given: unknown) {
  const profile = checkProfile(given);
  const { name, slug, website } = profile;
  await context.store.transaction(async (store) => {
    const before = await ownProfile({ ...context, store }, actor);
    if (slug !== before.slug) {
      const owner = await store.authors.bySlug(slug);
      const isTaken = owner?.id !== before.id && (await isSlugTaken(store, slug));
      if (RESERVED_SLUGS.includes(slug) || isTaken) {
        const reason = `The slug ${slug} is taken. Choose another.`;
        throw new Problem('invalid_input', { errors: [{ field: 'slug', reason }] });
      }
      if (!owner) await store.authors.addSlug(before.id, slug, timestamp(context.now()));
    }
    const { writing_policy = before.writing_policy, shows_human = before.shows_human === 1 } =
      profile;
    const changes = {
      name,
      slug,
      ...pick(profile, PROFILE_FORM_FIELDS),
      // A changed website must be verified again.
      website_verified: website === before.website ? before.website_verified : (0 as const),
      socials: JSON.stringify(pick(profile, SOCIAL_NETWORKS)),
      ai_uses: storedAiUses(profile.ai_uses ?? aiUsesIn(before.ai_uses)),
      writing_policy,
      shows_human: flag(shows_human),
    };
    await store.authors.update(before.id, changes);
    await store.authors.updateText(before.id, authorText({ ...before, ...changes }));
    if (FEATURED.some((field) => before[field] !== changes[field])) {
      const feeds = [before.slug, slug].flatMap((each) => feedsOfAuthor(context, each));
      await announce(store, feeds, timestamp(context.now()));
    }
  });
}
