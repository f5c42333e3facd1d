// Asks for an account to be erased, and takes that back. Until the day, nothing changes for readers, but the writer's
// schedules are cancelled.

import { type Static, Type } from 'typebox';
import { Problem } from '../../errors.ts';
import type { Email } from '../../outbound/email.ts';
import { ACCOUNT_LIMITS } from '../../schemas/accounts/account-limits.ts';
import { AUTHOR_LIMITS } from '../../schemas/accounts/author-limits.ts';
import { OneOf } from '../../schemas/shapes.ts';
import { Text } from '../../schemas/text.ts';
import { ERASED_PIECES, type ErasureOrigin } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { ErasureRow } from '../../store/tables/erasures.ts';
import { checkerOf } from '../../validation.ts';
import { refuseLastAdmin } from '../accounts/roles.ts';
import { type Place, placeOf, sendSiteEmail } from '../accounts/site-email.ts';
import { byline, type WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const Chosen = Type.Object({ pieces: OneOf(ERASED_PIECES) });
const Named = Type.Object({ keep_as: Text(AUTHOR_LIMITS.name) });
const checkChosen = checkerOf(Chosen);
const checkNamed = checkerOf(Named);

export interface ErasureChoice {
  readonly pieces: string;
  readonly keep_as?: string | undefined;
}

export interface Asked {
  readonly accountId: string;
  readonly by: ErasureOrigin;
  /** Null for the operator. */
  readonly actor: WriterActor | null;
}

function checkedChoice({ pieces: given, keep_as }: ErasureChoice) {
  const { pieces }: Static<typeof Chosen> = checkChosen({ pieces: given });
  if (pieces === 'erase') return { pieces, keep_as: null };
  return { pieces, keep_as: checkNamed({ keep_as: (keep_as ?? '').trim() }).keep_as };
}

/** Asking again changes the choice and begins the days again. */
export async function askErasure(
  context: Context,
  { accountId, by, actor }: Asked,
  choice: ErasureChoice,
): Promise<ErasureRow> {
  const chosen = checkedChoice(choice);
  const at = context.now();
  const row: ErasureRow = {
    ...{ account_id: accountId, asked_by: by, asked_at: timestamp(at), ...chosen },
    due_at: timestamp(new Date(at.getTime() + ACCOUNT_LIMITS.erasureDays * DAY_MS)),
    ...{ begun_at: null, finished_at: null },
  };
  await context.store.transaction(async (store) => {
    // Two admins must not leave at the same time.
    await store.accounts.lockCreation();
    const [author] = await store.authors.byIds([accountId]);
    if (!author) throw new Problem('author_not_found');
    await refuseLastAdmin(store, accountId);
    await store.erasures.cancel(accountId);
    if (await store.erasures.of(accountId)) throw new Problem('author_not_found');
    await store.erasures.insert(row);
    await cancelSchedules(store, accountId, actor, timestamp(at));
  });
  return row;
}

async function cancelSchedules(
  store: Store,
  accountId: string,
  actor: WriterActor | null,
  at: string,
): Promise<void> {
  for (const { piece_id, version } of await store.schedules.openOf(accountId)) {
    const piece = await store.pieces.lock(piece_id);
    if (!piece) continue;
    await store.schedules.remove(piece_id);
    await store.pieces.addMove({
      ...{ piece_id, at, act: 'cancel_schedule', version, note: null },
      ...{ from_status: piece.status, to_status: piece.status },
      ...(actor
        ? byline(actor)
        : { by_kind: 'operator', by_name: 'operator', by_id: null, session_id: null }),
    });
  }
}

/** The writer can cancel the erasure, even if an admin asked for it. */
export async function keepAccount({ store }: Context, accountId: string): Promise<void> {
  if (!(await store.erasures.cancel(accountId))) throw new Problem('nothing_to_keep');
}

/** Null if no email can be sent. */
export async function erasureNotice(
  context: Context,
  { account_id, due_at, asked_by }: ErasureRow,
): Promise<(() => Promise<void>) | null> {
  const account = await context.store.accounts.byId(account_id);
  const to = account?.email;
  if (context.config.smtpUrl === null || !to) return null;
  return () => sendSiteEmail(context, noticeEmail(to, placeOf(context), due_at, asked_by));
}

const noticeEmail = (
  to: string,
  { siteName, baseUrl }: Place,
  due: string,
  by: ErasureOrigin,
): Email => ({
  to,
  subject: `Your ${siteName} account will be deleted`,
  text: `${by === 'writer' ? 'You asked' : 'An admin asked'} to delete your ${siteName} account. It will be deleted on
${due.slice(0, 10)}. Until then you can sign in and download your writing.

To keep your account, sign in before that day and choose “Keep my account”:

${baseUrl}/desk

${by === 'writer' ? NOT_YOU : QUESTIONS}
`,
});

const NOT_YOU = "If this wasn't you, do that now and change your password.";
const QUESTIONS = 'If you have questions, ask the person who runs the site.';
