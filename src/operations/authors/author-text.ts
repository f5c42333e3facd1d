// The text that author search reads.

import { fold } from '../../rendering/text/fold.ts';
import { SEARCHED_FIELDS } from '../../schemas/profile-fields.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';

/** A separator that no field and no query can contain, so that no match spans two fields. */
const BETWEEN_FIELDS = '\u0001';

export const authorText = (author: AuthorRow) =>
  [author.name, ...SEARCHED_FIELDS.map((name) => author[name])]
    .map((text) => fold(text ?? ''))
    .join(BETWEEN_FIELDS);
