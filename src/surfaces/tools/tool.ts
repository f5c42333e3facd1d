// Projects a read operation to a tool: its schemas, its description for a model, and the call.

import type { TSchema } from 'typebox';
import { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../http/json.ts';
import type { Context, Operation } from '../../operations/operation.ts';
import { CODES, fieldsRefused } from './json-rpc.ts';

interface Words {
  /** When a model should choose this tool. */
  when: string;
  /** What it does with what came back. */
  next: string;
  /** Where it takes what it should have passed, for a tool that can find nothing. */
  instead?: string;
}

export interface Tool {
  readonly name: string;
  /** As `tools/list` has it. */
  readonly listed: object;
  /** When a cached result of a call is stale. */
  readonly changesWith: 'content' | 'time';
  /** The result of a call, as JSON. */
  call(context: Context, given: JsonObject): Promise<string>;
}

/** Tools call it `query`, as their results do. */
const argumentFor = (field: string) => (field === 'q' ? 'query' : field);

export function tool<Input extends object>(
  name: string,
  operation: Operation<Input>,
  { when, next, instead }: Words,
  changesWith: Tool['changesWith'] = 'content',
): Tool {
  const fields = Object.keys(operation.input.properties);
  return {
    name,
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
      const known = fields.map((field) => [field, given[argumentFor(field)]] as const);
      const input = Object.fromEntries(known.filter(([, value]) => value !== undefined));
      try {
        return success(await operation.run(context, checkedInput(operation, input)));
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return failure(error.reason, instead);
        throw error;
      }
    },
  };
}

/** Refused with the same message as on every surface, under the tool's name of the field. */
function checkedInput<Input extends object>({ check }: Operation<Input>, input: object): Input {
  try {
    return check(input);
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    const errors = error.errors.map((each) => ({ ...each, field: argumentFor(each.field) }));
    throw fieldsRefused(CODES.badParameters, errors, error.more);
  }
}

/** The body twice, as a value and as text: for clients that know only one of the two. */
export function success(body: object): string {
  const json = JSON.stringify(body);
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
}

const failure = (...words: (string | undefined)[]) =>
  JSON.stringify({
    content: words.filter((text) => text !== undefined).map((text) => ({ type: 'text', text })),
    isError: true,
  });

function inputSchema(input: Operation['input']): JsonObject {
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

function portable(schema: object): JsonObject {
  const entries = Object.entries(schema)
    .filter(([key, value]) => key !== 'format' || typeof value !== 'string' || isKnown(value))
    .map(([key, value]) => [key, isObject(value) ? portable(value) : value]);
  return Object.fromEntries(entries);
}
