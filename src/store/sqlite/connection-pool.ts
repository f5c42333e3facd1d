// A pool of connections with a queue: first come, first served.

import type { Connection } from './async-connections.ts';

export class ConnectionPool {
  readonly connections: readonly Connection[];
  readonly #idle: Connection[];
  readonly #waiting: ((connection: Connection) => void)[] = [];

  constructor(connections: readonly Connection[]) {
    this.connections = connections;
    this.#idle = [...connections];
  }

  async acquire(): Promise<Connection> {
    return this.#idle.pop() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  release(connection: Connection): void {
    const next = this.#waiting.shift();
    if (next) next(connection);
    else this.#idle.push(connection);
  }
}
