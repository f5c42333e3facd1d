// A command of the command line: its help, its options, what it does.

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { OperatorError } from '../errors.ts';
import type { Context } from '../operations/operation.ts';
import { requireData } from './no-database.ts';

export interface Command {
  /** Such as `writer create`. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name, as the help shows it. */
  readonly usage: string;
  readonly options?: ParseArgsOptionsConfig;
  /** How many arguments follow; two numbers are at least and at most. */
  readonly operands?: number | readonly [least: number, most: number];
  run(given: Given): Promise<void>;
}

/** What the operator typed after the command's name. */
export class Given {
  readonly #values: { [name: string]: unknown };
  readonly #operands: string[];

  constructor(values: { [name: string]: unknown }, operands: string[]) {
    this.#values = values;
    this.#operands = operands;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Of an option that may be given more than once. */
  texts(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new OperatorError(`--${name} is missing.`);
    return value;
  }

  has(name: string): boolean {
    return this.#values[name] === true;
  }

  optionalOperand(index: number): string | undefined {
    return this.#operands[index];
  }

  operand(index: number): string {
    const value = this.#operands[index];
    if (value === undefined) throw new OperatorError('An argument is missing.');
    return value;
  }
}

export function parse(command: Command, args: string[]): Given {
  const { values, positionals } = parsed(command, args);
  const { operands = 0 } = command;
  const [least, most] = typeof operands === 'number' ? [operands, operands] : operands;
  if (positionals.length < least || positionals.length > most) {
    const expected = least === most ? `${least}` : `${least} to ${most}`;
    throw new OperatorError(
      `Expected ${expected} arguments after ${command.name}, got ${positionals.length}.`,
    );
  }
  return new Given(values, positionals);
}

function parsed({ options = {} }: Command, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
}

/** Opens the store for the length of some work, and creates its database where there is none. */
export async function withStore<Result>(
  work: (context: Context) => Promise<Result>,
  config: Config = readConfig(),
): Promise<Result> {
  // Loaded when it is used: a command that has something to say first can say it at once.
  const { openStore } = await import('../store/store.ts');
  const store = await openStore(config);
  try {
    return await work({ store, config, now: () => new Date() });
  } catch (error) {
    throw store.explained(error);
  } finally {
    await store.close();
  }
}

/** The same for work on data that is there already: it creates no database. */
export async function withData<Result>(
  work: (context: Context) => Promise<Result>,
  config: Config = readConfig(),
): Promise<Result> {
  requireData(config);
  return withStore(work, config);
}
