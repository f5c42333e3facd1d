// Records every route of every application as it is added, so that tests can't miss one.

import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

const routes = new WeakMap<FastifyInstance, RouteOptions[]>();

const isAnnouncement = (message: unknown): message is { fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message;

subscribe('fastify.initialization', (message) => {
  if (!isAnnouncement(message)) return;
  const taken: RouteOptions[] = [];
  routes.set(message.fastify, taken);
  message.fastify.addHook('onRoute', (route) => {
    taken.push(route);
  });
});

/** The routes of an application that is ready. */
export const routesTakenDown = (app: FastifyInstance): RouteOptions[] => routes.get(app) ?? [];

/** The URLs of the routes, in the router's notation. */
export const routeUrlsOf = (app: FastifyInstance): string[] =>
  [...new Set(routesTakenDown(app).map(({ url }) => url))].sort();
