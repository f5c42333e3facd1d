// An operation: one thing the service can do, declared once. Routes, tools and pages are made from the declaration.

import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { Config } from '../config.ts';
import type { AiUses } from '../schemas/ai-uses.ts';
import type { Store } from '../store/store.ts';
import { type Check, checkerOf } from '../validation.ts';
import { CurrentIdentity } from './identity/current-identity.ts';
import type { Urls } from './urls.ts';

export interface Context {
  readonly store: Store;
  readonly config: Config;
  readonly now: () => Date;
  readonly identity: CurrentIdentity;
}

export const newContext = (
  store: Store,
  config: Config,
  now: () => Date = () => new Date(),
): Context => ({ store, config, now, identity: new CurrentIdentity({ store, config }) });

/** A JSON response, assembled from JSON that is already stored as text. */
export interface JsonText {
  json: string;
  bytes?: number;
  /** A shorter text that changes whenever the JSON does, to compute the ETag from. */
  identity: string;
  modifiedAt?: string;
  aiUses?: AiUses;
}

interface Words {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

interface Definition<Input extends TProperties, Output extends TProperties> extends Words {
  readonly input: Input;
  readonly output: Output;
  /** A sample input. `example` is its response if the data is that of `examples.ts`. */
  readonly sample: Static<TObject<Input>>;
  example(urls: Urls): Static<TObject<Output>>;
  /** Checks what the schema can't express. Throws a Problem that names each wrong field. */
  refuse?(input: Static<TObject<Input>>): void;
  run(context: Context, input: Static<TObject<Input>>): Promise<Static<TObject<Output>>>;
  /** Returns the same response as `run` as JSON text, `ok: true` included, for operations that can do so faster. */
  json?(context: Context, input: Static<TObject<Input>>): Promise<JsonText>;
}

export interface Operation<Input = unknown> extends Words {
  readonly input: TObject;
  /** The schema of a success response, `ok: true` included. */
  readonly output: TObject;
  /** Returns the typed input, or throws a Problem that names each wrong field. */
  readonly check: Check<Input>;
  readonly sample: Input;
  example(urls: Urls): { ok: true };
  run(context: Context, input: Input): Promise<{ ok: true }>;
  json?(context: Context, input: Input): Promise<JsonText>;
}

export function operation<Input extends TProperties, Output extends TProperties>(
  definition: Definition<Input, Output>,
) {
  const input = Type.Object(definition.input);
  const check = checkerOf(input);
  return {
    ...definition,
    input,
    output: Type.Object({ ok: Type.Literal(true), ...definition.output }),
    check(given: unknown) {
      const checked = check(given);
      definition.refuse?.(checked);
      return checked;
    },
    example: (urls: Urls) => ({ ok: true as const, ...definition.example(urls) }),
    async run(context: Context, given: Static<TObject<Input>>) {
      return { ok: true as const, ...(await definition.run(context, given)) };
    },
  };
}

export const timestamp = (at: Date | string) => new Date(at).toISOString();

/** `time` for readers, who are never told a time in the future. */
export function notAhead(time: string, now: Date): string {
  const at = timestamp(now);
  return time > at ? at : time;
}
