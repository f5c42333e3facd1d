// Deleting one's own account, and keeping it after all.

import { logOf } from '../../../http/log/request-log.ts';
import {
  askOwnErasure,
  keepOwnAccount,
  ownErasurePlan,
} from '../../../operations/erasure/desk-erasure.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { confirmationPage } from '../shared/confirmation-page.ts';
import { when } from '../shared/labels.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext } from '../shared/page-context.ts';
import type { SendLater } from './account-emails.ts';
import { choiceIn, erasureForm, presenceIn } from './erasure-form.ts';
import { guessLimits } from './sign-in-limits.ts';

const ACCOUNT = '/desk/account';

export function deleteAccount(desk: Desk, sendLater: SendLater): void {
  desk.writer(
    `${ACCOUNT}/delete`,
    deletePage,
    async (page) => {
      const actor = actorOf(page);
      const notice = await askOwnErasure(page.context, actor, choiceIn(page), presenceIn(page));
      logOf(page.request).info({ writer: actor.slug }, 'account to be deleted');
      if (notice) sendLater(page, notice);
      return { goTo: ACCOUNT };
    },
    { limits: guessLimits(desk) },
  );
  desk.writer(`${ACCOUNT}/keep`, keepPage, async (page) => {
    const actor = actorOf(page);
    await keepOwnAccount(page.context, actor);
    logOf(page.request).info({ writer: actor.slug }, 'account kept');
    return { goTo: `${ACCOUNT}?done=kept` };
  });
}

async function deletePage(page: PageContext): Promise<Html> {
  const plan = await ownErasurePlan(page.context, actorOf(page));
  const due = plan.asked?.due_at;
  return deskPage(page, {
    title: 'Delete my account',
    here: 'Account',
    narrow: true,
    content: html`<h1>Delete your account?</h1>
<p class="standfirst">${
      due
        ? html`It will be deleted on ${when(due, page.context.now())}. Sending this again changes your choice, and
the day.`
        : 'You can change your mind for two weeks. After that it can’t be undone.'
    }</p>
<p class="inline-group">First: <a class="button" href="/desk/download" download>Download my writing</a></p>
${await erasureForm(page, plan, { isOwn: true, name: plan.name, back: ACCOUNT })}`,
  });
}

const keepPage = (page: PageContext): Html =>
  confirmationPage(page, {
    here: 'Account',
    question: 'Keep your account?',
    consequence:
      'Your account won’t be deleted. Anything you had scheduled stays cancelled, but you can schedule it again.',
    button: 'Keep my account',
    back: ACCOUNT,
  });
