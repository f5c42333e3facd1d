// The four widgets, each rendered from the data of an author.

import { namesOf } from '../../src/schemas/field-lists.ts';
import { NETWORK_NAMES, TICK_SIGNS } from '../../src/schemas/vocabulary.ts';
import type { Data } from './data.ts';
import { type Child, element, link, theirs, words } from './element.ts';
import type { WidgetOptions } from './widget-attributes.ts';

type Author = Data['author'];

// Month names are spelt out: creating an Intl formatter takes up to 80 ms, on someone else's page.
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

const WIDGETS: {
  readonly [kind in WidgetOptions['kind']]: (data: Data, wish: WidgetOptions) => HTMLElement;
} = {
  badge: ({ author }, { tone }) =>
    link(
      author.urls.profile,
      { class: tone === 'verified' && author.identity_verified ? 'pill strong' : 'pill' },
      element('span', { class: 'mark' }),
      element('bdi', { class: 'short', lang: '' }, author.name),
      tick(author),
    ),
  card: ({ author }) =>
    group(
      author.name,
      head(author),
      author.bio && paragraph('words snippet', author.bio),
      element(
        'p',
        { class: 'foot' },
        words(counts(author)),
        link(author.urls.profile, {}, `Read on ${hostOf(author.urls.profile)}`),
      ),
    ),
  list: ({ author, items }, { limit }) =>
    group(
      `Newest from ${author.name}`,
      nameLine(author),
      items.length > 0
        ? element('ul', { role: 'list', class: 'pieces' }, ...items.slice(0, limit).map(entry))
        : element('p', { class: 'muted' }, words('Nothing published yet.')),
    ),
  bio: ({ author }) =>
    group(
      `About ${author.name}`,
      head(author),
      ...(author.bio ?? '').split(/\n+/).map((text) => text && paragraph('words', text)),
      ways(author),
    ),
};

/** The widget in its theme, ready for a shadow root. */
export function widget(wish: WidgetOptions, data: Data): HTMLElement {
  const { author } = data;
  const name = author.name.replace(TICK_SIGNS, '').trim() || author.slug;
  const made = WIDGETS[wish.kind]({ ...data, author: { ...author, name } }, wish);
  made.classList.add('widget', wish.kind, wish.theme);
  made.lang = 'en';
  return made;
}

const group = (label: string, ...children: readonly Child[]) =>
  element('div', { class: 'sheet', role: 'group', 'aria-label': label }, ...children);

const paragraph = (kind: string, text: string) =>
  element('p', { class: kind, dir: 'auto', lang: '' }, text);

const tick = ({ identity_verified }: Author) =>
  identity_verified &&
  element('span', { class: 'tick', role: 'img', 'aria-label': 'Identity verified' });

const nameLine = (author: Author) =>
  element(
    'p',
    { class: 'name' },
    link(author.urls.profile, {}, theirs(author.name)),
    ' ',
    tick(author),
  );

const head = (author: Author) =>
  element(
    'div',
    { class: 'head' },
    face(author),
    element(
      'div',
      {},
      nameLine(author),
      author.role && element('p', { class: 'muted' }, theirs(author.role)),
    ),
  );

/** The avatar, or the first letter if there is none or the page blocks images. */
function face({ avatar_url, name }: Author): HTMLElement {
  const letter = element('span', { class: 'face', 'aria-hidden': 'true' }, [...name][0]);
  if (!avatar_url) return letter;
  const image = element('img', { class: 'face', src: avatar_url, alt: '' });
  image.addEventListener('error', () => image.replaceWith(letter));
  return image;
}

function dayOf(time: string): HTMLElement {
  const at = new Date(time);
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return element('time', { datetime: time }, words(day));
}

const counts = ({ stats }: Author) =>
  `${stats.pieces_count} ${stats.pieces_count === 1 ? 'piece' : 'pieces'}`;

const entry = ({ url, title, date_published }: Data['items'][number]) =>
  element('li', {}, link(url, {}, theirs(title)), dayOf(date_published));

/** The author's website and social profiles. */
function ways({ website, website_verified, socials }: Author): HTMLElement | null {
  const networks = namesOf(NETWORK_NAMES).map((network) => {
    const url = socials[network];
    return url && way(url, NETWORK_NAMES[network], false);
  });
  const places = [website && way(website, hostOf(website), website_verified), ...networks].filter(
    Boolean,
  );
  return places.length > 0 ? element('ul', { role: 'list', class: 'ways' }, ...places) : null;
}

const way = (url: string, name: string, isVerified: boolean) =>
  element(
    'li',
    {},
    link(url, {}, name),
    isVerified && element('span', { class: 'verified' }, ' verified'),
  );

const hostOf = (url: string) => new URL(url).host.replace(/^www\./, '');
