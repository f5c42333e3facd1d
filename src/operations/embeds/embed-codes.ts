// The embed codes that writers paste into other sites.

import { type Html, html } from '../../rendering/templates/html.ts';
import { WIDGET_KINDS, type WidgetKind } from '../../schemas/vocabulary.ts';
import type { Context } from '../operation.ts';
import { urlsOf } from '../urls.ts';

interface Embed {
  id: WidgetKind | 'picture';
  title: string;
  words: string;
  code: string;
  /** The code without its script, because the desk's pages load the script once. */
  preview: Html;
}

const WORDS: { readonly [kind in WidgetKind]: { title: string; words: string } } = {
  badge: { title: 'Badge', words: 'The author’s name, for a footer or a line of text.' },
  card: { title: 'Card', words: 'The author in a few lines, with a link to their profile.' },
  list: { title: 'List', words: 'The newest pieces, always up to date.' },
  bio: { title: 'Bio', words: 'The full bio, with website and social profiles.' },
};

export function embedsOf(
  { config, identity }: Context,
  { slug, name }: { slug: string; name: string },
): Embed[] {
  const { baseUrl } = config;
  const { name: siteName } = identity.current;
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
      title: 'Badge as an image',
      words: 'For places without scripts, such as a README, a forum or an email.',
      code: image(badge_svg).text,
      preview: image(new URL(badge_svg).pathname),
    },
  ];
}

function widget(kind: WidgetKind, slug: string, link: Html): Html {
  if (kind === 'badge') {
    return html`<span data-service-widget="badge" data-slug="${slug}">${link}</span>`;
  }
  return html`<div data-service-widget="${kind}" data-slug="${slug}">${link}</div>`;
}
