// Responses that the bare server sends: those of the service, without the headers that Node adds itself.

import type { BareAnswer } from './bare-server.ts';
import { startServer } from './processes.ts';

/** Headers that Node adds to every response. */
const BY_NODE = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

export async function answerOf(
  { base }: { base: string },
  path: string,
  headers: { [name: string]: string } = {},
): Promise<BareAnswer> {
  const answer = await fetch(base + path, {
    headers: { 'accept-encoding': 'identity', ...headers },
  });
  const own = [...answer.headers].filter(([name]) => !BY_NODE.includes(name));
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
  return { status: answer.status, headers: own.flat(), body };
}

export interface BareAnswers {
  [path: string]: BareAnswer;
}

export const startBare = (answers: BareAnswers) =>
  startServer(
    {},
    ['node', 'bench/support/bare-server.ts'],
    JSON.stringify({ ...answers, '/healthz': { status: 200, headers: [], body: '' } }),
  );
