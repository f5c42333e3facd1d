// Reads environment variables as text, numbers, choices and switches. Errors say what was expected.

import { isIP } from 'node:net';
import { OperatorError } from './errors.ts';

export type Environment = { [name: string]: string | undefined };

/** An empty variable counts as not set. */
export function read(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

export const has = (environment: Environment, name: string) =>
  read(environment, name) !== undefined;

/** Leave `got` out if the value may contain a secret. */
export function wrong(name: string, expected: string, got?: string): OperatorError {
  const what = got === undefined ? '' : `, got "${got}"`;
  return new OperatorError(`${name} is not usable: expected ${expected}${what}.`);
}

export function readInteger(
  environment: Environment,
  name: string,
  otherwise: number,
  min: number,
  max: number,
): number {
  const value = read(environment, name);
  if (value === undefined) return otherwise;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw wrong(name, `an integer from ${min} to ${max}`, value);
}

export function readChoice<const Choices extends readonly string[]>(
  environment: Environment,
  name: string,
  choices: Choices,
  otherwise: Choices[number],
): Choices[number] {
  const value = read(environment, name);
  if (value === undefined) return otherwise;
  const choice = choices.find((each) => each === value);
  if (choice !== undefined) return choice;
  throw wrong(name, `one of ${choices.join(', ')}`, value);
}

export function readSwitch(environment: Environment, name: string, otherwise: boolean): boolean {
  return readChoice(environment, name, ['on', 'off'], otherwise ? 'on' : 'off') === 'on';
}

/** True for an IP address, or a network such as 10.0.0.0/8. */
export function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
