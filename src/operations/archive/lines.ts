// Reads an archive line by line. Only LF ends a line: JSON may hold every other line separator.

import { OperatorError } from '../../errors.ts';

const LONGEST_LINE = 64 * 1024 * 1024;

export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoded(decoder, chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new OperatorError('A line is longer than 64 MiB.');
    yield* lines;
  }
  rest += decoded(decoder);
  if (rest !== '') yield rest;
}

function decoded(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new OperatorError('The file is not valid UTF-8.');
  }
}
