// /sitemap.xml: every public URL for search engines, in one file or in an index of several.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { sendStream } from '../../http/cache/streamed-response.ts';
import { parameter, resource } from '../../http/resource.ts';
import { type MapEntry, type MapPart, SiteMap } from '../../operations/discovery/sitemap.ts';
import type { Context } from '../../operations/operation.ts';
import { xml } from '../../rendering/templates/xml.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export function sitemap(scope: FastifyInstance, context: Context): void {
  const map = new SiteMap(context);
  const send = (request: FastifyRequest, reply: FastifyReply, parts: AsyncIterable<string>) =>
    sendStream(request, reply, {
      type: 'application/xml; charset=utf-8',
      parts,
      maxAge: context.config.publicMaxAge,
    });

  resource(scope, '/sitemap.xml', {
    GET: {
      schema: { hide: true },
      handler: (request, reply) => send(request, reply, mapDocument(map, context.config.baseUrl)),
    },
  });
  for (const kind of ['pages', 'pieces'] as const) {
    resource(scope, `/sitemap-${kind}-:number(^[1-9]\\d{0,6}).xml`, {
      GET: {
        schema: { hide: true },
        async handler(request, reply) {
          const number = Number(parameter(request, 'number'));
          const parts = (await map.parts()) ?? [];
          const part = parts.find((each) => each.of === kind && each.number === number);
          if (!part) throw new Problem('not_found');
          return send(request, reply, addresses(map.part(part)));
        },
      },
    });
  }
}

export async function* mapDocument(map: SiteMap, baseUrl: string): AsyncGenerator<string> {
  const parts = await map.parts();
  if (parts === null) yield* addresses(map.whole());
  else yield index(parts, baseUrl);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const index = (parts: MapPart[], baseUrl: string) =>
  `${HEAD}${
    xml`<sitemapindex xmlns="${NAMESPACE}">
${parts.map(
  ({ of, number }) => xml`<sitemap><loc>${baseUrl}/sitemap-${of}-${number}.xml</loc></sitemap>\n`,
)}</sitemapindex>
`.text
  }`;

async function* addresses(batches: AsyncIterable<MapEntry[]>): AsyncGenerator<string> {
  yield `${HEAD}<urlset xmlns="${NAMESPACE}">\n`;
  for await (const entries of batches) {
    if (entries.length > 0) yield xml`${entries.map(entry)}`.text;
  }
  yield '</urlset>\n';
}

const entry = ({ address, changed }: MapEntry) =>
  xml`<url><loc>${address}</loc>${changed && xml`<lastmod>${changed}</lastmod>`}</url>\n`;
