// Which clients are crawlers: programs that read a whole site, by the name that they give themselves.

import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';

/**
 * Crawlers whose names have none of the words below. Not here are programs that fetch one page because
 * a person asks for it now, such as ChatGPT-User or feed readers: that person is a reader.
 */
const NAMES = [
  'anthropic-ai',
  'APIs-Google',
  'BrightEdge',
  'Claude-Web',
  'cohere-ai',
  'Google-InspectionTool',
  'GoogleOther',
  'HTTrack',
  'heritrix',
  'ia_archiver',
  'Mediapartners-Google',
  'meta-externalagent',
  'NaverBot',
  'Nutch',
  'omgili',
  'Scrapy',
  'Slurp',
  'Webzio',
  'Yeti',
];

/** What most call themselves: Googlebot, GPTBot, ICC-Crawler, Bytespider. Cubot makes telephones. */
const WORDS = ['(?<!\\bcu)bots?(?![a-z])', 'crawl(?:er|ing)?(?![a-z])', 'spider(?![a-z])'];

/** One page at a time, for a person who posts or follows a link, reads a feed, or watches whether we are there. */
const READERS = [
  'Discordbot',
  'DuckAssistBot',
  'facebookexternalhit',
  'FeedlyBot',
  'LinkedInBot',
  'Mastodon',
  'Pingdom',
  'Robot Framework',
  'Slackbot',
  'superfeedr',
  'TelegramBot',
  'Twitterbot',
  'UptimeRobot',
];

const READER = new RegExp(`\\b(?:${READERS.join('|')})`, 'i');

const CRAWLER = new RegExp(`\\b(?:${NAMES.join('|')})\\b|${WORDS.join('|')}`, 'i');

const SEPARATORS = /[\s;,()]+/;

/** Readers' programs link to pages about bots too; a name is not in a URL or an e-mail address. */
const isLink = (word: string) => word.includes('://') || word.includes('@');

const namesIn = (userAgent: string) =>
  userAgent
    .split(SEPARATORS)
    .filter((word) => !isLink(word))
    .join(' ');

/** Names come first; a longer text was made up. */
const LONGEST = 300;

function isCrawlerName(userAgent: string): boolean {
  const names = namesIn(userAgent);
  return CRAWLER.test(names) && !READER.test(names);
}

/** Reading a browser's name takes 3 µs, a tenth of a response from the cache's file. */
const known = new LRUCache<string, boolean>({ max: 1_000, memoMethod: isCrawlerName });

export const isCrawler = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  known.memo((headers['user-agent'] ?? '').slice(0, LONGEST));
