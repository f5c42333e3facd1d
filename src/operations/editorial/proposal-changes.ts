// The changes of a proposal: edits from its base version, laid over the working copy.

import type { ChosenChanges } from '../../rendering/diff/chosen-changes.ts';
import type { Content as ShownContent } from '../../rendering/diff/merge-contents.ts';
import { changesChosen } from '../../rendering/on-thread/choose-changes.ts';
import { CONTENT_FIELD_NAMES } from '../../schemas/content-fields.ts';
import { valuesFor } from '../../schemas/field-lists.ts';
import { takenChanges } from '../../store/editorial/proposals.ts';
import type { ProposalRow } from '../../store/tables/editorial.ts';
import type { Content } from '../pieces/content.ts';

export type ProposedChanges = ChosenChanges['changes'];

export interface Compared {
  readonly base: Content;
  readonly proposal: ProposalRow;
  readonly working: Content;
}

/** Tags keep their stored form, so that each is compared as a whole. */
const asText = (content: Content): ShownContent =>
  valuesFor(CONTENT_FIELD_NAMES, (name) => content[name] ?? '');

export async function chosen(
  { base, proposal, working }: Compared,
  ids: 'all' | readonly string[],
): Promise<{ changes: ProposedChanges; content: Content }> {
  const { changes, content } = await changesChosen({
    base: asText(base),
    proposed: asText(proposal),
    working: asText(working),
    chosen: ids,
    taken: takenChanges(proposal).map(({ id }) => id),
  });
  const { sub, external_url, image } = content;
  const nullable = { sub: sub || null, external_url: external_url || null, image: image || null };
  return { changes, content: { ...content, ...nullable } };
}
