// Merges two versions of a piece field by field; where both changed the same text, the writer chooses.

import { CONTENT_FIELD_NAMES, type ContentField } from '../../schemas/content-fields.ts';
import { isClean, type MergedPart, merge, resolved, type Side } from './merge.ts';

export type Content = { [name in ContentField]: string };

export interface Merge {
  /** Fields, other than the text, that both sides changed. */
  readonly fields: readonly ContentField[];
  readonly body: readonly MergedPart[];
  readonly mine: Content;
  readonly theirs: Content;
  /** Fields that need no choice, including those that only one side changed; colliding fields have my content. */
  readonly agreed: Content;
}

/** Side to take at each collision: first those of the fields, then those of the text. */
export type Choices = readonly Side[];

/** Three-way merge; `base` is the common ancestor, or null if it is unknown. */
export function mergeContents(base: Content | null, mine: Content, theirs: Content): Merge {
  const agreed = { ...mine };
  const fields: ContentField[] = [];
  for (const name of CONTENT_FIELD_NAMES) {
    if (name === 'body_md' || mine[name].trim() === theirs[name].trim()) continue;
    if (base && mine[name] === base[name]) agreed[name] = theirs[name];
    else if (theirs[name] !== base?.[name]) fields.push(name);
  }
  const body = merge(base?.body_md ?? null, mine.body_md, theirs.body_md);
  return { fields, body, mine, theirs, agreed };
}

export const collisionsIn = ({ fields, body }: Merge) =>
  fields.length + body.filter(({ kind }) => kind === 'collision').length;

export const isMerged = ({ fields, body }: Merge) => fields.length === 0 && isClean(body);

export function contentWith(merged: Merge, choices: Choices): Content {
  const { fields, body, mine, theirs, agreed } = merged;
  const content = { ...agreed, body_md: resolved(body, choices.slice(fields.length)) };
  for (const [at, name] of fields.entries()) {
    content[name] = choices[at] === 'theirs' ? theirs[name] : mine[name];
  }
  return content;
}

/** Merged content, or null if something collides. */
export function mergedByItself(
  base: Content | null,
  mine: Content,
  theirs: Content,
): Content | null {
  const merged = mergeContents(base, mine, theirs);
  return isMerged(merged) ? contentWith(merged, []) : null;
}
