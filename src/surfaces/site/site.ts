// The public site: every page that readers see.

import type { FastifyInstance } from 'fastify';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import type { Context } from '../../operations/operation.ts';
import { accentStyles } from './accent.ts';
import { authors } from './authors.ts';
import { categories } from './categories.ts';
import { developers } from './developers/developers.ts';
import { home } from './home.ts';
import { pieces } from './pieces.ts';
import { search } from './search.ts';
import { series } from './series/series-page.ts';
import { shop } from './shop.ts';
import { sitePages } from './site-pages.ts';
import { socialImages } from './social-image.ts';
import { tags } from './tags.ts';

export async function site(scope: FastifyInstance, context: Context): Promise<void> {
  limitReads(scope);
  accentStyles(scope, context);
  home(scope, context);
  categories(scope, context);
  authors(scope, context);
  pieces(scope, context);
  socialImages(scope, context);
  tags(scope, context);
  search(scope, context);
  series(scope, context);
  shop(scope, context);
  developers(scope, context);
  await scope.register((pages) => sitePages(pages, context));
}
