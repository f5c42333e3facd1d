// A consent: what an app asks a writer for, and the writer's answer. The authorization server fills these in, and the
// desk shows them; neither knows the other.

import type { IncomingMessage } from 'node:http';
import type { KeyScope } from '../../schemas/vocabulary.ts';
import type { WriterActor } from '../actor.ts';

export interface AskedConsent {
  readonly clientId: string;
  readonly name: string;
  /** Where the app says that it is from, if its id is a URL of its own. */
  readonly site: string | null;
  /** Where the browser goes afterwards: a host, or what an app on this machine has claimed, with its scheme. */
  readonly redirectHost: string;
  readonly isOnThisMachine: boolean;
  readonly scopes: readonly KeyScope[];
}

/** Each is about the consent that is open in the browser of this request, and is refused in any other. */
export interface Consents {
  asked(request: IncomingMessage): Promise<AskedConsent>;
  /** The URL to go on with. */
  allow(request: IncomingMessage, actor: WriterActor, scopes: readonly KeyScope[]): Promise<string>;
  refuse(request: IncomingMessage): Promise<string>;
}
