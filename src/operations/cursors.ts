// Cursors: places from which lists continue. A cursor names the last row, never a number of rows, so that a walk
// meets every row once, whatever comes and goes meanwhile.

import { hash } from 'node:crypto';
import { invalidField } from '../errors.ts';
import type { PiecePlace } from '../store/search/piece-place.ts';

export type { PiecePlace };

const PLACE =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const PLACE_PATTERN = PLACE.source;

/** The text form of a place, as feeds have it in their URLs. */
export const placeText = ({ publishedAt, pieceId }: PiecePlace) => `${publishedAt}_${pieceId}`;

export function placeFrom(text: string): PiecePlace | null {
  const [, publishedAt, pieceId] = PLACE.exec(text) ?? [];
  return publishedAt !== undefined && pieceId !== undefined ? { publishedAt, pieceId } : null;
}

export const placeOf = (row: { published_at: string; piece_id: string }): PiecePlace => ({
  publishedAt: row.published_at,
  pieceId: row.piece_id,
});

/** Converts a list's places to text and back; null for text that is no place. */
interface Places<Row, Place> {
  write(row: Row): string;
  read(text: string): Place | null;
}

interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

interface ListInput {
  cursor?: string;
  limit?: number;
}

/** Long enough to recognise a cursor of another list, of other filters, or one that was changed. */
const CHECKSUM = 12;

const REFUSED =
  'Expected next_cursor from the previous page, with everything else except limit unchanged, got something else.';

/** Opaque cursors of one list. A cursor is valid only for the list and the input that it was made for. */
export class ListCursors<Row, Place> {
  readonly #list: string;
  readonly #places: Places<Row, Place>;

  constructor(list: string, places: Places<Row, Place>) {
    this.#list = list;
    this.#places = places;
  }

  /** The place to continue from; null for the first page. A cursor of another list or input is refused. */
  placeIn(input: ListInput): Place | null {
    if (input.cursor === undefined) return null;
    const written = Buffer.from(input.cursor, 'base64url').toString();
    const text = written.slice(CHECKSUM);
    const place = this.#cursor(input, text) === input.cursor ? this.#places.read(text) : null;
    if (place === null) {
      throw invalidField('cursor', REFUSED);
    }
    return place;
  }

  /** `found` has one row more than `limit` if something follows. */
  page<Each extends Row>(input: ListInput, found: Each[], limit: number): Page<Each> {
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const isLast = last === undefined || found.length <= limit;
    return { rows, next_cursor: isLast ? null : this.#cursor(input, this.#places.write(last)) };
  }

  #cursor({ cursor: _cursor, limit: _limit, ...asked }: ListInput, text: string): string {
    const fields = Object.entries(asked).filter(([, value]) => value !== undefined);
    const basis = JSON.stringify([this.#list, Object.fromEntries(fields.sort()), text]);
    const checksum = hash('sha256', basis, 'base64url').slice(0, CHECKSUM);
    return Buffer.from(checksum + text).toString('base64url');
  }
}

export const placeCursors = (list: string) =>
  new ListCursors<Parameters<typeof placeOf>[0], PiecePlace>(list, {
    write: (row) => placeText(placeOf(row)),
    read: placeFrom,
  });
