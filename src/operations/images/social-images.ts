// The social image of a published piece: drawn on first request, cached by its content.

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../errors.ts';
import { mediaStorage } from '../../media/choose-storage.ts';
import { SOCIAL_DRAWING, type SocialWords } from '../../media/social-image-text.ts';
import { directionOf } from '../../rendering/text/direction.ts';
import { firstWords } from '../../rendering/text/word-edges.ts';
import { type AiUses, withWriters } from '../../schemas/ai-uses.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import type { Identity } from '../identity/identity.ts';
import type { Context } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { urlsOf } from '../urls.ts';

// Characters drawn on a social image.
const HEADLINE_LENGTH = 150;
const STANDFIRST_LENGTH = 130;
const NAME_LENGTH = 48;

type Facts = Pick<PublicPiece, 'piece_id' | 'headline' | 'summary' | 'author_name' | 'locale'>;

type Changed = Pick<PublicPiece, 'modified_at'>;

interface SocialImage {
  image: Buffer;
  aiUses: AiUses;
}

export async function socialImage(context: Context, id: string): Promise<SocialImage> {
  const { store, config, identity } = context;
  const row = await store.publications.byPieceId(pieceIdFrom(id));
  if (!row) throw new Problem('piece_not_found');
  const aiUses = withWriters(config.aiUses, row.author_ai_uses);
  const words = wordsOf(row, identity.current);
  const name = socialImageName(row, identity.current);
  const storage = mediaStorage(config);
  const kept = await storage.get(name);
  if (kept) return { image: kept, aiUses };
  const { drawSocialImage } = await import('../../media/social-image.ts');
  const image = await drawSocialImage(words);
  await storage.put(name, image);
  return { image, aiUses };
}

/** The name is a hash of everything that the image shows. */
export const socialImageName = (row: Facts, identity: Identity) =>
  `${contentOf(wordsOf(row, identity))}.png`;

/** The URL changes with the piece and with the names on the image, so that caches fetch a new one. */
export function socialImageUrl({ config, identity }: Context, row: Facts & Changed): string {
  const changed = Date.parse(row.modified_at).toString(36);
  const names = namesVersion(row.author_name, identity.current);
  return `${urlsOf(config.baseUrl).pieceId(row.piece_id)}/social.png?v=${changed}${names}`;
}

/** Memoized, because the page of each piece needs it. */
function namesVersion(author: string, { name, accent }: Identity): string {
  const names = JSON.stringify([SOCIAL_DRAWING, author, name, accent?.light]);
  const known = namesVersions.get(names) ?? hash('sha256', names, 'hex').slice(0, 8);
  namesVersions.set(names, known);
  return known;
}

const namesVersions = new LRUCache<string, string>({ max: 1_000 });

const wordsOf = (row: Facts, { name, accent }: Identity): SocialWords => ({
  headline: shortened(row.headline, HEADLINE_LENGTH),
  standfirst: shortened(row.summary, STANDFIRST_LENGTH),
  byline: shortened(row.author_name, NAME_LENGTH),
  siteName: shortened(name, NAME_LENGTH),
  locale: row.locale,
  isRightToLeft: directionOf(row.locale) === 'rtl',
  ...(accent && { accent: accent.light }),
});

const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${firstWords(text, length - 1)}…`;

const contentOf = (words: SocialWords) =>
  hash('sha256', JSON.stringify([SOCIAL_DRAWING, words]), 'hex');
