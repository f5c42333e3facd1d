// The authorization server between the service and oidc-provider: started when first needed, restarted when its keys
// were rotated, and asked by the desk about consents.

import type { IncomingMessage } from 'node:http';
import type Provider from 'oidc-provider';
import { Problem } from '../../errors.ts';
import type { WriterActor } from '../../operations/actor.ts';
import { isOfThisMachine, placeOf } from '../../operations/oauth/client-metadata.ts';
import { connectApp, takeBack } from '../../operations/oauth/connected-apps.ts';
import type { AskedConsent, Consents } from '../../operations/oauth/consents.ts';
import { signingKeysText } from '../../operations/oauth/signing-keys.ts';
import type { Context } from '../../operations/operation.ts';
import { urlsOf } from '../../operations/urls.ts';
import { KEY_SCOPES, type KeyScope } from '../../schemas/vocabulary.ts';
import { HeldResponse, providerRequest, type Sent } from './exchange.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

export class AuthorizationServer implements Consents {
  readonly #context: Context;
  readonly #failures = new WeakMap<object, unknown>();
  #started: { keys: string; provider: Promise<Provider> } | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Throws failures of the service, and errors for which there is no URL to redirect to. */
  async answer(sent: Sent): Promise<HeldResponse> {
    const provider = await this.#provider();
    const request = providerRequest(this.#context.config, sent);
    const response = new HeldResponse(request);
    await provider.callback()(request, response);
    if (!this.#failures.has(request)) return response;
    const failure = this.#failures.get(request);
    const { AuthorizationError } = await import('./provider.ts');
    if (!(failure instanceof AuthorizationError)) throw failure;
    const reason = `The app cannot be connected: ${failure.message}. Start again in the app.`;
    throw new Problem('authorization_refused', { reason, cause: failure });
  }

  async asked(raw: IncomingMessage): Promise<AskedConsent> {
    const { interaction, provider } = await this.#open(raw);
    return this.#described(provider, interaction);
  }

  async allow(
    raw: IncomingMessage,
    actor: WriterActor,
    chosen: readonly KeyScope[],
  ): Promise<string> {
    const { interaction, provider, exchange } = await this.#open(raw);
    const asked = await this.#described(provider, interaction);
    const scopes = asked.scopes.filter((each) => chosen.includes(each));
    if (scopes.length === 0) return this.refuse(raw);
    const { clientId, name, redirectHost } = asked;
    const { accountId } = actor;
    const resource = urlsOf(this.#context.config.baseUrl).ownToolServer;
    await takeBack(this.#context, actor, clientId, scopes);
    const grant = new provider.Grant({ accountId, clientId });
    grant.addResourceScope(resource, scopes.join(' '));
    const others = asked.scopes.filter((each) => !scopes.includes(each));
    if (others.length > 0) grant.rejectResourceScope(resource, others.join(' '));
    const grantId = await grant.save();
    await connectApp(this.#context, actor, { clientId, name, redirectHost, scopes });
    return provider.interactionResult(...exchange, { login: { accountId }, consent: { grantId } });
  }

  async refuse(raw: IncomingMessage): Promise<string> {
    const { provider, exchange } = await this.#open(raw);
    const result = {
      error: 'access_denied',
      error_description: 'The writer did not allow access.',
    };
    return provider.interactionResult(...exchange, result, { mergeWithLastSubmission: false });
  }

  /** An open consent is looked up by a signed cookie, because knowing its URL must not be enough. */
  async #open(raw: IncomingMessage) {
    const provider = await this.#provider();
    const request = providerRequest(this.#context.config, { raw, path: raw.url ?? '' });
    const exchange = [request, new HeldResponse(request)] as const;
    try {
      const interaction = await provider.interactionDetails(...exchange);
      return { provider, interaction, exchange };
    } catch (error) {
      const isGone = error instanceof Error && error.name === 'SessionNotFound';
      throw isGone ? new Problem('consent_over') : error;
    }
  }

  async #described(provider: Provider, { params }: Interaction): Promise<AskedConsent> {
    const clientId = String(params['client_id']);
    const client = await provider.Client.find(clientId);
    if (!client) throw new Problem('consent_over');
    const asked = String(params['scope'] ?? '').split(' ');
    const redirect = new URL(String(params['redirect_uri']));
    return {
      clientId,
      name: client.clientName ?? clientId,
      site: clientId.startsWith('https://') ? new URL(clientId).host : null,
      redirectHost: placeOf(redirect),
      isOnThisMachine: isOfThisMachine(redirect),
      scopes: KEY_SCOPES.filter((each) => asked.includes(each)),
    };
  }

  /** Keys are read at each call, so that every process uses rotated keys immediately. */
  async #provider(): Promise<Provider> {
    const keys = await signingKeysText(this.#context.store);
    if (this.#started?.keys !== keys) {
      const started = { keys, provider: this.#start(keys) };
      this.#started = started;
      // A failed start is forgotten, so that the next request tries again.
      started.provider.catch(() => {
        if (this.#started === started) this.#started = null;
      });
    }
    return this.#started.provider;
  }

  async #start(keys: string): Promise<Provider> {
    const { makeProvider } = await import('./provider.ts');
    return makeProvider(this.#context, keys, this.#failures);
  }
}
