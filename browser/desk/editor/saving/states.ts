// The states of saving, as the page shows them.

import type { Merge } from '../../../../src/rendering/diff/merge-contents.ts';
import type { FieldError, Theirs } from '../page/calls.ts';
import { shownForm } from '../page/content.ts';
import type { Other } from './conflict.ts';

export type State =
  /** Everything is saved, or everything except the refused fields in `but`. */
  | { kind: 'saved'; at: string; but?: readonly FieldError[]; beside?: Beside }
  | { kind: 'writing' }
  /** The writer wants to publish, but has written nothing yet. */
  | { kind: 'empty' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  /** The service answered that it can't save now. */
  | { kind: 'unavailable'; reason: string }
  | { kind: 'signed-out' }
  /** Somebody else has signed in, in another tab of this browser. */
  | { kind: 'another-account'; name: string }
  | { kind: 'refused'; reason: string; errors: readonly FieldError[] }
  | { kind: 'conflict'; other: Other; merge: Merge };

/** How content from elsewhere got onto the page: merged with its changes, or shown instead of an older version. */
type Beside = 'merged' | 'shown';

/** A version saved elsewhere, converted to what the page would show. */
export function otherFrom({ version, saved_at, saved_by, ...content }: Theirs): Other {
  return { version, saved_at, saved_by, content: shownForm(content) };
}
