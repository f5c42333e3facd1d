// The URLs that the router knows, in the notation of the API description.

import type { FastifyInstance } from 'fastify';

const LINE = /^(?<indent>[│ ]*)[├└]── (?<part>\S+) \(/;
const INDENT = 4;

export function routesOf(app: FastifyInstance): string[] {
  const trail: string[] = [];
  const paths: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const { indent = '', part } = LINE.exec(line)?.groups ?? {};
    if (part === undefined) continue;
    trail.splice(indent.length / INDENT, trail.length, part);
    paths.push(trail.join('').replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}'));
  }
  return paths;
}
