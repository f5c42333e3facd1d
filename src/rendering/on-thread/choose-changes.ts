// Finds a proposal's changes for a page: short texts on the main thread, long ones in the rendering thread.

import { Problem } from '../../errors.ts';
import { type ChosenChanges, chooseChanges, type Proposed } from '../diff/chosen-changes.ts';
import { renderingThread, SHORT_TEXT, TEXT_MS } from './rendering-thread.ts';

export async function changesChosen(proposal: Proposed): Promise<ChosenChanges> {
  const { base, proposed, working } = proposal;
  const texts = [base, proposed, working].map(({ body_md }) => body_md.length);
  if (texts.reduce((sum, length) => sum + length) <= SHORT_TEXT) {
    return chooseChanges(proposal);
  }
  const { parts } = await renderingThread.run({ kind: 'choose', ...proposal }, TEXT_MS);
  const [part] = parts;
  if (part && 'chosen' in part) return part.chosen;
  throw new Problem('text_too_slow');
}
