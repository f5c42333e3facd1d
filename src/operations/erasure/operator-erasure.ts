// Erasures that the operator asks for, such as for a writer who can't sign in any more.

import { OperatorError } from '../../errors.ts';
import type { ErasureRow } from '../../store/tables/erasures.ts';
import { writerBySlug } from '../accounts/writers.ts';
import type { Context } from '../operation.ts';
import { askErasure, type ErasureChoice } from './ask-erasure.ts';
import { eraseAccount, listErased } from './erase-due.ts';

export async function eraseWriter(
  context: Context,
  slug: string,
  choice: ErasureChoice,
  isNow: boolean,
): Promise<ErasureRow> {
  const accountId = await openAccount(context, slug);
  const row = await askErasure(context, { accountId, by: 'operator', actor: null }, choice);
  if (!isNow) return row;
  await eraseAccount(context, row);
  await listErased(context);
  return row;
}

export async function cancelErasure(context: Context, slug: string): Promise<void> {
  const { erasures } = context.store;
  if (await erasures.cancel(await openAccount(context, slug))) return;
  throw new OperatorError(`${slug} is not going to be erased.`);
}

async function openAccount({ store }: Context, slug: string): Promise<string> {
  const { id } = await writerBySlug(store, slug);
  const erasure = await store.erasures.of(id);
  if (erasure?.begun_at) throw new OperatorError(`${slug} is what stays of an erased account.`);
  return id;
}
