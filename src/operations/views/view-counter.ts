// Counts views anonymously, each reader once a day per piece, written in batches.

import { hourOf } from '../../schemas/trending.ts';
import type { Store } from '../../store/store.ts';
import type { ViewHourRow, ViewReaderRow } from '../../store/tables/views.ts';
import type { Context } from '../operation.ts';
import { signed } from '../secrets.ts';
import { DaySalt, dayOf } from './view-salt.ts';

/** IP address and user agent are hashed immediately and never stored. */
export interface ViewEvent {
  readonly pieceId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly accountId: string | null;
}

interface View extends ViewReaderRow {
  hour: string;
  account_id: string | null;
}

/** The maximum queue length; further views are dropped. */
const MAX_QUEUED = 10_000;
const AT_ONCE = 1_000;

export class ViewCounter {
  readonly #context: Context;
  readonly #salt: DaySalt;
  readonly #waiting = new Map<string, View>();
  #writing: Promise<void> | null = null;
  #scoredHour = '';

  constructor(context: Context) {
    this.#context = context;
    this.#salt = new DaySalt(context.store);
  }

  async add({ pieceId, address, userAgent, accountId }: ViewEvent): Promise<void> {
    if (this.#waiting.size >= MAX_QUEUED) return;
    const now = this.#context.now();
    const salt = await this.#salt.of(now);
    const reader = signed(salt, 'reader', [address, userAgent, pieceId].join('\n'));
    this.#waiting.set(reader, {
      day: dayOf(now),
      hour: hourOf(now),
      piece_id: pieceId,
      reader,
      account_id: accountId,
    });
  }

  async tick(): Promise<void> {
    await this.flush();
    const { store, now } = this.#context;
    const at = now();
    await this.#salt.deleteBefore(at);
    const hour = hourOf(at);
    if (hour === this.#scoredHour) return;
    await store.transaction((tx) => tx.viewScores.refresh(hour));
    this.#scoredHour = hour;
  }

  /** Leaves views in the queue if they can't be written. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting].slice(0, AT_ONCE);
      await this.#context.store.transaction((tx) =>
        count(
          tx,
          some.map(([, view]) => view),
        ),
      );
      for (const [reader] of some) this.#waiting.delete(reader);
    }
  }
}

/** Counts readers not yet counted today, for public pieces that are not their own. */
async function count(store: Store, views: View[]): Promise<void> {
  // The lock makes processes take turns: two that add the same readers would deadlock.
  await store.viewScores.hold();
  const authors = await store.publications.authorsOf(views.map(({ piece_id }) => piece_id));
  // Pieces are sorted, because an import locks them in the same order.
  const countable = views.toSorted(byPiece).filter(({ piece_id, account_id }) => {
    const author = authors.get(piece_id);
    return author !== undefined && author !== account_id;
  });
  const added = await store.views.addReaders(
    countable.map(({ day, piece_id, reader }) => ({ day, piece_id, reader })),
  );
  const isNew = new Set(added.map(({ reader }) => reader));
  const hours = byHour(countable.filter(({ reader }) => isNew.has(reader)));
  await store.views.addHours(hours);
  await store.viewScores.add(hours);
}

const byPiece = (one: View, other: View) => (one.piece_id < other.piece_id ? -1 : 1);

function byHour(views: View[]): ViewHourRow[] {
  const rows = new Map<string, ViewHourRow>();
  for (const { piece_id, hour } of views) {
    const row = rows.get(`${piece_id} ${hour}`) ?? { piece_id, hour, views: 0 };
    row.views += 1;
    rows.set(`${piece_id} ${hour}`, row);
  }
  return [...rows.values()];
}
