// Content of a piece after a partial revision: the fields that were sent, and the others as they are.

import { invalidField } from '../../errors.ts';
import { ChangePieceBody } from '../../schemas/change-piece.ts';
import {
  CONTENT_FIELD_NAMES,
  CONTENT_FIELDS,
  type ContentField,
} from '../../schemas/content-fields.ts';
import { pick } from '../../schemas/field-lists.ts';
import { checkerOf } from '../../validation.ts';
import { type Content, contentIn, contentOf, normalise } from './content.ts';
import { checkCover } from './covers.ts';

const checkSchema = checkerOf(ChangePieceBody);

/** Throws if no field is named, because such a revision is a mistake of its program. */
export function checkChange(body: unknown, baseUrl?: string): ChangePieceBody {
  const checked = checkSchema(normalise(body, baseUrl));
  if (namedIn(checked).length === 0) {
    const names = CONTENT_FIELD_NAMES.join(', ');
    throw invalidField('body', `Expected at least one of ${names}, got none of them.`);
  }
  return checked;
}

const namedIn = (body: object) => CONTENT_FIELD_NAMES.filter((name) => Object.hasOwn(body, name));

export function changedContent(body: unknown, working: Content, baseUrl: string): Content {
  const sent = checkChange(body, baseUrl);
  if (sent.image) checkCover({ image: sent.image });
  const { headline, body_md } = working;
  return {
    ...contentIn(working),
    ...pick(contentOf({ headline, body_md, ...sent }), namedIn(sent)),
  };
}

/** Fields with a value in the working copy that a revision would empty, or set to their default. */
export const emptiedFields = (working: Content, next: Content) =>
  CONTENT_FIELD_NAMES.filter((name) => !isEmpty(working, name) && isEmpty(next, name));

const isEmpty = (content: Content, name: ContentField) =>
  (content[name] || null) === (CONTENT_FIELDS[name].empty || null);
