// Who asks: a program or a signed-in writer. An operation that acts for one takes the actor, never an HTTP request.

import { Problem } from '../errors.ts';
import type { Program } from '../schemas/vocabulary.ts';

/**
 * A program with a writer's key, or an app that the writer has connected, which is known by the id of the connection:
 * it may draft, and nothing it does makes anything public.
 */
export interface KeyActor {
  readonly kind: Program;
  readonly keyId: string;
  readonly keyName: string;
  readonly accountId: string;
  readonly slug: string;
  readonly mayWrite: boolean;
}

/** A person in a signed-in browser session: the only one who can move a piece towards public. */
export interface WriterActor {
  readonly kind: 'writer';
  readonly accountId: string;
  readonly slug: string;
  readonly isAdmin: boolean;
  readonly sessionId: string;
}

export type Actor = KeyActor | WriterActor;

/** What only admins may do isn't there for anybody else. */
export function requireAdmin(actor: WriterActor): void {
  if (!actor.isAdmin) throw new Problem('not_found');
}

/** How the versions and the state log name an actor. */
export function auditActor(actor: Actor): { kind: string; name: string; id: string } {
  return actor.kind === 'writer'
    ? { kind: 'writer', name: actor.slug, id: actor.accountId }
    : { kind: actor.kind, name: actor.keyName, id: actor.keyId };
}
