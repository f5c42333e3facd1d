// A finding of doctor: something is well, or something is wrong and what to do about it.

export interface Finding {
  readonly isWell: boolean;
  readonly words: string;
  /** Whether rows can still be read; set only if something is wrong. */
  readonly isReadable?: boolean;
}

export const well = (words: string): Finding => ({ isWell: true, words });
export const wrong = (words: string): Finding => ({ isWell: false, words });

export const REBUILD =
  'If the pieces are right at the desk, run rebuild, which makes them again from there; ' +
  'if not, restore a backup.';
export const RESTORE = 'Restore a backup.';

export const unless = (problems: readonly Finding[], words: string): readonly Finding[] =>
  problems.length > 0 ? problems : [well(words)];
