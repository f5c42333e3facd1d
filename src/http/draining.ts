// Draining: between the signal to stop and the end, a process still answers, but is not ready for more.

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

  /**
   * From now on each response closes its connection. Its client then knows before its next request,
   * which it would lose if the connection were closed while it is sent.
   */
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
   * Requests that come now wait. Clients that get no answers soon send nothing more, so that there is a
   * moment at which the port can be closed without a connection that waits to be accepted.
   */
  hold(): void {
    this.#held ??= [];
  }

  /** Answers what waits, and whatever comes. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const handle of held) handle();
  }
}
