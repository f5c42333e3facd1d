// Finds the single changes of a proposal, and merges the chosen ones into the working copy: a three-way merge from
// the version that the proposal was based on. A chosen change wins over the writer's change of the same text.

import { CONTENT_FIELD_NAMES, type ContentField } from '../../schemas/content-fields.ts';
import { isClean, merge, resolved } from './merge.ts';
import type { Content } from './merge-contents.ts';
import {
  applied,
  type Edit,
  editsBetween,
  oneByOne,
  type Paragraph,
  paragraphsOf,
  textOf,
} from './paragraphs.ts';

interface ProposedChange {
  /** Id that stays the same whenever the same proposal is compared with the same version. */
  readonly id: string;
  readonly field: ContentField;
  readonly old: string;
  readonly now: string;
  /** True if the writer has changed the same text since the proposal was made. */
  readonly collides: boolean;
  /** True if the writer has taken the change before. */
  readonly isTaken: boolean;
}

export interface ChosenChanges {
  readonly changes: readonly ProposedChange[];
  readonly content: Content;
}

export interface Proposed {
  readonly base: Content;
  readonly proposed: Content;
  readonly working: Content;
  readonly chosen: 'all' | readonly string[];
  /** Changes that the writer has taken before. The working copy has them, perhaps edited since. */
  readonly taken: readonly string[];
}

/** Number of changes beyond which the whole text is one change, because choosing from more isn't practical. */
const MOST_CHANGES = 200;

const BODY = 'body_md';

export function chooseChanges({ base, proposed, working, chosen, taken }: Proposed): ChosenChanges {
  const isChosen = (id: string) => !taken.includes(id) && (chosen === 'all' || chosen.includes(id));
  const content = { ...working };
  const changes: ProposedChange[] = [];
  for (const field of CONTENT_FIELD_NAMES) {
    if (field === BODY || proposed[field] === base[field]) continue;
    const isTaken = taken.includes(field);
    const collides =
      !isTaken && working[field] !== base[field] && working[field] !== proposed[field];
    changes.push({ id: field, field, old: base[field], now: proposed[field], collides, isTaken });
    if (isChosen(field)) content[field] = proposed[field];
  }
  const edits = textEdits(base.body_md, proposed.body_md);
  const merged = (some: readonly TextEdit[]) => {
    const theirs =
      some.length === edits.length
        ? proposed.body_md
        : textOf(applied(some, paragraphsOf(base.body_md)));
    return merge(base.body_md, working.body_md, theirs);
  };
  for (const edit of edits) {
    const { id, old, now } = edit;
    const isTaken = taken.includes(id);
    const collides = !isTaken && !isClean(merged([edit]));
    changes.push({ id, field: BODY, old, now, collides, isTaken });
  }
  const parts = merged(edits.filter(({ id }) => isChosen(id)));
  content.body_md = resolved(
    parts,
    parts.map(() => 'theirs'),
  );
  return { changes: inOrder(changes), content };
}

const inOrder = (changes: readonly ProposedChange[]) =>
  CONTENT_FIELD_NAMES.flatMap((name) => changes.filter(({ field }) => field === name));

interface TextEdit extends Edit {
  readonly id: string;
  readonly old: string;
  readonly now: string;
}

function textEdits(old: string, now: string): TextEdit[] {
  if (old === now) return [];
  const [before, after] = [paragraphsOf(old), paragraphsOf(now)];
  const found = editsBetween(before, after)?.flatMap(oneByOne);
  const whole = [{ start: 0, end: before.length, insert: after }];
  const edits = found && found.length > 0 && found.length <= MOST_CHANGES ? found : whole;
  return edits.map((edit, at) => ({
    ...edit,
    id: `text-${at + 1}`,
    old: shown(before.slice(edit.start, edit.end)),
    now: shown(edit.insert),
  }));
}

const shown = (paragraphs: readonly Paragraph[]) => textOf(paragraphs).trimEnd();
