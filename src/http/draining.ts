// Draining: between the signal to stop and the end, a process still answers, but isn't ready for more.

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
   * Makes each response close its connection. The client then knows before its next request, which would be
   * lost if the connection were closed while it is sent.
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
   * Makes new requests wait. Clients without responses soon send nothing more, so that the port can be closed
   * at a moment when no connection waits to be accepted.
   */
  hold(): void {
    this.#held ??= [];
  }

  /** Answers the waiting requests and all later ones. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const handle of held) handle();
  }
}
