// A link card: a preview of a URL as its site describes it, stored with a version of a piece.

import { Type } from 'typebox';
import { NullableText, Text } from '../text.ts';
import { CARD_LIMITS } from './card-limits.ts';
import type { CardValues } from './providers.ts';

export type Card = CardValues;

export const CardRecord = Type.Object({
  url: Text(CARD_LIMITS.url, { format: 'card-url' }),
  title: NullableText(CARD_LIMITS.title),
  author: NullableText(CARD_LIMITS.author),
  text: NullableText(CARD_LIMITS.text),
});

/** `cards` is trusted JSON, because only this service writes the column. */
export function cardsIn({ cards }: { readonly cards: string }): Card[] {
  return cards === NO_CARDS ? [] : JSON.parse(cards);
}

export const NO_CARDS = '[]';
