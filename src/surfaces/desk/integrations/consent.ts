// The consent page: the app that asks for access, its scopes, and the writer's decision.

import type { AskedConsent, Consents } from '../../../operations/oauth/consents.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { KEY_SCOPES, type KeyScope } from '../../../schemas/vocabulary.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext } from '../shared/page-context.ts';

const SCOPE_WORDS: { readonly [scope in KeyScope]: string } = {
  'pieces:write':
    'Create drafts, revise them and reply to your notes. To do that, it also reads your pieces and notes.',
  'pieces:read': 'Read your pieces, including drafts, and your notes.',
};

export function connect(desk: Desk, consents: Consents): void {
  desk.writer(
    '/desk/connect/:uid',
    async (page) => consentPage(page, await consents.asked(page.request.raw)),
    async (page) => {
      const { raw } = page.request;
      const { name } = await consents.asked(raw);
      const chosen = KEY_SCOPES.filter((each) => page.fields[each] === 'yes');
      const isAllowed = page.fields['answer'] === 'allow' && chosen.length > 0;
      const next = isAllowed
        ? await consents.allow(raw, actorOf(page), chosen)
        : await consents.refuse(raw);
      return answeredPage(page, name, next, isAllowed);
    },
    { isAskedAgain: true },
  );
}

function consentPage(page: PageContext, asked: AskedConsent): Html {
  return deskPage(page, {
    title: 'Connect an app',
    here: 'Online presence',
    narrow: true,
    content: html`<h1>Connect “${asked.name}” to your desk?</h1>
<p class="standfirst">It wants to ${asksFor(asked)} your pieces and notes. It can never publish.</p>
${asked.isOnThisMachine && thisMachineWarning(asked)}
<dl class="facts"><dt>App</dt><dd>${asked.name}</dd>
${asked.site && html`<dt>From</dt><dd>${asked.site}</dd>`}
<dt>Sends you back to</dt><dd class="url">${asked.redirectHost}</dd>
<dt>Your account</dt><dd>${page.me?.name} (${actorOf(page).slug})</dd></dl>
<form class="stack" method="post">${csrfField(page)}
<fieldset class="checks"><legend>What it may do</legend>${asked.scopes.map(scopeChoice)}</fieldset>
<p class="muted">Apps choose their own names: anyone can call an app “${asked.name}”. You can disconnect it at any
time, under Online presence.</p>
<div class="inline-group"><button class="primary" name="answer" value="allow">Connect</button>
<button name="answer" value="refuse">Cancel</button></div>
</form>`,
  });
}

const asksFor = ({ scopes }: AskedConsent) =>
  scopes.includes('pieces:write') ? 'create drafts and read' : 'read';

const scopeChoice = (scope: KeyScope) => html`<label><input type="checkbox" name="${scope}"
value="yes" checked> ${SCOPE_WORDS[scope]}</label>`;

const thisMachineWarning = ({
  redirectHost,
}: AskedConsent) => html`<p class="notice problem" role="note">
<strong>This app runs on your own computer</strong> (${redirectHost}). Connect it only if you’ve just started it
yourself.</p>`;

/** Page instead of a redirect: the form-action policy allows no other site, and apps on this machine show no page. */
function answeredPage(page: PageContext, name: string, next: string, isAllowed: boolean): Html {
  page.reply.header('refresh', `0; url=${next}`);
  return deskPage(page, {
    title: isAllowed ? 'Connected' : 'Not connected',
    here: 'Online presence',
    narrow: true,
    content: html`<h1>${isAllowed ? `“${name}” is connected` : `“${name}” is not connected`}</h1>
<p class="standfirst">Taking you back to the app. If nothing happens, <a href="${next}">return to it yourself</a>.</p>
<p><a href="/desk/edit/online-presence#apps">Connected apps</a></p>`,
  });
}
