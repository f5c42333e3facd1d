// Consents: the access that an app requests; an interface, so that the OAuth surface and the desk stay independent.

import type { IncomingMessage } from 'node:http';
import type { KeyScope } from '../../schemas/vocabulary.ts';
import type { WriterActor } from '../actor.ts';

export interface AskedConsent {
  readonly clientId: string;
  readonly name: string;
  /** The app's website, if its id is a URL. */
  readonly site: string | null;
  /** The host that the browser is redirected to, or the scheme of an installed app. */
  readonly redirectHost: string;
  readonly isOnThisMachine: boolean;
  readonly scopes: readonly KeyScope[];
}

/** Each method handles the consent that is open in the request's browser, and throws if there is none. */
export interface Consents {
  asked(request: IncomingMessage): Promise<AskedConsent>;
  allow(request: IncomingMessage, actor: WriterActor, scopes: readonly KeyScope[]): Promise<string>;
  refuse(request: IncomingMessage): Promise<string>;
}
