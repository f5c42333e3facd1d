// Ways to share a published piece: a form for Mastodon, whose users are on different servers, and plain links.

import type { PublicFacts } from '../../../operations/publishing/published-piece.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import {
  blueskyLink,
  emailLink,
  mastodonLink,
  mastodonServer,
  postText,
} from '../../../rendering/text/share-links.ts';
import { textField } from '../shared/form-fields.ts';
import type { PageContext } from '../shared/page-context.ts';

export function shareSection(page: PageContext, facts: PublicFacts): Html {
  const text = postText(facts);
  const server = mastodonServer(page.fields['server'] ?? '');
  return html`<section class="post-publish-share" aria-labelledby="share-title"><h2 id="share-title">Share it</h2>
<div class="inline-group"><a class="button" rel="noreferrer" href="${blueskyLink(text)}">Bluesky</a>
<a class="button" href="${emailLink(facts)}">Email</a></div>
<form class="post-publish-mastodon" method="get" data-mastodon="${text}">
${textField(page, {
  ...{ name: 'server', label: 'Mastodon: your server', required: true },
  hint: 'Such as mastodon.social. Remembered in this browser only.',
})}
<button>Share on Mastodon</button></form>
${
  server &&
  html`<p><a class="button" rel="noreferrer" href="${mastodonLink(server, text)}">Share on ${server}</a></p>`
}</section>`;
}
