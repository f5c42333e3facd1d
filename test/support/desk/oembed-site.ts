// A single HTTP server at 127.0.0.1 that plays the part of all sites with cards and answers as a test tells it.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import type { Config } from '../../../src/config.ts';

/** The answer for a URL: an object is sent as oEmbed JSON, a function writes the response itself. */
export type Said = object | ((response: ServerResponse) => void);

export interface OembedSite {
  /** Settings that direct the service's card requests to this server, and allow them. */
  readonly options: { settings: { [name: string]: string }; more: Pick<Config, 'cardRequests'> };
  readonly port: number;
  /** Sets the answer for a URL whose card is requested, or for a path. */
  say(url: string, said: Said): void;
  /** The requested paths, each beginning with the host of its site. */
  asked(): string[];
}

export async function startOembedSite(): Promise<OembedSite> {
  const said = new Map<string, Said>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const path = request.url ?? '';
    const url = new URL(path, 'http://site').searchParams.get('url');
    const answer = said.get(url ?? path);
    if (typeof answer === 'function') answer(response);
    else if (answer) sendJson(response, JSON.stringify(answer));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The site has no port.');
  const { port } = address;
  return {
    port,
    // Allows this one IP address; the rest of the loopback network stays forbidden.
    options: {
      settings: { WEBHOOK_ALLOW: '127.0.0.1' },
      // A long limit, since this machine may be busy.
      more: { cardRequests: { at: `http://127.0.0.1:${port}`, timeoutMs: 60_000 } },
    },
    say: (url, what) => void said.set(url, what),
    asked: () => asked,
  };
}

export function sendJson(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
}

/** A video, as YouTube answers. */
export const VIDEO = {
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  answer: {
    type: 'video',
    version: '1.0',
    title: 'How bridges hum',
    author_name: 'The Bridge Channel',
    provider_name: 'YouTube',
    html: '<iframe width="200" src="https://evil.example/embed/dQw4w9WgXcQ"></iframe>',
  },
};

/** A post, as Bluesky answers. */
export const POST = {
  url: 'https://bsky.app/profile/ada.example/post/3kabc123xyz',
  answer: {
    type: 'rich',
    version: '1.0',
    author_name: 'Ada Lovelace',
    provider_name: 'Bluesky Social',
    html:
      '<blockquote class="bluesky-embed"><p lang="en">Engines weave patterns.<br>Looms &amp; leaves.</p>' +
      '&mdash; Ada Lovelace (<a href="https://bsky.app/profile/x">@ada.example</a>)</blockquote>' +
      '<script async src="https://embed.bsky.app/static/embed.js"></script>',
  },
};
