// How the authorization server stores things: by operations, which see neither a token nor a code.

import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import {
  consumeRecord,
  findRecord,
  putRecord,
  removeOfGrant,
  removeRecord,
} from '../../operations/authorization/records.ts';
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

  /** Its sessions and device codes are never looked up by these. */
  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}

  /** It has looked whether it is used up; between then and now, another request may have used it. */
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
