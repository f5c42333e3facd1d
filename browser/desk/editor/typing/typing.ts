// All extensions for typing, combined for the writing surface.

import type { Extension } from '@codemirror/state';
import { typingKeys } from './commands.ts';
import { composing } from './composing.ts';
import { typedText } from './input.ts';
import { joinedLines } from './joined-lines.ts';
import { markdownSupport } from './language.ts';
import { tidyOnLeaving } from './leaving.ts';
import { openPairs } from './open-pairs.ts';
import { pendingPastes } from './pasting/pending.ts';
import { lastReplaced } from './replaced.ts';

export const typing = (): Extension => [
  markdownSupport,
  lastReplaced,
  pendingPastes,
  openPairs,
  tidyOnLeaving,
  typingKeys,
  typedText,
  composing,
  joinedLines,
];
