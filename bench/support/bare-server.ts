// Bare server, to measure what Node.js itself can do: sends finished responses and nothing else. They arrive as JSON
// on standard input: status, headers and body in Base64 for each URL.

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export interface BareAnswer {
  status: number;
  headers: string[];
  body: string;
}

const given: { [path: string]: BareAnswer } = JSON.parse(await text(process.stdin));
const answers = new Map(
  Object.entries(given).map(([path, { status, headers, body }]) => [
    path,
    { status, headers, body: Buffer.from(body, 'base64') },
  ]),
);

createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  response.writeHead(answer?.status ?? 200, answer?.headers ?? []);
  response.end(answer?.status === 304 ? undefined : answer?.body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
