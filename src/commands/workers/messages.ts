// The messages between workers and their leader.

import type { Grant, Rate } from '../../http/limits/counters.ts';

export type Question =
  | { ask: 'grant'; what: string; key: string; rate: Rate; asked: number }
  | { ask: 'metrics' };

export type FromWorker =
  | { id: number; question: Question }
  | { failed: string }
  | { alive: true }
  | { figures: object[] }
  /** The worker holds its responses back, so that clients wait instead of connecting again. */
  | { drained: true };

export interface FromLeader {
  id: number;
  answer: Grant | string | null;
}

export const FIGURES_WANTED = { wanted: 'figures' };
export const BEAT_MS = 1_000;

const has = (message: unknown, name: string) =>
  typeof message === 'object' && message !== null && name in message;

// Node and libraries send other messages on the same channel.
export const isFromWorker = (message: unknown): message is FromWorker =>
  ['question', 'failed', 'alive', 'figures', 'drained'].some((name) => has(message, name));

export const wantsFigures = (message: unknown) => has(message, 'wanted');

export const isFromLeader = (message: unknown): message is FromLeader => has(message, 'answer');
