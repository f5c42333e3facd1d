// The actor of an operation: a program or a signed-in writer. Operations take the actor, never an HTTP request.

import { Problem } from '../errors.ts';
import type { Program } from '../schemas/vocabulary.ts';

/** A program with a writer's key, or an app known by the id of its connection. Both may draft; neither publishes. */
export interface KeyActor {
  readonly kind: Program;
  readonly keyId: string;
  readonly keyName: string;
  readonly accountId: string;
  readonly slug: string;
  readonly mayWrite: boolean;
}

/** A person in a signed-in browser session: the only actor that can move a piece towards public. */
export interface WriterActor {
  readonly kind: 'writer';
  readonly accountId: string;
  readonly slug: string;
  readonly isAdmin: boolean;
  readonly sessionId: string;
}

export type Actor = KeyActor | WriterActor;

/** Everyone but admins gets a 404. */
export function requireAdmin(actor: WriterActor): void {
  if (!actor.isAdmin) throw new Problem('not_found');
}

export function auditActor(actor: Actor): { kind: string; name: string; id: string } {
  return actor.kind === 'writer'
    ? { kind: 'writer', name: actor.slug, id: actor.accountId }
    : { kind: actor.kind, name: actor.keyName, id: actor.keyId };
}
