// Cursors name the last row of a page, not a number of rows, so that added or removed rows don't shift pages.

import { hash } from 'node:crypto';
import { invalidField } from '../errors.ts';
import type { PiecePlace } from '../store/search/piece-place.ts';

export type { PiecePlace };

const PLACE =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const PLACE_PATTERN = PLACE.source;

export const placeText = ({ publishedAt, pieceId }: PiecePlace) => `${publishedAt}_${pieceId}`;

export function placeFrom(text: string): PiecePlace | null {
  const [, publishedAt, pieceId] = PLACE.exec(text) ?? [];
  return publishedAt !== undefined && pieceId !== undefined ? { publishedAt, pieceId } : null;
}

export const placeOf = (row: { published_at: string; piece_id: string }): PiecePlace => ({
  publishedAt: row.published_at,
  pieceId: row.piece_id,
});

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

/** The checksum's length: enough to recognise a cursor that was changed, or that belongs to another list or filter. */
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

  /** Returns the place to continue from, or null. Throws for a cursor of another list or input. */
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

  /** Call `page` with one row more than `limit`, which shows whether another page follows. */
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
