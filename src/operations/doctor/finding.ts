// A finding of `doctor`: a check that passed, or a problem and what to do about it.

export interface Finding {
  readonly isWell: boolean;
  readonly words: string;
  /** True if rows can still be read despite the problem. */
  readonly isReadable?: boolean;
}

export const well = (words: string): Finding => ({ isWell: true, words });
export const wrong = (words: string): Finding => ({ isWell: false, words });

export const REBUILD =
  'If the pieces are correct at the desk, run rebuild, which recreates them from there; ' +
  'if not, restore a backup.';
export const RESTORE = 'Restore a backup.';

export const unless = (problems: readonly Finding[], words: string): readonly Finding[] =>
  problems.length > 0 ? problems : [well(words)];
