// Layout of every page at the desk, with navigation, notices and the CSRF field.

import { accentLink } from '../../../http/pages/accent-link.ts';
import { assetUrl } from '../../../http/pages/assets.ts';
import { CSRF_FIELD } from '../../../http/pages/csrf.ts';
import { iconLinks } from '../../../http/pages/site-icon.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { fieldErrorsOf, hasFocus } from './form-fields.ts';
import { when } from './labels.ts';
import { type PageContext, query } from './page-context.ts';

interface Page {
  title: string;
  here?: string;
  narrow?: boolean;
  /** Result of the last form, shown above the heading unless a form has a problem. */
  done?: string | null | undefined;
  content: Html;
}

const PLACES = [
  ['Pieces', '/desk'],
  ['Series', '/desk/series'],
  ['Shop', '/desk/edit/shop'],
  ['Profile', '/desk/edit/profile'],
  ['Online presence', '/desk/edit/online-presence'],
  ['Account', '/desk/account'],
] as const;

const ADMIN_PLACES = [
  ['Writers', '/desk/writers'],
  ['Pages', '/desk/pages'],
  ['Site', '/desk/site'],
] as const;

export function deskPage(page: PageContext, { title, here, narrow, done, content }: Page): Html {
  const identity = page.context.identity.current;
  const { name: siteName } = identity;
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.problem && 'Error: '}${title} · ${siteName}</title>
${iconLinks(identity)}
<link rel="stylesheet" href="${assetUrl('desk.css')}">
${accentLink(identity)}</head>
<body>
<a class="skip-link" href="#content">Skip to content</a>
<header class="masthead"><div>
<a class="wordmark" href="${page.me ? '/desk' : '/desk/sign-in'}">${siteName}</a>
${page.me && navigation(page, here)}
</div></header>
${page.me && leaving(page, page.me)}
<main id="content"${narrow && html` class="narrow"`}>
${notice(page, done)}
${content}
</main>
${page.me && scripts(page.me)}
</body>
</html>`;
}

function navigation(page: PageContext, here: string | undefined): Html {
  const review = page.context.config.review ? ([['Review', '/desk/review']] as const) : [];
  const admin = page.me?.actor.isAdmin ? [...review, ...ADMIN_PLACES] : [];
  const link = (word: string, path: string) =>
    html`<a href="${path}"${word === here && html` aria-current="page"`}>${word}</a>`;
  return html`<nav aria-label="Desk">${[...PLACES, ...admin].map(([word, path]) => link(word, path))}</nav>
<a class="view-site" href="/">View site</a>
<form method="post" action="/desk/sign-out">${csrfField(page)}
<button class="link-button">Sign out</button></form>`;
}

/** A script says which pieces have unsaved changes, because only the browser knows what it has stored. */
const scripts = ({ actor }: SignedIn) =>
  html`<script type="module" src="${assetUrl('local-times.js')}"></script>
<script type="module" src="${assetUrl('unsaved-pieces.js')}" data-unsaved-of="${actor.accountId}"></script>`;

/** On every page, until the writer keeps the account or the day has come. */
function leaving(page: PageContext, { erasureDueAt }: SignedIn): Html | null {
  if (erasureDueAt === null) return null;
  return html`<div class="banner" role="status"><p>Your account will be deleted on
${when(erasureDueAt, page.context.now())}.</p>
<form method="post" action="/desk/account/keep">${csrfField(page)}<button>Keep my account</button></form></div>`;
}

/** Errors about one field are shown at that field instead. */
function notice({ problem }: PageContext, done: Page['done']): Html | null {
  if (!problem) return done ? html`<p class="notice" role="status">${done}</p>` : null;
  const wrong = fieldErrorsOf(problem).length;
  const words =
    wrong > 0 ? `Please check the field${wrong > 1 ? 's' : ''} marked below.` : problem.reason;
  // The notice gets the focus if no field has it, because it is what to read next.
  const focus = !hasFocus(problem) && html` tabindex="-1" autofocus`;
  return html`<p class="notice problem"${focus} role="alert">${words}</p>`;
}

/** Message about the last form, chosen by the `done` parameter of the redirect. */
export function doneWords(page: PageContext, words: { readonly [done: string]: string }) {
  const done = query(page, 'done');
  return Object.hasOwn(words, done) ? words[done] : null;
}

export const csrfField = ({ token }: PageContext) =>
  html`<input type="hidden" name="${CSRF_FIELD}" value="${token}">`;
