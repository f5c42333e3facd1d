// Uses of texts by AI: their names in each format, and the crawlers behind each use.

import { Type } from 'typebox';
import { valuesFor } from './field-lists.ts';

/** `answers` means that an assistant quotes the text as a source, `training` that a model is made from it. */
export const AI_USES = ['search', 'answers', 'training'] as const;

export type AiUse = (typeof AI_USES)[number];

/** The uses that are allowed or refused. A missing use is left open. */
export type AiUses = { readonly [use in AiUse]?: boolean };

export const AiUsesSchema = Type.Partial(Type.Object(valuesFor(AI_USES, () => Type.Boolean())));

export const AI_USE_LABELS: { readonly [use in AiUse]: string } = {
  search: 'Search',
  answers: 'AI answers',
  training: 'Training',
};

interface Names {
  /** The key in the Content-Usage header of the IETF's working group on AI preferences. */
  usage: string;
  /** The key in the Content-Signal line of robots.txt. */
  signal: string;
  /** The key in a licence by Really Simple Licensing. */
  rsl: string;
}

export const AI_USE_NAMES: { readonly [use in AiUse]: Names } = {
  search: { usage: 'search', signal: 'search', rsl: 'search' },
  answers: { usage: 'ai-use', signal: 'ai-input', rsl: 'ai-input' },
  training: { usage: 'train-ai', signal: 'ai-train', rsl: 'ai-train' },
};

/** User agents in robots.txt, each listed for the use that its operator documents. */
export const AI_CRAWLERS: { readonly [use in AiUse]: readonly string[] } = {
  search: [
    'Googlebot',
    'Bingbot',
    'DuckDuckBot',
    'Applebot',
    'YandexBot',
    'OAI-SearchBot',
    'Claude-SearchBot',
    'PerplexityBot',
    'Amzn-SearchBot',
    'Meta-WebIndexer',
  ],
  answers: [
    'ChatGPT-User',
    'Claude-User',
    'Perplexity-User',
    'MistralAI-User',
    'DuckAssistBot',
    'Meta-ExternalFetcher',
    'Amzn-User',
  ],
  training: [
    'GPTBot',
    'ClaudeBot',
    'Google-Extended',
    'Applebot-Extended',
    'CCBot',
    'Bytespider',
    'Meta-ExternalAgent',
    'Amazonbot',
  ],
};

export const hasAiUses = (uses: AiUses) => AI_USES.some((use) => uses[use] !== undefined);

export const saidOf = (uses: AiUses, write: (use: AiUse, isAllowed: boolean) => string): string[] =>
  AI_USES.flatMap((use) => {
    const isAllowed = uses[use];
    return isAllowed === undefined ? [] : [write(use, isAllowed)];
  });

/** The value of a Content-Usage header; null if every use is left open. */
export function contentUsage(uses: AiUses): string | null {
  const said = saidOf(
    uses,
    (use, isAllowed) => `${AI_USE_NAMES[use].usage}=${isAllowed ? 'y' : 'n'}`,
  );
  return said.length > 0 ? said.join(', ') : null;
}

export const aiUsesIn = (stored: string): AiUses => JSON.parse(stored);

export const storedAiUses = (uses: AiUses): string =>
  JSON.stringify(Object.fromEntries(AI_USES.map((use) => [use, uses[use]])));

/** The writer's choice about a use overrides the site's. */
export const withWriters = (site: AiUses, stored: string): AiUses =>
  stored === '{}' ? site : { ...site, ...aiUsesIn(stored) };
