// Stores oidc-provider's records through operations, which see neither tokens nor codes.

import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import {
  consumeRecord,
  findRecord,
  putRecord,
  removeOfGrant,
  removeRecord,
} from '../../operations/oauth/records.ts';
import type { Context } from '../../operations/operation.ts';

export class RecordAdapter implements Adapter {
  readonly #context: Context;
  readonly #kind: string;

  constructor(context: Context, kind: string) {
    this.#context = context;
    this.#kind = kind;
  }

  upsert(id: string, payload: AdapterPayload, lastsSeconds?: number): Promise<void> {
    return putRecord(this.#context, this.#kind, id, { ...payload }, lastsSeconds);
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return findRecord(this.#context, this.#kind, id);
  }

  /** Sessions and device codes, which oidc-provider would find by these ids, aren't used here. */
  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}

  /** Only one request may use a code: another may have used it since oidc-provider checked. */
  async consume(id: string): Promise<void> {
    const isFirst = await consumeRecord(this.#context, this.#kind, id);
    if (!isFirst) throw new errors.InvalidGrant('already used');
  }

  destroy(id: string): Promise<void> {
    return removeRecord(this.#context, this.#kind, id);
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return removeOfGrant(this.#context, grantId);
  }
}
