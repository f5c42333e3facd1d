// Reads an HTML file: metadata from its head, and its main part as Markdown.

import { Parser } from 'htmlparser2';
import { clipboardHtml } from '../../rendering/html-import/clipboard/clipboard-html.ts';
import { cleanHtml } from '../../rendering/html-import/html-cleaning.ts';
import { surveyHtml } from '../../rendering/html-import/html-survey.ts';
import { htmlToMarkdown } from '../../rendering/html-import/html-to-markdown.ts';
import { withoutControls } from './decode.ts';
import type { Found, FoundField } from './found-content.ts';
import { firstHeading } from './read-markdown.ts';
import { refusal } from './refusal.ts';

/** The maximum depth, which later recursive steps can handle. Real pages have a few dozen levels. */
const MOST_LEVELS = 500;

/** Elements that may hold the text, best first. */
const PARTS = ['article', 'main', 'body'] as const;
type Part = (typeof PARTS)[number];

interface Range {
  depth: number;
  start: number;
  end: number;
}

interface Page {
  readonly given: { [field in FoundField]?: string };
  readonly parts: { readonly [part in Part]: Range[] };
}

export function readHtml(source: string): Found {
  const { given, parts } = lookOver(source);
  const main = mainPart(source, parts);
  const { notes, losses } = surveyHtml(main);
  const { html, hadInlineImages } = cleanHtml(main, given.external_url, notes);
  const body = htmlToMarkdown(withoutControls(html));
  const leftOut = [...(hadInlineImages ? (['images'] as const) : []), ...losses];
  const heading = firstHeading(body);
  // A page title often includes the site's name, which the heading does not.
  const isHeadline = heading?.isOnly || (heading && given.headline?.startsWith(heading.text));
  if (!heading || !isHeadline) return { body, given, leftOut };
  return { body: heading.rest, given: { ...given, headline: heading.text }, leftOut };
}

export function readPasted(source: string): Found {
  lookOver(source);
  const page = clipboardHtml(source);
  const { html } = cleanHtml(page, undefined, surveyHtml(page).notes);
  return { body: htmlToMarkdown(withoutControls(html)).trim(), given: {}, leftOut: [] };
}

/** A single article is the main part. Several articles are a list, or comments. */
function mainPart(source: string, parts: Page['parts']): string {
  const outermost = parts.article.filter(({ depth }) => depth === parts.article[0]?.depth);
  const [article] = outermost.length === 1 ? outermost : [];
  const range = article ?? parts.main[0] ?? parts.body[0];
  return range ? source.slice(range.start, range.end) : source;
}

function lookOver(source: string): Page {
  const page: Page = { given: {}, parts: { article: [], main: [], body: [] } };
  const open: { part: Part; range: Range }[] = [];
  let depth = 0;
  let title: string | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MOST_LEVELS)
        throw refusal(
          'The page is nested too deeply to be read. Save the text alone, as plain text or Markdown, and import that.',
        );
      if (name === 'title' && page.given.headline === undefined) title = '';
      takeFacts(page, name, attributes);
      const part = PARTS.find((each) => each === name || each === attributes['role']);
      if (!part) return;
      const range = { depth, start: parser.endIndex + 1, end: source.length };
      page.parts[part].push(range);
      open.push({ part, range });
    },
    ontext(text) {
      if (title !== null) title += text;
    },
    onclosetag(name) {
      if (name === 'title' && title !== null) {
        const words = title.replace(/\s+/g, ' ').trim();
        if (words !== '') page.given.headline = words;
        title = null;
      }
      const last = open.at(-1)?.range;
      if (last?.depth === depth) {
        last.end = Math.min(parser.startIndex, source.length);
        open.pop();
      }
      depth -= 1;
    },
  });
  parser.end(source);
  return page;
}

interface Attributes {
  readonly [name: string]: string;
}

function takeFacts({ given }: Page, tag: string, attributes: Attributes): void {
  const take = (field: FoundField, value: string | undefined) => {
    if (value?.trim()) given[field] ??= value.trim();
  };
  if (tag === 'html') take('locale', attributes['lang']);
  if (tag === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attributes['rel'] ?? '')) {
    take('external_url', attributes['href']);
  }
  const name = attributes['name'] ?? attributes['property'];
  if (tag === 'meta' && name?.toLowerCase() === 'description') take('sub', attributes['content']);
}
