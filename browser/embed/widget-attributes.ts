// Reads the attributes of a widget element.

import {
  EMBED,
  WIDGET_KINDS,
  WIDGET_THEMES,
  type WidgetKind,
} from '../../src/schemas/vocabulary.ts';

export const MARK = 'data-service-widget';
export const ATTRIBUTES = [MARK, 'data-slug', 'data-theme', 'data-limit', 'data-tone'];

export interface WidgetOptions {
  kind: WidgetKind;
  slug: string;
  theme: (typeof WIDGET_THEMES)[number];
  limit: number;
  tone: string | undefined;
}

/** An invalid theme or number counts as missing; kind and slug are required. */
export function optionsOf({ dataset }: HTMLElement): WidgetOptions {
  const { serviceWidget, slug, theme, limit, tone } = dataset;
  const kind = WIDGET_KINDS.find((each) => each === serviceWidget);
  if (!kind) throw new Error(`Expected ${MARK} to be one of ${WIDGET_KINDS.join(', ')}.`);
  if (!slug) throw new Error('Expected data-slug.');
  return {
    kind,
    slug,
    theme: WIDGET_THEMES.find((each) => each === theme) ?? 'light',
    limit: Math.min(EMBED.items, Math.max(1, Number.parseInt(limit ?? '', 10) || EMBED.shown)),
    tone,
  };
}

/** The expected height of a widget in em, reserved before it is rendered. */
export const reservedHeight = ({ kind, limit }: WidgetOptions) =>
  ({ badge: 2.25, card: 14, list: 4.55 + limit * 4.2, bio: 14 })[kind];

/**
 * The height kept if there is less to show. A long list doesn't keep all of its height, because that would leave a
 * gap.
 */
export const minimumHeight = (wish: WidgetOptions) =>
  reservedHeight({ ...wish, limit: Math.min(wish.limit, EMBED.shown) });
