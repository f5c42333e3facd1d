// Asks a site by oEmbed for the card of one of its URLs, and takes only a few words from the response.

import type { Config } from '../../config.ts';
import { foreignLine, foreignLines } from '../../rendering/text/foreign-words.ts';
import { CARD_LIMITS } from '../../schemas/cards/card-limits.ts';
import type { Card } from '../../schemas/cards/cards.ts';
import { isPostUrl, oembedUrl, postUrl } from '../../schemas/cards/providers.ts';
import { type Fields, getJson, type NoAnswer } from './guarded-json.ts';

const TYPES: readonly unknown[] = ['video', 'rich', 'photo', 'link'];

export async function askOembed(config: Config, url: string): Promise<Card | NoAnswer> {
  const asked = oembedUrl(url);
  if (asked === null) return 'none';
  const signal = AbortSignal.timeout(config.cardRequests.timeoutMs);
  const said = await getJson(config, asked, signal);
  if (typeof said === 'string') return said;
  if (!TYPES.includes(said['type'])) return 'unanswered';
  const author = foreignLine(said['author_name'], CARD_LIMITS.author);
  // Social media posts have no title, but some sites send the first words as the title.
  const isPost = isPostUrl(url);
  const title = isPost ? null : foreignLine(said['title'], CARD_LIMITS.title);
  const text = isPost ? await postText(config, url, said, signal) : null;
  return title || author || text ? { url, title, author, text } : 'unanswered';
}

/** Returns the text of the post's paragraphs, without elements, URLs or scripts. */
async function postText(config: Config, url: string, said: Fields, signal: AbortSignal) {
  const html = said['html'];
  const asked = postUrl(url);
  if (asked === null) return foreignLines(html, CARD_LIMITS.text, CARD_LIMITS.lines);
  const post = await getJson(config, asked, signal);
  // A text behind a content warning is left out.
  const isOpen = typeof post !== 'string' && !post['sensitive'] && !post['spoiler_text'];
  return isOpen ? foreignLines(post['content'], CARD_LIMITS.text, CARD_LIMITS.lines) : null;
}
