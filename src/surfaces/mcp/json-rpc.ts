// JSON-RPC: messages, and errors with their codes.

import { type FieldError, Problem } from '../../errors.ts';
import { isObject } from '../../http/json.ts';
import { type MessageId, ToolMessage } from '../../schemas/tools.ts';
import { type Check, checkerOf } from '../../validation.ts';

export const CODES = {
  unreadable: -32700,
  notARequest: -32600,
  unknownMethod: -32601,
  badParameters: -32602,
  fault: -32603,
  /** Code for requests refused by HTTP, before the message is read. */
  refused: -32000,
  headersDiffer: -32020,
  unknownRevision: -32022,
} as const;

export type Code = (typeof CODES)[keyof typeof CODES];

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: Code;
  readonly data: object | undefined;
  /** HTTP status, if it isn't the code's usual one. */
  readonly status: number | undefined;

  constructor(code: Code, message: string, data?: object, status?: number) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
  }
}

export function checked<T>(check: Check<T>, value: unknown, code: Code, status?: number): T {
  try {
    return check(value);
  } catch (error) {
    if (error instanceof Problem && error.errors)
      throw fieldsRefused(code, error.errors, error.more, status);
    throw error;
  }
}

function fieldsRefused(code: Code, found: FieldError[], more: number, status?: number): RpcError {
  const errors = found.map(({ field, reason }) => ({ field, reason }));
  const words = errors.map(({ field, reason }) => `${field}: ${reason}`);
  const others = more > 0 ? [`And ${more} more fields are not as expected.`] : [];
  return new RpcError(code, [...words, ...others].join(' '), { errors }, status);
}

const checkMessage = checkerOf(ToolMessage);
const checkId = checkerOf(ToolMessage.properties.id);

export function messageFrom(body: unknown): ToolMessage {
  if (body === undefined) throw new RpcError(CODES.unreadable, 'The body is empty.');
  if (Array.isArray(body)) {
    throw new RpcError(
      CODES.notARequest,
      'Expected one message, got a list. Send each message by itself.',
    );
  }
  return checked(checkMessage, body, CODES.notARequest);
}

/** Id of the message, which a response needs even if the message is otherwise invalid. */
export function idIn(body: unknown): MessageId {
  if (!isObject(body) || body['id'] === undefined) return null;
  try {
    return checkId(body['id']);
  } catch {
    return null;
  }
}

export const isNotification = ({ id, method }: ToolMessage) =>
  id === undefined && method.startsWith('notifications/');
