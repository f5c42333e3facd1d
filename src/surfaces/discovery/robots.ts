// /robots.txt: permissions for crawlers and AI readers.

import type { FastifyInstance } from 'fastify';
import { publicRead } from '../../http/public-reads.ts';
import { type WriterAiUses, writersAiUses } from '../../operations/authors/ai-uses.ts';
import type { Context } from '../../operations/operation.ts';
import {
  AI_CRAWLERS,
  AI_USE_NAMES,
  AI_USES,
  type AiUse,
  type AiUses,
  contentUsage,
  hasAiUses,
  saidOf,
} from '../../schemas/ai-uses.ts';

export function robots(scope: FastifyInstance, context: Context): void {
  const { aiUses, baseUrl, publicMaxAge: maxAge } = context.config;
  publicRead(scope, '/robots.txt', { hide: true }, async () => {
    const body = fittingTxt(baseUrl, aiUses, await writersAiUses(context));
    return { type: 'text/plain; charset=utf-8', body, maxAge };
  });
}

/** Crawlers read at least 500 KiB of the file, and may stop there. */
const READ_BYTES = 500 * 1024;

/** The file lists as many writers as crawlers are sure to read. */
function fittingTxt(baseUrl: string, site: AiUses, writers: WriterAiUses[]): string {
  const text = robotsTxt(baseUrl, site, writers);
  if (text.length <= READ_BYTES) return text;
  const fewer = Math.floor((writers.length * READ_BYTES) / text.length);
  return fittingTxt(baseUrl, site, writers.slice(0, Math.min(fewer, writers.length - 1)));
}

function robotsTxt(baseUrl: string, site: AiUses, writers: WriterAiUses[]): string {
  const isSaid = hasAiUses(site) || writers.length > 0;
  const said = [...signals(site), ...writers.flatMap(usageOf)];
  return [
    ['User-agent: *', ...said, 'Allow: /', NO_DESK],
    ...AI_USES.map((use) => crawlerGroup(use, site, writers, said)),
    ...(isSaid ? [[`License: ${baseUrl}/license.xml`]] : []),
    [`Sitemap: ${baseUrl}/sitemap.xml`],
  ]
    .filter((group) => group.length > 0)
    .map((group) => `${group.join('\n')}\n`)
    .join('\n');
}

const NO_DESK = 'Disallow: /desk';

/** The statement in both of the forms that crawlers know. */
function signals(uses: AiUses): string[] {
  const usage = contentUsage(uses);
  if (usage === null) return [];
  const said = saidOf(
    uses,
    (use, isAllowed) => `${AI_USE_NAMES[use].signal}=${isAllowed ? 'yes' : 'no'}`,
  );
  return [`Content-Signal: ${said.join(', ')}`, `Content-Usage: / ${usage}`];
}

const usageOf = ({ slug, uses }: WriterAiUses) =>
  pathsOf(slug).map((path) => `Content-Usage: ${path} ${contentUsage(uses)}`);

/** Both paths are needed, because `/author/ada` alone would match `/author/adam` too. */
const pathsOf = (slug: string) => [`/author/${slug}$`, `/author/${slug}/`];

/**
 * Group of the crawlers of one use. A crawler that finds its own group reads no other, so the group repeats the rules
 * for all. Empty if the crawlers may read everything.
 */
function crawlerGroup(use: AiUse, site: AiUses, writers: WriterAiUses[], said: string[]): string[] {
  const isOpen = site[use] ?? true;
  const others = writers.filter(({ uses }) => (uses[use] ?? true) !== isOpen);
  if (isOpen && others.length === 0) return [];
  const names = AI_CRAWLERS[use].map((name) => `User-agent: ${name}`);
  if (!isOpen && others.length === 0) return [...names, 'Disallow: /'];
  const otherwise = isOpen ? 'Disallow' : 'Allow';
  return [
    ...names,
    ...said,
    ...others.flatMap(({ slug }) => pathsOf(slug).map((path) => `${otherwise}: ${path}`)),
    ...(isOpen ? ['Allow: /', NO_DESK] : ['Disallow: /']),
  ];
}
