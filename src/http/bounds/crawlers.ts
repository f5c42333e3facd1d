// Recognises crawlers, which are programs that read a whole site, by their user agent.

import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';

/**
 * Crawlers whose names WORDS doesn't match. Programs that fetch one page for a person, such as ChatGPT-User, are not
 * crawlers, because that person is a reader.
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

/** Words in most crawlers' names: Googlebot, GPTBot, ICC-Crawler, Bytespider. Cubot is a brand of phones. */
const WORDS = ['(?<!\\bcu)bots?(?![a-z])', 'crawl(?:er|ing)?(?![a-z])', 'spider(?![a-z])'];

/** Bots that fetch one page for a person: link previews, feed readers, uptime monitors. */
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

/** Links in a user agent are ignored, because feed readers and browsers link to pages about bots too. */
const isLink = (word: string) => word.includes('://') || word.includes('@');

const namesIn = (userAgent: string) =>
  userAgent
    .split(SEPARATORS)
    .filter((word) => !isLink(word))
    .join(' ');

/** Characters of a user agent that are read: names come first, and longer user agents are fabricated. */
const LONGEST = 300;

function isCrawlerName(userAgent: string): boolean {
  const names = namesIn(userAgent);
  return CRAWLER.test(names) && !READER.test(names);
}

/** Results are cached, because matching a browser's name takes a tenth as long as a response from the cache's file. */
const known = new LRUCache<string, boolean>({ max: 1_000, memoMethod: isCrawlerName });

export const isCrawler = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  known.memo((headers['user-agent'] ?? '').slice(0, LONGEST));
