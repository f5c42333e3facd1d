// Projects a read operation to a tool: its schemas, its description for a model, and the call.

import type { TSchema } from 'typebox';
import { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../http/json.ts';
import type { KeyActor } from '../../operations/actor.ts';
import type { Context, Operation } from '../../operations/operation.ts';
import type { KeyScope } from '../../schemas/vocabulary.ts';
import { argumentFor, ToolArguments } from './arguments.ts';

interface Words {
  /** When a model should choose this tool. */
  when: string;
  /** What it does with what came back. */
  next: string;
  /** Where it takes what it should have passed, for a tool that can find nothing. */
  instead?: string;
}

/** Who calls a tool of the writer's own, and the store that has their drafts. */
export interface Caller {
  readonly context: Context;
  readonly actor: KeyActor;
}

export interface Tool {
  readonly name: string;
  /** As `tools/list` has it. */
  readonly listed: object;
  /** What a token must be good for; null for what anybody may call. */
  readonly scope: KeyScope | null;
  /** When a cached result of a call is stale; null where none is cached, because it is one writer's. */
  readonly changesWith: 'content' | 'time' | null;
  /** The result of a call, as JSON; whatever was given for its arguments. */
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
        // A result, and no error of the protocol: those are hidden from models, which could not correct themselves.
        if (error instanceof Problem && error.status === 404) return failure(error.reason, instead);
        if (error instanceof Problem && error.status === 400) return failure(taken.refusal(error));
        throw error;
      }
    },
  };
}

/** The body twice, as a value and as text: for clients that know only one of the two. */
export function success(body: object): string {
  const json = JSON.stringify(body);
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
}

export const failure = (...words: (string | undefined)[]) =>
  JSON.stringify({
    content: words.filter((text) => text !== undefined).map((text) => ({ type: 'text', text })),
    isError: true,
  });

/** It does not say that there are no others: clients would refuse them first, without a word on what was meant. */
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
