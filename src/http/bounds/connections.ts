// The connections of the server: how many, what each may have in progress, and how slow it may be.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Bounds } from '../../schemas/limits.ts';
import type { SecurityHeaders } from '../security-headers.ts';
import type { Exchange } from './exchange.ts';
import { REFUSED_AT_ONCE } from './open-files.ts';
import { RawRefusals } from './raw-refusal.ts';
import { hasBody } from './request-kinds.ts';
import { BodyRate, ResponseRate } from './transfer-rates.ts';

interface Connection {
  /** Requests that are being answered. */
  inProgress: number;
  /** Those of them that came before the one before them was answered. */
  pipelined: number;
  /** It sent too many in advance: it ends with the refusal, and nothing more is answered. */
  isEnding: boolean;
  /** What the sweep saw last, and since when it has seen nothing else. */
  bytesRead: number;
  quietSince: number;
  /** One too many: it is told so when it asks, and closed. */
  refusedAt: number | null;
  body: { rate: BodyRate; answer: ServerResponse } | null;
  response: ResponseRate;
}

/** How long a refused connection may take to ask. */
const REFUSED_MS = 2_000;

export class Connections {
  readonly #bounds: Bounds;
  readonly #most: number;
  readonly #refuse: RawRefusals;
  /** Those that were used last come last. */
  readonly #connections = new Map<Socket, Connection>();
  #refused = 0;

  constructor(bounds: Bounds, most: number, headers: SecurityHeaders) {
    this.#bounds = bounds;
    this.#most = most;
    this.#refuse = new RawRefusals(headers);
  }

  watch(server: Server): void {
    const { sweepMs } = this.#bounds;
    // The last resort: beyond this, Node closes a connection as soon as it is there.
    server.maxConnections = this.#most + REFUSED_AT_ONCE;
    server.on('connection', (socket) => this.#add(socket));
    server.on('timeout', (socket: Socket) => socket.writableLength > 0 && socket.destroy());
    // A connection that could not be accepted is lost, and nothing else.
    server.once('listening', () => server.on('error', () => {}));
    const timer = setInterval(() => this.#sweep(), sweepMs).unref();
    server.on('close', () => clearInterval(timer));
  }

  /**
   * Notes a request that was sent before the one before it is answered; false where there are too many.
   * Those wait in memory, and a cached response to each would keep everybody else waiting. So the
   * connection ends, at once: whatever else has arrived on it would have to be parsed.
   */
  mayPipeline({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(socket);
    if (!connection) return true;
    if (connection.isEnding) {
      socket.destroy();
      return false;
    }
    if (connection.pipelined >= this.#bounds.pipelined) {
      connection.isEnding = true;
      this.#refuse.connection(socket);
      return false;
    }
    connection.pipelined += 1;
    response.once('close', () => {
      connection.pipelined -= 1;
    });
    return true;
  }

  /** Notes a request until its response is over; false where its connection is one too many. */
  begin(exchange: Exchange, isVital: boolean): boolean {
    const { request, response } = exchange;
    const connection = this.#connections.get(request.socket);
    if (!connection) return true;
    if (connection.refusedAt !== null && !isVital) {
      this.#refuse.overloaded(response);
      return false;
    }
    if (connection.refusedAt !== null) response.shouldKeepAlive = false;
    connection.inProgress += 1;
    if (hasBody(request)) {
      const rate = new BodyRate(request, this.#bounds.body);
      connection.body = { rate, answer: response };
    }
    exchange.whenOver(() => {
      connection.inProgress -= 1;
    });
    return true;
  }

  /** Whether a connection is only there to be told that it is one too many. */
  isRefused(socket: Socket): boolean {
    return this.#refused > 0 && typeof this.#connections.get(socket)?.refusedAt === 'number';
  }

  #add(socket: Socket): void {
    const isTooMany = this.#connections.size >= this.#most && !this.#closeIdle();
    if (isTooMany) this.#refused += 1;
    const now = performance.now();
    this.#connections.set(socket, {
      inProgress: 0,
      pipelined: 0,
      isEnding: false,
      bytesRead: 0,
      quietSince: now,
      refusedAt: isTooMany ? now : null,
      body: null,
      response: new ResponseRate(socket, this.#bounds.response),
    });
    socket.once('close', () => {
      this.#connections.delete(socket);
      if (isTooMany) this.#refused -= 1;
    });
  }

  /** Makes room: closes the one that has been idle for longest, if one is. */
  #closeIdle(): boolean {
    for (const [socket, { inProgress, refusedAt }] of this.#connections) {
      if (inProgress > 0 || socket.writableLength > 0 || refusedAt !== null) continue;
      this.#connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** Whether nobody has asked for anything for too long, and nothing is under way. */
  #isIdle(socket: Socket, connection: Connection, now: number): boolean {
    const { inProgress, quietSince } = connection;
    const isBusy = inProgress > 0 || socket.writableLength > 0;
    if (isBusy) connection.quietSince = now;
    return !isBusy && now - quietSince > this.#bounds.idleMs;
  }

  /** A body that goes on and on after its answer, and that nobody reads. */
  #isEndless(body: Connection['body']): boolean {
    if (!body?.answer.writableFinished || body.rate.isOver()) return false;
    return body.rate.arrivedBytes() > this.#bounds.answeredBytes;
  }

  #sweep(): void {
    const now = performance.now();
    for (const [socket, connection] of [...this.#connections]) {
      const { refusedAt, body, response } = connection;
      if (socket.bytesRead !== connection.bytesRead) {
        connection.bytesRead = socket.bytesRead;
        connection.quietSince = now;
        this.#connections.delete(socket);
        this.#connections.set(socket, connection);
      }
      if (body?.rate.isOver()) connection.body = null;
      else if (body?.rate.isTooSlow(now)) this.#refuse.tooSlow(socket, body.answer);
      watchForStall(socket, this.#bounds.stallMs);
      const isLate = refusedAt !== null && now - refusedAt > REFUSED_MS;
      const isIdle = this.#isIdle(socket, connection, now);
      if (isLate || isIdle || response.isTooSlow(now) || this.#isEndless(body)) socket.destroy();
    }
  }
}

/** While there is something to be sent, its client has to take some of it now and then. */
function watchForStall(socket: Socket, stallMs: number): void {
  const isSending = socket.writableLength > 0;
  if (isSending !== Boolean(socket.timeout)) socket.setTimeout(isSending ? stallMs : 0);
}
