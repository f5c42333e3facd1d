// The state table: every state transition of a piece, with its rules and its texts.

import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import type { Status } from '../../schemas/vocabulary.ts';

export interface Rule {
  readonly from: readonly Status[];
  /** Additional starting states while REVIEW is off and there is no reviewer to submit to. */
  readonly fromWithoutReview?: readonly Status[];
  /** Null means the trash, which programs and readers can't see. */
  readonly to: Status | null;
  /** `owner` is the piece's writer, `reviewer` an admin other than that writer. */
  readonly by: 'owner' | 'reviewer';
  /** Whether the setting REVIEW must be on, off, or either. */
  readonly review: 'on' | 'off' | 'either';
  /** True if the request says which version was shown, and is refused if there is a newer one. */
  readonly carriesVersion: boolean;
  /** `asked` if this transition asks the writer to declare who wrote the text, `before` if submission already did. */
  readonly declares?: 'asked' | 'before';
}

interface Words {
  readonly button: string;
  readonly logged: string;
  readonly done: string;
}

interface Confirmation {
  question(piece: string): string;
  readonly consequence: string;
  readonly closed: string;
}

interface Act {
  readonly rule: Rule;
  readonly words: Words;
  readonly confirmation?: Confirmation;
}

const BACK_TO_DRAFT = 'It becomes a draft again.';

export const ACTS = {
  publish: {
    rule: {
      from: ['draft'],
      to: 'approved',
      by: 'owner',
      review: 'off',
      carriesVersion: true,
      declares: 'asked',
    },
    words: {
      button: 'Publish',
      logged: 'Published',
      done: 'Published. Readers can see it now.',
    },
    confirmation: {
      question: () => 'Make this public?',
      consequence: 'Everyone will be able to read exactly this text.',
      closed: 'Everything you wrote is already public.',
    },
  },
  publish_changes: {
    rule: {
      from: ['approved'],
      to: 'approved',
      by: 'owner',
      review: 'either',
      carriesVersion: true,
      declares: 'asked',
    },
    words: {
      button: 'Publish changes',
      logged: 'Changes published',
      done: 'Your changes are published. Readers see them now.',
    },
    confirmation: {
      question: () => 'Publish these changes?',
      consequence:
        'Readers will see these changes. The URL and the publication date stay the same.',
      closed: 'Everything you wrote is already public.',
    },
  },
  submit: {
    rule: {
      from: ['draft', 'changes_requested'],
      to: 'pending',
      by: 'owner',
      review: 'on',
      carriesVersion: true,
      declares: 'asked',
    },
    words: {
      button: 'Submit for review',
      logged: 'Submitted',
      done: 'Submitted. An admin will review it.',
    },
    confirmation: {
      question: () => 'Submit this for review?',
      consequence: 'An admin will see exactly this text.',
      closed: 'There is nothing to submit.',
    },
  },
  withdraw: {
    rule: { from: ['pending'], to: 'draft', by: 'owner', review: 'either', carriesVersion: false },
    words: {
      button: 'Withdraw',
      logged: 'Withdrawn',
      done: 'Withdrawn. It’s a draft again.',
    },
    confirmation: {
      question: (piece) => `Withdraw ${piece} from review?`,
      consequence: BACK_TO_DRAFT,
      closed: 'This piece isn’t in review.',
    },
  },
  approve: {
    rule: {
      from: ['pending'],
      to: 'approved',
      by: 'reviewer',
      review: 'on',
      carriesVersion: true,
      declares: 'before',
    },
    words: {
      button: 'Approve',
      logged: 'Approved',
      done: 'Approved. Readers can see it now.',
    },
  },
  ask_for_changes: {
    rule: {
      from: ['pending'],
      to: 'changes_requested',
      by: 'reviewer',
      review: 'on',
      carriesVersion: false,
    },
    words: {
      button: 'Ask for changes',
      logged: 'Changes requested',
      done: 'Sent back. The writer sees your note with the piece.',
    },
  },
  reject: {
    rule: {
      from: ['pending'],
      to: 'rejected',
      by: 'reviewer',
      review: 'on',
      carriesVersion: false,
    },
    words: {
      button: 'Reject',
      logged: 'Rejected',
      done: 'Rejected. The writer sees this and your note with the piece.',
    },
  },
  reopen: {
    rule: {
      from: ['rejected'],
      fromWithoutReview: ['changes_requested'],
      to: 'draft',
      by: 'owner',
      review: 'either',
      carriesVersion: false,
    },
    words: {
      button: 'Reopen',
      logged: 'Reopened',
      done: 'Reopened. It’s a draft again.',
    },
    confirmation: {
      question: (piece) => `Reopen ${piece}?`,
      consequence: BACK_TO_DRAFT,
      closed: 'There is nothing to reopen: no reviewer sent this piece back.',
    },
  },
  unpublish: {
    rule: { from: ['approved'], to: 'draft', by: 'owner', review: 'either', carriesVersion: false },
    words: {
      button: 'Unpublish',
      logged: 'Unpublished',
      done: 'Unpublished. Its URL now shows “404 Not Found”. You keep it as a draft.',
    },
    confirmation: {
      question: (piece) => `Unpublish ${piece}?`,
      consequence:
        'Its URL will show “404 Not Found”. You keep the text as a draft, with all its ' +
        'versions. If you publish it again, it returns to the same URL.',
      closed: 'This piece isn’t public.',
    },
  },
  delete: {
    rule: {
      from: ['draft', 'changes_requested', 'rejected'],
      to: null,
      by: 'owner',
      review: 'either',
      carriesVersion: false,
    },
    words: {
      button: 'Delete',
      logged: 'Moved to the trash',
      done: `Moved to the trash. You can restore it for ${PIECE_LIMITS.trashDays} days.`,
    },
    confirmation: {
      question: (piece) => `Delete ${piece}?`,
      consequence:
        'It moves to the trash, with all its versions, and its private link stops working. You can restore it for ' +
        `${PIECE_LIMITS.trashDays} days. After that it’s permanently deleted.`,
      closed:
        'A piece that is in review or public can’t be deleted. Withdraw or unpublish it first.',
    },
  },
} as const satisfies { readonly [name: string]: Act };

export type ActName = keyof typeof ACTS;

export const ACT_NAMES = Object.keys(ACTS).filter((name): name is ActName => name in ACTS);

/** State transitions after which the piece still exists. */
export type Move = Exclude<ActName, 'delete'>;

export const EDITABLE: readonly Status[] = ['draft', 'changes_requested', 'approved'];
