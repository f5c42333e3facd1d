// Reads a password from a file, a pipe or a prompt, where no other user of the machine can see it.

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { OperatorError } from '../errors.ts';
import type { Given } from './command.ts';

export const PASSWORD_USAGE = '[--password-file FILE | --password PASSWORD]';

export const PASSWORD_OPTIONS = {
  'password-file': { type: 'string' },
  password: { type: 'string' },
} as const;

/** Reads the first line of the file or of standard input. `--password` is accepted for older scripts. */
export async function readPassword(given: Given, question: string): Promise<string> {
  const password = given.text('password');
  if (password !== undefined) {
    console.error(
      'Warning: --password is visible in the process list. Leave it out and type or pipe the password, ' +
        'or use --password-file.',
    );
    return password;
  }
  const file = given.text('password-file');
  return file === undefined ? readSecret(question) : firstLineOf(file);
}

async function firstLineOf(file: string): Promise<string> {
  try {
    const [line = ''] = (await readFile(file, 'utf8')).split(/\r?\n/);
    return line;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`--password-file cannot be read: ${why}`);
  }
}

/** Reads one line; on a terminal, with a prompt and without echo. */
async function readSecret(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = process.stdin.isTTY === true;
  if (terminal) process.stderr.write(question);
  const reader = createInterface({ input: process.stdin, output: silent, terminal });
  try {
    for await (const line of reader) return line;
    return '';
  } finally {
    reader.close();
    if (terminal) process.stderr.write('\n');
  }
}
