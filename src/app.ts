// The whole application, assembled by hand; read it from top to bottom.

import fastify, { type FastifyInstance } from 'fastify';
import { sayAiUses } from './http/ai-uses.ts';
import { limitBodyMemory } from './http/body-memory.ts';
import { Admission } from './http/bounds/admission.ts';
import { BOUNDS, type Bounds } from './http/bounds/bounds.ts';
import { StreamSlots } from './http/bounds/stream-slots.ts';
import { CacheFastPath } from './http/cache/cache-fast-path.ts';
import type { FastResponse } from './http/cache/cached-response.ts';
import { ResponseCache, useResponseCache } from './http/cache/response-cache.ts';
import { responseFingerprint } from './http/cache/response-fingerprint.ts';
import { Draining } from './http/draining.ts';
import { answerProblems, answerUnparsable, answerUnroutable } from './http/error-responses.ts';
import { readJsonBodies } from './http/json-bodies.ts';
import { addressReader, readClientAddresses } from './http/limits/client-address.ts';
import { KeyLimits } from './http/limits/key-limits.ts';
import { Limits } from './http/limits/rate-limits.ts';
import { ReadLimit } from './http/limits/read-rate-limit.ts';
import { logFastResponses, logOptions, logRequests } from './http/log/request-log.ts';
import { describeRoutes } from './http/openapi/openapi-document.ts';
import { bundleScripts, serveAssets } from './http/pages/assets.ts';
import { followIdentity, followIdentityWhereNothingIs } from './http/pages/follow-identity.ts';
import { restoreMethods, routeOtherMethods } from './http/resource.ts';
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts';
import { leadOnFromSlashes, urlOfPreflight } from './http/targets/trailing-slash.ts';
import { serveAlone, type WorkerContext } from './http/worker-context.ts';
import type { Context } from './operations/operation.ts';
import { ViewCounter } from './operations/views/view-counter.ts';
import { REQUEST_LIMITS } from './schemas/requests/request-limits.ts';
import { servingJobs } from './serving-jobs.ts';
import { CachedResponses, cacheFileIn } from './store/cached-responses/cached-responses.ts';
import { publicApi } from './surfaces/api/public-api.ts';
import { writeApi } from './surfaces/api/write-api.ts';
import { desk } from './surfaces/desk/desk.ts';
import { discovery } from './surfaces/discovery/discovery.ts';
import { openapi } from './surfaces/discovery/openapi.ts';
import { embeds } from './surfaces/embeds/embeds.ts';
import { feeds } from './surfaces/feeds/feeds.ts';
import { health } from './surfaces/health/health.ts';
import { toolServer } from './surfaces/mcp/tool-server.ts';
import { media } from './surfaces/media/media.ts';
import { authorization } from './surfaces/oauth/authorization.ts';
import { AuthorizationServer } from './surfaces/oauth/authorization-server.ts';
import { preview } from './surfaces/preview/preview.ts';
import { problemPage } from './surfaces/site/error-page.ts';
import { site } from './surfaces/site/site.ts';
import { views } from './surfaces/views/views.ts';

const LONGEST_PARAMETER = 2_000;

/** Stubs for Fastify's compilers, which take a few megabytes and are overridden below. */
const OWN_COMPILERS = { buildValidator: unused, buildSerializer: unused };

function unused(): never {
  throw new Error('The application sets its own compilers.');
}

type Surface = (scope: FastifyInstance) => Promise<void>;

export async function buildApp(
  context: Context,
  workerContext: WorkerContext = serveAlone(),
  bounds: Bounds = BOUNDS,
): Promise<FastifyInstance> {
  const { config, store } = context;
  const warn = (words: string) => app.log.warn(words);
  const cacheFile = new CachedResponses({
    ...{ path: cacheFileIn(config.dataDir), log: store.contentLog, warn },
    bytes: config.responseCacheBytes > 0 ? config.overflowBytes : 0,
    fingerprint: () => responseFingerprint(config),
  });
  const responseCache = new ResponseCache(store, config.responseCacheBytes, cacheFile);
  const addressOf = addressReader(config.trustProxy);
  const { counts } = workerContext;
  const limits = new Limits({ config, counts, addressOf, warn });
  const readLimit = new ReadLimit(limits, addressOf);
  const listeners: ((sent: FastResponse) => void)[] = [];
  const onSent = (sent: FastResponse) => listeners.forEach((listener) => void listener(sent));
  const headers = securityHeaders(config);
  const admission = new Admission(bounds);
  const parts = { responseCache, readLimit, admission, bounds, config, headers };
  const fastPath = new CacheFastPath({ ...parts, onSent });
  const app = fastify({
    ...logOptions(config, workerContext.worker),
    trustProxy: config.trustProxy,
    bodyLimit: REQUEST_LIMITS.bodyBytes,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    forceCloseConnections: 'idle',
    // Requests during shutdown are still answered: Fastify's own 503 has neither our body nor Retry-After.
    return503OnClosing: false,
    schemaController: { compilersFactory: OWN_COMPILERS },
    rewriteUrl(request) {
      const url = urlOfPreflight(request);
      routeOtherMethods(app, request);
      return url;
    },
    serverFactory: fastPath.serverFactory,
    clientErrorHandler: answerUnparsable(headers),
    frameworkErrors: answerUnroutable(problemPage(context), headers),
  });

  // Bundling runs in another process, while routes are registered here.
  const scripts = bundleScripts();
  app.addHook('onReady', () => scripts);
  restoreMethods(app);
  sendSecurityHeaders(app, headers);

  // Fastify's validation is off, because operations check their own input on every surface.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  readJsonBodies(app);
  readClientAddresses(app, addressOf);
  limitBodyMemory(app, config.bodyMemoryBytes);
  logRequests(app, config.logSample);
  answerProblems(app, store, problemPage(context));
  app.decorate('admission', admission);
  app.decorate('streamSlots', new StreamSlots(bounds.streams));
  admission.useIn(app);
  leadOnFromSlashes(app);
  await describeRoutes(app, config);

  listeners.push(logFastResponses(app.log, config.logSample, addressOf));
  if (config.metrics) {
    const { metrics } = await import('./surfaces/health/metrics.ts');
    listeners.push(metrics(app, config, workerContext));
  }
  useResponseCache(app, responseCache);
  fastPath.closeWith(app);
  app.addHook('onListen', async () => store.listen());
  app.decorate('draining', new Draining());
  app.decorate('readLimit', readLimit);
  app.decorate('limits', limits);
  app.decorate('keyLimits', new KeyLimits(app));

  followIdentityWhereNothingIs(app, context);
  const named = (surface: Surface) => (scope: FastifyInstance) => {
    followIdentity(scope, context);
    return surface(scope);
  };
  const inPublic = (surface: Surface) => (scope: FastifyInstance) => {
    sayAiUses(scope, config);
    return surface(scope);
  };
  app.register((scope) => health(scope, context));
  app.register(inPublic(named((scope) => openapi(scope, context))));
  // Public reads may come from a replica, but writers must read their own writes.
  const open = { ...context, store: store.forReaders() };
  app.register(
    inPublic((scope) => publicApi(scope, open)),
    { prefix: '/api/public' },
  );
  app.register((scope) => writeApi(scope, context), { prefix: '/api/v1' });
  app.register(named((scope) => toolServer(scope, context, open)));
  const authorizationServer = new AuthorizationServer(context);
  app.register(named((scope) => authorization(scope, context, authorizationServer)));
  app.register(inPublic(named((scope) => embeds(scope, open))));
  app.register(inPublic((scope) => media(scope, context)));
  app.register(named((scope) => preview(scope, context)));
  const viewCounter = new ViewCounter(context);
  app.register((scope) => views(scope, context, viewCounter));
  app.register(inPublic(named((scope) => feeds(scope, open))));
  app.register(inPublic(named((scope) => discovery(scope, open))));
  app.register(named((scope) => desk(scope, context, authorizationServer)));
  app.register(inPublic(named((scope) => site(scope, open))));
  serveAssets(app);
  const jobs = servingJobs(context, { viewCounter, cacheFile }, app.log);
  app.addHook('onListen', async () => jobs.start());
  app.addHook('preClose', () => jobs.stop());
  return app;
}
