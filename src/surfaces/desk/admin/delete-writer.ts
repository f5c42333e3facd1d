// Deleting another writer's account, and keeping it after all: for admins.

import { logOf } from '../../../http/log/request-log.ts';
import {
  askWriterErasure,
  keepWriter,
  writerErasurePlan,
} from '../../../operations/erasure/desk-erasure.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { SendLater } from '../account/account-emails.ts';
import { choiceIn, erasureForm, presenceIn } from '../account/erasure-form.ts';
import { guessLimits } from '../account/sign-in-limits.ts';
import { confirmationPage } from '../shared/confirmation-page.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';

export function deleteWriter(desk: Desk, sendLater: SendLater): void {
  desk.admin(
    '/desk/writers/:slug/delete',
    deletePage,
    async (page) => {
      const [actor, slug] = [actorOf(page), param(page, 'slug')];
      const choice = choiceIn(page);
      const notice = await askWriterErasure(page.context, actor, slug, choice, presenceIn(page));
      logOf(page.request).info({ by: actor.slug, writer: slug }, 'account to be deleted');
      if (notice) sendLater(page, notice);
      return { goTo: `${placeOf(slug)}?done=to_be_deleted` };
    },
    { limits: guessLimits(desk) },
  );
  desk.admin('/desk/writers/:slug/keep', keepPage, async (page) => {
    const [actor, slug] = [actorOf(page), param(page, 'slug')];
    await keepWriter(page.context, actor, slug);
    logOf(page.request).info({ by: actor.slug, writer: slug }, 'account kept');
    return { goTo: `${placeOf(slug)}?done=kept` };
  });
}

const placeOf = (slug: string) => `/desk/writers/${encodeURIComponent(slug)}`;

async function deletePage(page: PageContext): Promise<Html> {
  const slug = param(page, 'slug');
  const plan = await writerErasurePlan(page.context, actorOf(page), slug);
  const { smtpUrl } = page.context.config;
  return deskPage(page, {
    title: 'Delete an account',
    here: 'Writers',
    narrow: true,
    content: html`<h1>Delete the account of ${plan.name}?</h1>
<p class="standfirst">For two weeks, they or any admin can decide to keep it. After that, the
deletion can’t be undone. ${
      smtpUrl === null
        ? 'Tell them: the service has no mail server.'
        : 'We’ll email them, and every page of their desk says so.'
    }</p>
${await erasureForm(page, plan, { isOwn: false, name: plan.name, back: placeOf(slug) })}`,
  });
}

async function keepPage(page: PageContext): Promise<Html> {
  const slug = param(page, 'slug');
  const { name } = await writerErasurePlan(page.context, actorOf(page), slug);
  return confirmationPage(page, {
    here: 'Writers',
    question: `Keep the account of ${name}?`,
    consequence: 'It won’t be deleted. Anything they had scheduled stays cancelled.',
    button: 'Keep the account',
    back: placeOf(slug),
  });
}
