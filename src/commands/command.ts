// A command of the command line: its help, its options, its work.

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { OperatorError } from '../errors.ts';
import type { Context } from '../operations/operation.ts';
import { requireData } from './no-database.ts';

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The arguments after the name, as the help shows them. */
  readonly usage: string;
  readonly options?: ParseArgsOptionsConfig;
  /** The number of arguments, or the fewest and the most. */
  readonly operands?: number | readonly [least: number, most: number];
  run(given: Given): Promise<void>;
}

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

  /** The values of an option that may be repeated. */
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

/** Opens the store while `work` runs, and creates the database if there is none. */
export async function withStore<Result>(
  work: (context: Context) => Promise<Result>,
  config: Config = readConfig(),
): Promise<Result> {
  // Imported lazily, so that a command can print something before the store is loaded.
  const { openStore } = await import('../store/store.ts');
  const { newContext } = await import('../operations/operation.ts');
  const store = await openStore(config);
  try {
    return await work(newContext(store, config));
  } catch (error) {
    throw store.explained(error);
  } finally {
    await store.close();
  }
}

/** Like `withStore`, but throws if there is no database. */
export async function withData<Result>(
  work: (context: Context) => Promise<Result>,
  config: Config = readConfig(),
): Promise<Result> {
  requireData(config);
  return withStore(work, config);
}
