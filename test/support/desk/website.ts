// A writer's website: a real HTTP server at 127.0.0.1 that shows what a test tells it to.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { after } from 'node:test';

interface Page {
  status?: number;
  type?: string;
  location?: string;
  body: string;
}

/** The pages by path. A plain string is an HTML page. */
type Pages = { [path: string]: string | Page };

export interface Website {
  /** The site's URL, with a slash at the end. */
  address: string;
  /** Replaces the pages, and forgets the requests so far. */
  show(pages: Pages): void;
  /** The requested paths. */
  asked(): string[];
  /** Runs a function once, before the next request is answered. */
  onRequest(act: () => Promise<void>): void;
}

const NOT_FOUND: Page = { status: 404, type: 'text/plain', body: 'Not found' };

export async function startSite(): Promise<Website> {
  let pages: Pages = {};
  let asked: string[] = [];
  let act = async () => {};
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const now = act;
    act = async () => {};
    await now();
    send(response, pages[path] ?? NOT_FOUND);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The website has no port.');
  return {
    address: `http://127.0.0.1:${address.port}/`,
    show(shown) {
      pages = shown;
      asked = [];
    },
    asked: () => asked,
    onRequest(next) {
      act = next;
    },
  };
}

function send(response: ServerResponse, page: string | Page): void {
  const { status = 200, type, location, body } = typeof page === 'string' ? { body: page } : page;
  response.writeHead(status, {
    'content-type': type ?? 'text/html; charset=utf-8',
    ...(location && { location }),
  });
  response.end(body);
}
