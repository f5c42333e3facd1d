// /oembed: the preview that other sites show for a link to a piece or an author.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { asJson, sendText } from '../../http/cache/send-response.ts';
import { resource } from '../../http/resource.ts';
import { aiUsesBy } from '../../operations/authors/ai-uses.ts';
import { type Embeddable, embeddableAt } from '../../operations/discovery/oembed.ts';
import type { Context } from '../../operations/operation.ts';
import { html } from '../../rendering/templates/html.ts';
import { xml, xmlDocument } from '../../rendering/templates/xml.ts';

const WIDTH = 600;
const HEIGHT = 200;

interface Asked {
  url: string;
  format: 'json' | 'xml';
  maxWidth: number;
  maxHeight: number;
}

export function oembed(scope: FastifyInstance, context: Context): void {
  const { baseUrl, publicMaxAge } = context.config;
  resource(scope, '/oembed', {
    GET: {
      schema: { hide: true },
      async handler(request, reply) {
        const asked = askedIn(request);
        const found = await embeddableAt(context, asked.url);
        const answer = {
          version: '1.0',
          type: 'rich',
          provider_name: context.identity.current.name,
          provider_url: `${baseUrl}/`,
          ...shown(found, asked),
        };
        const aiUses = await aiUsesBy(context, found.author.slug);
        if (asked.format === 'json') {
          return sendText(request, reply, { ...asJson(answer, publicMaxAge), aiUses });
        }
        const fields = Object.entries(answer).map(
          ([name, value]) => [name, String(value)] as const,
        );
        return sendText(request, reply, {
          type: 'text/xml; charset=utf-8',
          body: inXml(fields),
          maxAge: publicMaxAge,
          aiUses,
        });
      },
    },
  });
}

const inXml = (fields: (readonly [name: string, value: string])[]) =>
  xmlDocument(
    xml`<oembed>${fields.map(([name, value]) => xml`\n<${name}>${value}</${name}>`)}\n</oembed>`,
  );

/** oEmbed forbids images that are larger than requested. */
function shown(found: Embeddable, { maxWidth, maxHeight }: Asked) {
  const { title, url, author, image } = found;
  const hasRoom = image && image.width <= maxWidth && image.height <= maxHeight;
  return {
    title,
    author_name: author.name,
    author_url: author.url,
    width: Math.min(WIDTH, maxWidth),
    height: Math.min(HEIGHT, maxHeight),
    html: quotation(found, url),
    ...(hasRoom && {
      thumbnail_url: image.url,
      thumbnail_width: image.width,
      thumbnail_height: image.height,
    }),
  };
}

/** A blockquote without script, style or iframe works on any page. */
const quotation = ({ title, text, author }: Embeddable, url: string) =>
  html`<blockquote cite="${url}"><p><a href="${url}"><strong>${title}</strong></a></p>${
    text && html`<p>${text}</p>`
  }${author.name !== title && html`<p>— <a href="${author.url}">${author.name}</a></p>`}</blockquote>`
    .text;

function askedIn({ query }: FastifyRequest): Asked {
  const given: { [name: string]: unknown } = { ...Object(query) };
  const format = given['format'] ?? 'json';
  if (format !== 'json' && format !== 'xml') throw new Problem('format_not_offered');
  const url = given['url'];
  if (typeof url !== 'string' || url === '') {
    throw refusal('url', 'Expected the URL of a page of this site, got none.');
  }
  return {
    url,
    format,
    maxWidth: sizeIn(given, 'maxwidth'),
    maxHeight: sizeIn(given, 'maxheight'),
  };
}

function sizeIn(given: { [name: string]: unknown }, field: string): number {
  const value = given[field];
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw refusal(field, 'Expected a number of pixels from 1 to 999999.');
}

const refusal = (field: string, reason: string) =>
  new Problem('invalid_input', { errors: [{ field, reason }] });
