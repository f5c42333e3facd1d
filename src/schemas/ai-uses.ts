// What AI readers may use texts for: the uses, their names in each format, and the crawlers that serve each.

import { Type } from 'typebox';
import { valuesFor } from './field-lists.ts';

/** `answers`: as a source of what an assistant says now. `training`: to make a model. */
export const AI_USES = ['search', 'answers', 'training'] as const;

export type AiUse = (typeof AI_USES)[number];

/** What somebody has said about a use; where they have not, nothing is claimed. */
export type AiUses = { readonly [use in AiUse]?: boolean };

export const AiUsesSchema = Type.Partial(Type.Object(valuesFor(AI_USES, () => Type.Boolean())));

export const AI_USE_LABELS: { readonly [use in AiUse]: string } = {
  search: 'Search',
  answers: 'AI answers',
  training: 'Training',
};

interface Names {
  /** In Content-Usage, of the IETF's working group on AI preferences. */
  usage: string;
  /** In Content-Signal, a line of robots.txt. */
  signal: string;
  /** In a licence of Really Simple Licensing. */
  rsl: string;
}

export const AI_USE_NAMES: { readonly [use in AiUse]: Names } = {
  search: { usage: 'search', signal: 'search', rsl: 'search' },
  answers: { usage: 'ai-use', signal: 'ai-input', rsl: 'ai-input' },
  training: { usage: 'train-ai', signal: 'ai-train', rsl: 'ai-train' },
};

/** As they name themselves in robots.txt. Each is here for what its operator says that it reads for. */
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

/** What somebody has said, use by use, in the words of a format. */
export const saidOf = (uses: AiUses, write: (use: AiUse, isAllowed: boolean) => string): string[] =>
  AI_USES.flatMap((use) => {
    const isAllowed = uses[use];
    return isAllowed === undefined ? [] : [write(use, isAllowed)];
  });

/** The value of a Content-Usage header; null where nothing was said. */
export function contentUsage(uses: AiUses): string | null {
  const said = saidOf(
    uses,
    (use, isAllowed) => `${AI_USE_NAMES[use].usage}=${isAllowed ? 'y' : 'n'}`,
  );
  return said.length > 0 ? said.join(', ') : null;
}

/** As a writer's row has it. */
export const aiUsesIn = (stored: string): AiUses => JSON.parse(stored);

export const storedAiUses = (uses: AiUses): string =>
  JSON.stringify(Object.fromEntries(AI_USES.map((use) => [use, uses[use]])));

/** What a writer says goes before what the site says. */
export const withWriters = (site: AiUses, stored: string): AiUses =>
  stored === '{}' ? site : { ...site, ...aiUsesIn(stored) };
