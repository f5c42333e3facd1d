// View statistics for writers: readers per piece and day.

import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { type DeskPiece, deskPiece } from '../pieces/own-pieces.ts';
import { dayOf } from './view-salt.ts';

export const SHOWN_DAYS = 30;

const DAY_MS = 86_400_000;

export interface DayOfReaders {
  day: string;
  readers: number;
}

export interface PieceReaders {
  found: DeskPiece;
  days: DayOfReaders[];
  ever: number;
}

const shownDays = (now: Date) =>
  Array.from({ length: SHOWN_DAYS }, (_, at) =>
    dayOf(new Date(now.getTime() - (SHOWN_DAYS - 1 - at) * DAY_MS)),
  );

export async function pieceReaders(
  context: Context,
  actor: WriterActor,
  id: string,
): Promise<PieceReaders> {
  const found = await deskPiece(context, actor, id);
  const hours = await context.store.views.hoursOf(found.piece.id, '');
  const byDay = new Map<string, number>();
  for (const { hour, views } of hours) {
    const day = hour.slice(0, 10);
    byDay.set(day, (byDay.get(day) ?? 0) + views);
  }
  const days = shownDays(context.now()).map((day) => ({ day, readers: byDay.get(day) ?? 0 }));
  return { found, days, ever: sum([...byDay.values()]) };
}

export async function ownReaders({ store, now }: Context, actor: WriterActor) {
  const [first = ''] = shownDays(now());
  const rows = await store.views.totalsOf(actor.accountId, first);
  const byPiece = new Map(rows.map(({ piece_id, views }) => [piece_id, Number(views)]));
  return { byPiece, all: sum([...byPiece.values()]) };
}

export const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
