// oidc-provider, with everything switched off that a client of /mcp doesn't need. This file is loaded at first use.

import Provider, { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { clientDocument } from '../../operations/oauth/client-documents.ts';
import { type SigningKeys, signingKeysIn } from '../../operations/oauth/signing-keys.ts';
import type { Context } from '../../operations/operation.ts';
import { urlsOf } from '../../operations/urls.ts';
import { OAUTH_LIMITS } from '../../schemas/oauth/oauth-limits.ts';
import { KEY_SCOPES } from '../../schemas/vocabulary.ts';
import { COOKIES } from './exchange.ts';
import { ROUTES } from './metadata.ts';
import { RecordAdapter } from './record-adapter.ts';

/** Seconds for which a client's document is cached. */
const DOCUMENT_CACHE = { min: 60, max: 3_600 };

/** Failures that aren't the client's fault, by request. */
export type Failures = WeakMap<object, unknown>;

export function makeProvider(context: Context, keys: string, failures: Failures): Provider {
  const urls = urlsOf(context.config.baseUrl);
  const provider = new Provider(
    urls.authorizationServer,
    configuration(context, signingKeysIn(keys), failures),
  );
  // oidc-provider may trust proxy headers here, because exchange.ts sets them.
  provider.proxy = true;
  const note = ({ req }: KoaContextWithOIDC, error: unknown) => void failures.set(req, error);
  provider.on('server_error', note);
  return provider;
}

const configuration = (context: Context, keys: SigningKeys, failures: Failures): Configuration => ({
  adapter: (kind: string) => new RecordAdapter(context, kind),
  jwks: { keys: [...keys.jwks] },
  cookies: { keys: [...keys.cookies], names: { ...COOKIES } },
  routes: ROUTES,
  features: features(context),
  clientAuthMethods: ['none'],
  clientDefaults: {
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: 'ES256',
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  responseTypes: ['code'],
  scopes: [],
  claims: {},
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  expiresWithSession: async () => false,
  findAccount: (_ctx, id) => account(context, id),
  // The grant is always the one that the writer has just confirmed; earlier grants aren't reused.
  async loadExistingGrant({ oidc }) {
    const id = oidc.result?.consent?.grantId;
    return id === undefined ? undefined : oidc.provider.Grant.find(id);
  },
  interactions: { url: (_ctx, { uid }) => `/desk/connect/${uid}` },
  ttl: {
    AccessToken: OAUTH_LIMITS.accessToken,
    AuthorizationCode: OAUTH_LIMITS.code,
    Grant: OAUTH_LIMITS.grant,
    Interaction: OAUTH_LIMITS.consent,
    RefreshToken: OAUTH_LIMITS.refreshToken,
    Session: OAUTH_LIMITS.code,
  },
  clientBasedCORS: () => true,
  fetch: (url) => clientDocument(context, String(url)),
  renderError(ctx, out, error) {
    if (!failures.has(ctx.req)) failures.set(ctx.req, new AuthorizationError(out, error));
  },
});

export class AuthorizationError extends Error {
  constructor(
    { error, error_description }: { error: string; error_description?: string | undefined },
    cause: Error,
  ) {
    super(error_description ?? error, { cause });
  }
}

/** Suspended writers have no account here: they get no token, and their refresh tokens are refused. */
async function account({ store }: Context, accountId: string) {
  const [author] = await store.authors.byIds([accountId]);
  if (!author || author.suspended_at !== null) return undefined;
  return { accountId, claims: () => ({ sub: accountId }) };
}

function features(context: Context): NonNullable<Configuration['features']> {
  const resource = urlsOf(context.config.baseUrl).ownToolServer;
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: DOCUMENT_CACHE,
    },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      // Clients of the oldest version send no resource, and there is only this one.
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, asked) {
        if (asked !== resource) throw new errors.InvalidTarget();
        const scope = KEY_SCOPES.join(' ');
        return {
          ...{ scope, audience: resource, accessTokenFormat: 'opaque' },
          accessTokenTTL: OAUTH_LIMITS.accessToken,
        };
      },
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}
