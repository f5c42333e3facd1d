// The states of saving, as the page shows them.

import type { Merge } from '../../../../src/rendering/diff/merge-contents.ts';
import type { FieldError, Theirs } from '../page/calls.ts';
import { shownForm } from '../page/content.ts';
import type { Other } from './conflict.ts';

export type State =
  /** Everything, or everything except the fields that were refused. */
  | { kind: 'saved'; at: string; but?: readonly FieldError[]; beside?: Beside }
  | { kind: 'writing' }
  /** Somebody wants to publish, and nothing is written yet. */
  | { kind: 'empty' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  /** The service answered that it can't save now. */
  | { kind: 'unavailable'; reason: string }
  | { kind: 'signed-out' }
  | { kind: 'refused'; reason: string; errors: readonly FieldError[] }
  | { kind: 'conflict'; other: Other; merge: Merge };

/** What came from elsewhere: merged with the changes on the page, or shown instead of an older version. */
type Beside = 'merged' | 'shown';

/** What was saved elsewhere, as the page would show it. */
export function otherFrom({ version, saved_at, saved_by, ...content }: Theirs): Other {
  return { version, saved_at, saved_by, content: shownForm(content) };
}
