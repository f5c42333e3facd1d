// Consents: the access that an app asks a writer for, and the writer's answer. The authorization server provides them
// and the desk shows them, without knowing each other.

import type { IncomingMessage } from 'node:http';
import type { KeyScope } from '../../schemas/vocabulary.ts';
import type { WriterActor } from '../actor.ts';

export interface AskedConsent {
  readonly clientId: string;
  readonly name: string;
  /** The site that the app names, if its id is a URL. */
  readonly site: string | null;
  /** The host that the browser goes to afterwards, or the scheme that an app on this machine has claimed. */
  readonly redirectHost: string;
  readonly isOnThisMachine: boolean;
  readonly scopes: readonly KeyScope[];
}

/** Every method is about the consent that is open in the request's browser, and is refused in any other. */
export interface Consents {
  asked(request: IncomingMessage): Promise<AskedConsent>;
  allow(request: IncomingMessage, actor: WriterActor, scopes: readonly KeyScope[]): Promise<string>;
  refuse(request: IncomingMessage): Promise<string>;
}
