// The text that a search for authors looks at.

import { fold } from '../../rendering/text/fold.ts';
import { SEARCHED_FIELDS } from '../../schemas/profile-fields.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';

/** Neither a field nor a query can contain this character, so no match spans two fields. */
const BETWEEN_FIELDS = '\u0001';

/** Folded text of all searched fields. */
export const authorText = (author: AuthorRow) =>
  [author.name, ...SEARCHED_FIELDS.map((name) => author[name])]
    .map((text) => fold(text ?? ''))
    .join(BETWEEN_FIELDS);
