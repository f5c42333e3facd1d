// Arguments of a tool call: checked, and refused in words that let a model correct itself.

import { ERRORS_LISTED, type FieldError, Problem } from '../../errors.ts';
import type { JsonObject } from '../../http/json.ts';
import type { Operation } from '../../operations/operation.ts';
import { AnyArguments } from '../../schemas/tools.ts';
import { checkerOf } from '../../validation.ts';
import { similarName } from './similar-names.ts';

/** Tools name the search text `query`, as their results do. */
export const argumentFor = (field: string) => (field === 'q' ? 'query' : field);

export type InputOf<Input> = Pick<Operation<Input>, 'input' | 'check'>;

/** Input of an operation under the argument names of a tool. */
export class ToolArguments<Input extends object> {
  readonly #tool: string;
  readonly #operation: InputOf<Input>;
  readonly #names: readonly string[];
  readonly #required: readonly string[];

  constructor(tool: string, operation: InputOf<Input>) {
    this.#tool = tool;
    this.#operation = operation;
    this.#names = Object.keys(operation.input.properties).map(argumentFor);
    this.#required = (operation.input.required ?? []).map(argumentFor);
  }

  inputFrom(given: unknown): Input {
    const { arguments: all } = checkArguments({ arguments: given ?? {} });
    const unknown = Object.keys(all).filter((name) => !this.#names.includes(name));
    const known = Object.keys(this.#operation.input.properties)
      .map((field) => [field, all[argumentFor(field)]] as const)
      .filter(([field, value]) => !this.#isAbsent(field, value));
    const input = Object.fromEntries(known);
    if (unknown.length === 0) return this.#operation.check(input);
    // Suggestions are limited, because a message can have thousands of unknown arguments, and each takes time.
    const described = unknown.slice(0, ERRORS_LISTED);
    const errors = described.map((name) => this.#unknownArgument(name, all));
    throw new Problem('invalid_input', {
      errors: [...errors, ...this.#errorsIn(input)],
      more: unknown.length - described.length,
    });
  }

  refusal({ errors = [], more, reason }: Problem): string {
    if (errors.length === 0) return reason;
    const told = errors.map((each) =>
      isUnknown(each)
        ? `${each.field}: ${each.reason}`
        : `${argumentFor(each.field)}: ${each.reason}`,
    );
    if (more > 0) told.push(`And ${more} more fields are not as expected.`);
    return [...told, ...(errors.some(isUnknown) ? [this.#listed()] : [])].join(' ');
  }

  /** Models send null for arguments that they leave out, but required and nullable ones can be meant by it. */
  #isAbsent(field: string, value: unknown): boolean {
    return value === undefined || (value === null && !this.#takesNull(field));
  }

  #takesNull(field: string): boolean {
    const { type }: { type?: unknown } = { ...this.#operation.input.properties[field] };
    const isNullable = Array.isArray(type) && type.includes('null');
    return isNullable || this.#required.includes(argumentFor(field));
  }

  #unknownArgument(name: string, all: JsonObject): FieldError {
    const guess = this.#meant(name, all);
    const isShown = name.length <= LONGEST_SHOWN && /^[\p{L}\p{N}_.-]+$/u.test(name);
    const field = isShown ? name : JSON.stringify(name.slice(0, LONGEST_SHOWN).toWellFormed());
    return { field, reason: guess ? `${NO_SUCH}; did you mean ${guess}?` : `${NO_SUCH}.` };
  }

  /** Argument that was meant: one with that name in REST, one with a similar name, or the only missing required one. */
  #meant(name: string, all: JsonObject): string | undefined {
    const unused = this.#names.filter((each) => (all[each] ?? null) === null);
    const missing = this.#required.filter((each) => unused.includes(each));
    return (
      unused.find((each) => each === argumentFor(name)) ??
      similarName(name, unused) ??
      (missing.length === 1 ? missing[0] : undefined)
    );
  }

  #errorsIn(input: object): FieldError[] {
    try {
      this.#operation.check(input);
      return [];
    } catch (error) {
      if (error instanceof Problem) return error.errors ?? [];
      throw error;
    }
  }

  #listed(): string {
    const names = this.#names.map((name) =>
      this.#required.includes(name) ? `${name} (required)` : name,
    );
    return names.length === 1
      ? `The only argument of ${this.#tool} is ${names[0]}.`
      : `The arguments of ${this.#tool} are ${names.join(', ')}.`;
  }
}

const NO_SUCH = 'There is no such argument';

const isUnknown = ({ reason }: FieldError) => reason.startsWith(NO_SUCH);

const LONGEST_SHOWN = 60;

const checkArguments = checkerOf(AnyArguments);
