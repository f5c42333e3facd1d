// The actor of an operation is a program or a signed-in writer. Operations take the actor, never an HTTP request.

import { Problem } from '../errors.ts';
import type { Program } from '../schemas/vocabulary.ts';

/** A program with a writer's API key, or a connected app. Both may write drafts; neither may publish. */
export interface KeyActor {
  readonly kind: Program;
  readonly keyId: string;
  readonly keyName: string;
  readonly accountId: string;
  readonly slug: string;
  readonly mayWrite: boolean;
}

/** A person in a signed-in session: the only actor that can move a piece towards publication. */
export interface WriterActor {
  readonly kind: 'writer';
  readonly accountId: string;
  readonly slug: string;
  readonly isAdmin: boolean;
  readonly sessionId: string;
}

export type Actor = KeyActor | WriterActor;

/** Throws a 404 for everyone but admins. */
export function requireAdmin(actor: WriterActor): void {
  if (!actor.isAdmin) throw new Problem('not_found');
}

export function auditActor(actor: Actor): { kind: string; name: string; id: string } {
  return actor.kind === 'writer'
    ? { kind: 'writer', name: actor.slug, id: actor.accountId }
    : { kind: actor.kind, name: actor.keyName, id: actor.keyId };
}

export function byline(actor: Actor) {
  const { kind, name, id } = auditActor(actor);
  const session_id = actor.kind === 'writer' ? actor.sessionId : null;
  return { by_kind: kind, by_name: name, by_id: id, session_id };
}
