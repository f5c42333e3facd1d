// The states of a piece and every move between them. A move that is not here does not exist.

import type { Status } from '../../schemas/vocabulary.ts';

export interface Move {
  readonly from: readonly Status[];
  readonly to: Status;
  /** The piece's own writer, or an admin who is not its writer. */
  readonly by: 'owner' | 'reviewer';
  /** Only with REVIEW on, only with it off, or either way. */
  readonly review: 'on' | 'off' | 'either';
  /** Whether it carries the version that was shown, and is refused when there is a newer one. */
  readonly carriesVersion: boolean;
}

export const MOVES = {
  publish: {
    from: ['draft'],
    to: 'approved',
    by: 'owner',
    review: 'off',
    carriesVersion: true,
  },
  publish_changes: {
    from: ['approved'],
    to: 'approved',
    by: 'owner',
    review: 'either',
    carriesVersion: true,
  },
  submit: {
    from: ['draft', 'changes_requested'],
    to: 'pending',
    by: 'owner',
    review: 'on',
    carriesVersion: true,
  },
  withdraw: {
    from: ['pending'],
    to: 'draft',
    by: 'owner',
    review: 'either',
    carriesVersion: false,
  },
  approve: {
    from: ['pending'],
    to: 'approved',
    by: 'reviewer',
    review: 'on',
    carriesVersion: true,
  },
  ask_for_changes: {
    from: ['pending'],
    to: 'changes_requested',
    by: 'reviewer',
    review: 'on',
    carriesVersion: false,
  },
  reject: {
    from: ['pending'],
    to: 'rejected',
    by: 'reviewer',
    review: 'on',
    carriesVersion: false,
  },
  reopen: {
    from: ['rejected'],
    to: 'draft',
    by: 'owner',
    review: 'either',
    carriesVersion: false,
  },
  unpublish: {
    from: ['approved'],
    to: 'draft',
    by: 'owner',
    review: 'either',
    carriesVersion: false,
  },
} as const satisfies { [act: string]: Move };

export type Act = keyof typeof MOVES;

/** The states in which a piece may be deleted for good. */
export const DELETABLE: readonly Status[] = ['draft', 'changes_requested', 'rejected'];

/** The states in which the working copy may be changed. */
export const EDITABLE: readonly Status[] = ['draft', 'changes_requested', 'approved'];
