// Which clients are crawlers: programs that read a whole site, by the name that they give themselves.

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

/** Clients send some hundreds of different names; whoever makes up more gets no memory for long. */
const REMEMBERED = 1_000;
const LONGEST = 300;
const remembered = new Map<string, boolean>();

export function isCrawler(userAgent: string | undefined): boolean {
  if (userAgent === undefined) return false;
  // A name is at the beginning; what is longer was made up.
  const named = userAgent.slice(0, LONGEST);
  const known = remembered.get(named);
  if (known !== undefined) return known;
  const names = namesIn(named);
  const found = CRAWLER.test(names) && !READER.test(names);
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(named, found);
  return found;
}
