// Messages of the rendering thread: its tasks and the parts of their results.

import type { Card } from '../../schemas/cards/cards.ts';
import type { ChosenChanges, Proposed } from '../diff/chosen-changes.ts';
import type { Content } from '../diff/merge-contents.ts';
import type { Row } from '../diff/text-diff.ts';
import type { WordChange } from '../diff/word-changes.ts';
import type { Block } from '../markdown/highlight-languages.ts';
import type { Rendered } from '../markdown/render-text.ts';

/** Rendering tasks; `highlighted` has the HTML of the first code blocks, if they are highlighted already. */
export type RenderingTask =
  | { readonly kind: 'highlight'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'render';
      readonly markdown: string;
      readonly cards: readonly Card[];
      readonly highlighted?: string[];
    }
  | Comparison
  | {
      readonly kind: 'merge';
      readonly base: Content | null;
      readonly mine: Content;
      readonly theirs: Content;
    }
  | ({ readonly kind: 'choose' } & Proposed)
  | { readonly kind: 'count'; readonly texts: readonly string[] };

export interface Comparison {
  readonly kind: 'compare';
  readonly old: string;
  readonly now: string;
  /** True if a paragraph that only moved is shown as unchanged. */
  readonly withMoved: boolean;
}

export type RenderingPart =
  | { readonly code: string }
  | { readonly rendered: Rendered | null }
  | { readonly rows: Row[] }
  | { readonly merged: Content | null }
  | { readonly chosen: ChosenChanges }
  | { readonly words: WordCounts };

export interface WordCounts {
  readonly counts: number[];
  readonly changes: (WordChange | null)[];
}
