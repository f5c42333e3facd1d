// The messages between workers and their leader.

import type { Grant, Rate } from '../../http/limits/counters.ts';

export type Question =
  | { ask: 'grant'; what: string; key: string; rate: Rate; asked: number }
  | { ask: 'metrics' };

export type FromWorker =
  | { id: number; question: Question }
  | { failed: string }
  /** Its answers are held back, and nobody connects any more. */
  | { drained: true };

export interface FromLeader {
  id: number;
  answer: Grant | string | null;
}

const has = (message: unknown, name: string) =>
  typeof message === 'object' && message !== null && name in message;

// Node and others send messages of their own on the same channel.
export const isFromWorker = (message: unknown): message is FromWorker =>
  has(message, 'question') || has(message, 'failed') || has(message, 'drained');

export const isFromLeader = (message: unknown): message is FromLeader => has(message, 'answer');
