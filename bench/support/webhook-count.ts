// Receiver of webhooks that counts each delivery once, even if it arrives several times.

import { once } from 'node:events';
import { createServer } from 'node:http';

export interface WebhookCount {
  url: string;
  readonly ids: ReadonlySet<string>;
  stop(): void;
}

export async function countWebhooks(): Promise<WebhookCount> {
  const ids = new Set<string>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      ids.add(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    ids,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
