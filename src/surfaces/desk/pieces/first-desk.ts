// The first desk: a page with next steps, for a writer without pieces.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { DONE } from '../shared/labels.ts';
import { deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';
import { reviewNotice } from './review-notice.ts';

interface Step {
  title: string;
  words: string;
  link: Html;
}

const WRITER_STEPS: readonly Step[] = [
  {
    title: 'Write',
    words: 'A headline and a text are enough. Nobody sees them until you publish.',
    link: html`<a class="button primary" href="/desk/edit/pieces/new">Write your first piece</a>`,
  },
  {
    title: 'Import',
    words:
      'Bring a text that you already have: Markdown, plain text or a web page becomes a draft.',
    link: html`<a href="/desk/import">Import a file</a>`,
  },
  {
    title: 'Connect a program',
    words: 'With a key, a program can leave drafts on your desk. No key can publish.',
    link: html`<a href="/desk/edit/online-presence#keys">Make a key</a>`,
  },
];

const ADMIN_STEPS: readonly Step[] = [
  {
    title: 'Make the site yours',
    words: 'You’re an admin: give the site its name, tagline, colour and logo.',
    link: html`<a href="/desk/site">Set up the site</a>`,
  },
  {
    title: 'Invite',
    words: 'Send somebody a link, and they get a desk of their own.',
    link: html`<a href="/desk/invite">Invite a writer</a>`,
  },
];

export const whoPublishes = ({ context }: PageContext): string =>
  context.config.review
    ? 'Programs may draft here. Only you can submit, and an admin approves.'
    : 'Programs may draft here. Only you can publish.';

export async function firstDesk(page: PageContext): Promise<Html> {
  const { slug, isAdmin } = actorOf(page);
  const steps = isAdmin ? [...WRITER_STEPS, ...ADMIN_STEPS] : WRITER_STEPS;
  return deskPage(page, {
    title: 'Your pieces',
    here: 'Pieces',
    done: doneWords(page, DONE),
    content: html`${await reviewNotice(page)}
<h1>This is your desk</h1>
<p class="standfirst">${whoPublishes(page)}</p>
<ol class="first-steps">${steps.map(stepShown)}</ol>
<p class="first-links muted"><a href="/">See the site</a> <a href="/author/${slug}">Your page</a>
<a href="/desk/edit/profile">Fill in your profile</a></p>`,
  });
}

const stepShown = ({ title, words, link }: Step) => html`<li><h2>${title}</h2>
<p>${words}</p>
<p>${link}</p></li>
`;
