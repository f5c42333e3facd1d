// Makes a tool from a read operation: its schemas, its description for a model, and the call.

import type { TSchema } from 'typebox';
import { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../http/json.ts';
import type { KeyActor } from '../../operations/actor.ts';
import type { Context, Operation } from '../../operations/operation.ts';
import type { KeyScope } from '../../schemas/vocabulary.ts';
import { argumentFor, ToolArguments } from './arguments.ts';

interface Words {
  when: string;
  /** Advice for the model on what to do with the result. */
  next: string;
  /** Advice for a call that finds nothing: where the right argument comes from. */
  instead?: string;
}

export interface Caller {
  readonly context: Context;
  readonly actor: KeyActor;
}

export interface Tool {
  readonly name: string;
  readonly listed: object;
  /** Scope that a token needs; null for public tools, which need no token. */
  readonly scope: KeyScope | null;
  /** Cause that makes a cached result stale; null if results aren't cached, because they belong to one writer. */
  readonly changesWith: 'content' | 'time' | null;
  /** Result as JSON; if the arguments are invalid, the result says what is wrong with them. */
  call(context: Context, given: unknown, caller: Caller | null): Promise<string>;
}

export function tool<Input extends object>(
  name: string,
  operation: Operation<Input>,
  { when, next, instead }: Words,
  changesWith: 'content' | 'time' = 'content',
): Tool {
  const taken = new ToolArguments(name, operation);
  return {
    name,
    scope: null,
    changesWith,
    listed: {
      name,
      title: operation.summary,
      description: `${when} ${operation.description} ${next}`,
      inputSchema: inputSchema(operation.input),
      outputSchema: portable(operation.output),
      annotations: { title: operation.summary, readOnlyHint: true, openWorldHint: false },
    },
    async call(context, given) {
      try {
        return success(await operation.run(context, taken.inputFrom(given)));
      } catch (error) {
        // Not found is a result instead of a protocol error, which clients would hide from the model.
        if (error instanceof Problem && error.status === 404) return failure(error.reason, instead);
        if (error instanceof Problem && error.status === 400) return failure(taken.refusal(error));
        throw error;
      }
    },
  };
}

/** The body is sent as a value and as text, for clients that know only one of the two. */
export function success(body: object): string {
  const json = JSON.stringify(body);
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
}

export const failure = (...words: (string | undefined)[]) =>
  JSON.stringify({
    content: words.filter((text) => text !== undefined).map((text) => ({ type: 'text', text })),
    isError: true,
  });

/** `additionalProperties` is left out: clients would refuse unknown arguments without saying what was meant. */
export function inputSchema(input: Operation['input']): JsonObject {
  const properties = Object.entries<TSchema>(input.properties).map(([field, schema]) => {
    const { allOf, ...rest } = portable(schema);
    return [argumentFor(field), rest];
  });
  const required = (input.required ?? []).map(argumentFor);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Formats that JSON Schema defines; clients fail on any other. */
const FORMATS = ['uri', 'uuid', 'date-time'];

const isKnown = (format: string) => FORMATS.includes(format);

export function portable(schema: object): JsonObject {
  const entries = Object.entries(schema)
    .filter(([key, value]) => key !== 'format' || typeof value !== 'string' || isKnown(value))
    .map(([key, value]) => [key, isObject(value) ? portable(value) : value]);
  return Object.fromEntries(entries);
}
