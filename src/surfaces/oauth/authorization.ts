// OAuth at /oauth, for apps that connect to /mcp: its endpoints, limits and metadata. oidc-provider implements the
// protocol; the desk has the consent page.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendText } from '../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { networkOf } from '../../http/limits/client-address.ts';
import { limiter } from '../../http/limits/rate-limits.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { type Method, resource } from '../../http/resource.ts';
import { storeNothing } from '../../http/security-headers.ts';
import { clientMetadata } from '../../operations/oauth/client-metadata.ts';
import { refuseManyClients } from '../../operations/oauth/connected-apps.ts';
import { endCode } from '../../operations/oauth/records.ts';
import type { Context } from '../../operations/operation.ts';
import { RATES } from '../../schemas/requests/rates.ts';
import { KEY_SCOPES } from '../../schemas/vocabulary.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { type HeldResponse, MOUNTED_AT, type Sent } from './exchange.ts';
import { authorizationMetadata, ROUTES } from './metadata.ts';
import { answerInTermsOfOauth } from './oauth-errors.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

const PREFLIGHT = {
  methods: 'GET, POST',
  headers: '*, Authorization',
  exposed: 'WWW-Authenticate',
};

export async function authorization(
  scope: FastifyInstance,
  context: Context,
  server: AuthorizationServer,
): Promise<void> {
  scope.register((people) => authorizationEndpoint(people, server));
  scope.register((programs) => endpoints(programs, context, server));
  scope.register((programs) => metadata(programs, context));
}

/** The app sends the browser to the first URL; the desk sends it back to the second. */
async function authorizationEndpoint(scope: FastifyInstance, server: AuthorizationServer) {
  storeNothing(scope);
  limitReads(scope, 'desk');
  const get = (pathOf: (request: FastifyRequest) => string): { GET: Method } => ({
    GET: {
      schema: { hide: true },
      handler: async (request, reply) =>
        passOn(reply, await server.answer({ raw: request.raw, path: pathOf(request) })),
    },
  });
  const { authorization: path } = ROUTES;
  resource(
    scope,
    MOUNTED_AT + path,
    get((request) => `${path}?${asked(request)}`),
  );
  resource(
    scope,
    `${MOUNTED_AT}${path}/:uid`,
    get(({ url }) => url.slice(MOUNTED_AT.length)),
  );
}

/** Parameters of OpenID Connect are dropped, because RFC 6749 ignores unknown ones and responses come in the query. */
const IGNORED = ['acr_values', 'claims', 'id_token_hint', 'max_age', 'nonce', 'response_mode'];

/** Unknown scopes are dropped, because a consent can't grant them. No scope means all scopes. */
function asked({ url }: FastifyRequest): URLSearchParams {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  for (const name of IGNORED) query.delete(name);
  // The prompt parameter is dropped, because the desk asks the writer in any case.
  if (query.get('prompt') !== 'none') query.delete('prompt');
  const [given = '', ...more] = query.getAll('scope');
  const scopes = KEY_SCOPES.filter((each) => given.split(' ').includes(each));
  // A repeated parameter is passed on unchanged, because oidc-provider refuses it.
  if (more.length > 0) return query;
  query.set('scope', (scopes.length > 0 ? scopes : KEY_SCOPES).join(' '));
  return query;
}

async function endpoints(scope: FastifyInstance, context: Context, server: AuthorizationServer) {
  storeNothing(scope);
  openToAllOrigins(scope, PREFLIGHT);
  answerInTermsOfOauth(scope, context);
  // An office whose readers have used up the limit of public reads can still connect apps.
  limitReads(scope, 'desk');
  scope.removeContentTypeParser('text/plain');
  scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const ask = ({ raw, url }: FastifyRequest, body?: Sent['body']) =>
    server.answer({ raw, path: url.slice(MOUNTED_AT.length), body });
  const answer = async (request: FastifyRequest, reply: FastifyReply, body?: Sent['body']) =>
    passOn(reply, await ask(request, body));
  const form: Method = {
    schema: { hide: true },
    handler: (request, reply) =>
      answer(request, reply, { type: FORM_TYPE, text: String(request.body ?? '') }),
  };
  resource(scope, MOUNTED_AT + ROUTES.token, {
    POST: {
      schema: { hide: true },
      async handler(request, reply) {
        const text = String(request.body ?? '');
        const answered = await ask(request, { type: FORM_TYPE, text });
        if (answered.statusCode === 400) await endCode(context, new URLSearchParams(text));
        return passOn(reply, answered);
      },
    },
  });
  resource(scope, MOUNTED_AT + ROUTES.revocation, { POST: form });
  resource(scope, MOUNTED_AT + ROUTES.jwks, {
    GET: { schema: { hide: true }, handler: (request, reply) => answer(request, reply) },
  });
  resource(scope, MOUNTED_AT + ROUTES.registration, {
    POST: {
      schema: { hide: true },
      onRequest: limiter(scope, context.config, RATES.registration, networkOf),
      async handler(request, reply) {
        await refuseManyClients(context);
        const text = JSON.stringify(clientMetadata(request.body));
        return answer(request, reply, { type: JSON_TYPE, text });
      },
    },
  });
}

/** Headers of oidc-provider that are passed on; the service sets the others itself. */
const PASSED_ON = ['cache-control', 'content-type', 'location', 'set-cookie', 'www-authenticate'];

function passOn(reply: FastifyReply, held: HeldResponse): FastifyReply {
  for (const name of PASSED_ON) {
    const value = held.getHeader(name);
    if (value !== undefined) reply.header(name, value);
  }
  const isRedirect = held.statusCode >= 300 && held.statusCode < 400;
  return reply.code(held.statusCode).send(isRedirect ? '' : held.body);
}

async function metadata(scope: FastifyInstance, { config }: Context): Promise<void> {
  openToAllOrigins(scope);
  limitReads(scope);
  const body = JSON.stringify(authorizationMetadata(config));
  resource(scope, `/.well-known/oauth-authorization-server${MOUNTED_AT}`, {
    GET: {
      schema: { hide: true },
      handler: (request, reply) =>
        sendText(request, reply, {
          type: 'application/json; charset=utf-8',
          body,
          maxAge: config.publicMaxAge,
        }),
    },
  });
}
