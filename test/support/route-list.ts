// Every route of every application, taken down as it is added, so that none can be forgotten.

import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

const routes = new WeakMap<FastifyInstance, Set<string>>();

const isAnnouncement = (message: unknown): message is { fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message;

subscribe('fastify.initialization', (message) => {
  if (!isAnnouncement(message)) return;
  const urls = new Set<string>();
  routes.set(message.fastify, urls);
  message.fastify.addHook('onRoute', ({ url }) => {
    urls.add(url);
  });
});

/** The addresses of an application that is ready, in the router's notation. */
export const routeUrlsOf = (app: FastifyInstance): string[] => [...(routes.get(app) ?? [])].sort();
