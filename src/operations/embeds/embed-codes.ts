// What a writer pastes into a page elsewhere, to show who they are and what they publish.

import type { Config } from '../../config.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import { WIDGET_KINDS, type WidgetKind } from '../../schemas/vocabulary.ts';
import { urlsOf } from '../urls.ts';

interface Embed {
  id: WidgetKind | 'picture';
  title: string;
  words: string;
  code: string;
  /** The same for a page of ours, which has the script once. */
  preview: Html;
}

const WORDS: { readonly [kind in WidgetKind]: { title: string; words: string } } = {
  badge: { title: 'Badge', words: 'The name, for the foot of a page or a line of text.' },
  card: { title: 'Card', words: 'Who this is, in a few lines, with the way to everything.' },
  list: { title: 'List', words: 'The newest pieces. It is up to date by itself.' },
  bio: { title: 'Bio', words: 'The whole bio, with website and networks.' },
};

export function embedsOf(
  { baseUrl, siteName }: Config,
  { slug, name }: { slug: string; name: string },
): Embed[] {
  const urls = urlsOf(baseUrl);
  const { profile, badge_svg } = urls.author(slug);
  const link = html`<a href="${profile}">${name} on ${siteName}</a>`;
  const script = html`<script async src="${urls.embedScript}"></script>`;
  const image = (source: string) =>
    html`<a href="${profile}"><img src="${source}" alt="${name} on ${siteName}" height="32"></a>`;
  const widgets = WIDGET_KINDS.map((kind) => {
    const preview = widget(kind, slug, link);
    return { id: kind, ...WORDS[kind], preview, code: html`${preview}\n${script}`.text };
  });
  return [
    ...widgets,
    {
      id: 'picture',
      title: 'Badge as a picture',
      words: 'For places that take no script: a README, a forum, a letter.',
      code: image(badge_svg).text,
      preview: image(new URL(badge_svg).pathname),
    },
  ];
}

/** The link inside stays until the widget is there, and where it cannot be had. */
function widget(kind: WidgetKind, slug: string, link: Html): Html {
  if (kind === 'badge') {
    return html`<span data-service-widget="badge" data-slug="${slug}">${link}</span>`;
  }
  return html`<div data-service-widget="${kind}" data-slug="${slug}">${link}</div>`;
}
