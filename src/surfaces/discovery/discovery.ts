// Discovery for programs: text files, the sitemap, OpenAPI and oEmbed.

import type { FastifyInstance } from 'fastify';
import { openToAllOrigins } from '../../http/cors.ts';
import { answerAsJson } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import type { Context } from '../../operations/operation.ts';
import { license } from './license.ts';
import { llmsProducts } from './llms-products.ts';
import { llms } from './llms-txt.ts';
import { oembed } from './oembed.ts';
import { recordKeys } from './record-keys.ts';
import { robots } from './robots.ts';
import { securityTxt } from './security-txt.ts';
import { sitemap } from './sitemap.ts';

export async function discovery(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  answerAsJson(scope, context.store);
  limitReads(scope);
  llms(scope, context);
  llmsProducts(scope, context);
  sitemap(scope, context);
  robots(scope, context);
  license(scope, context);
  securityTxt(scope, context);
  recordKeys(scope, context);
  oembed(scope, context);
}
