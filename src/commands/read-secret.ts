// Reads one line from standard input; on a terminal, with a prompt and without echo.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export async function readSecret(question: string): Promise<string> {
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
