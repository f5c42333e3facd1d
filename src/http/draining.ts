// Draining: after the signal to stop, a process still answers requests, but reports that it isn't ready for more.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining;
  }
}

export class Draining {
  #hasBegun = false;
  #held: (() => void)[] | null = null;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Makes each response close its connection, so that clients don't send another request into a closing one. */
  begin(server: Server): void {
    this.#hasBegun = true;
    const handlers = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
      const handle = () => {
        for (const handler of handlers) Reflect.apply(handler, server, [request, response]);
      };
      if (this.#held) this.#held.push(handle);
      else handle();
    });
  }

  /**
   * Makes new requests wait. Clients without responses soon send nothing more, so that the port can be closed while no
   * connection waits to be accepted.
   */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const handle of held) handle();
  }
}
