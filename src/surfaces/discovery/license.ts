// /license.xml: permissions for AI readers, in the format of Really Simple Licensing (RSL 1.0).

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import { publicRead } from '../../http/public-reads.ts';
import { writersAiUses } from '../../operations/authors/ai-uses.ts';
import type { Context } from '../../operations/operation.ts';
import { type Xml, xml, xmlDocument } from '../../rendering/templates/xml.ts';
import { AI_USE_NAMES, AI_USES, type AiUses, hasAiUses } from '../../schemas/ai-uses.ts';

const RSL = 'https://rslstandard.org/rsl';

export function license(scope: FastifyInstance, context: Context): void {
  const { aiUses, publicMaxAge: maxAge } = context.config;
  publicRead(scope, '/license.xml', { hide: true }, async () => {
    const writers = await writersAiUses(context);
    const parts = [
      ...(hasAiUses(aiUses) ? [content('/', aiUses)] : []),
      ...writers.flatMap(({ slug, uses }) =>
        [`/author/${slug}$`, `/author/${slug}/*`].map((url) => content(url, uses)),
      ),
    ];
    if (parts.length === 0) throw new Problem('not_found');
    const body = xmlDocument(xml`<rsl xmlns="${RSL}">\n${parts}</rsl>`);
    return { type: 'application/rsl+xml; charset=utf-8', body, maxAge };
  });
}

/** Uses without a statement are neither permitted nor prohibited. */
const content = (url: string, uses: AiUses): Xml => xml`<content url="${url}">
<license>
${statement('permits', namesOf(uses, true))}${statement('prohibits', namesOf(uses, false))}</license>
</content>
`;

const namesOf = (uses: AiUses, isAllowed: boolean) =>
  AI_USES.filter((use) => uses[use] === isAllowed).map((use) => AI_USE_NAMES[use].rsl);

function statement(name: 'permits' | 'prohibits', uses: string[]): Xml | null {
  if (uses.length === 0) return null;
  const words = uses.join(' ');
  return name === 'permits'
    ? xml`<permits type="usage">${words}</permits>\n`
    : xml`<prohibits type="usage">${words}</prohibits>\n`;
}
