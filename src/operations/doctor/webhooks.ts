// Checks webhooks: those that fail, and those that the service switched off.

import type { WebhookFault } from '../../store/integrity/integrity.ts';
import type { Context } from '../operation.ts';
import { type Finding, unless, wrong } from './finding.ts';

export async function checkWebhooks({ store }: Context): Promise<readonly Finding[]> {
  const faulty = await store.integrity.faultyWebhooks();
  return unless(faulty.map(problem), 'webhooks');
}

function problem({ slug, url, enabled, disabled_reason, failing_since }: WebhookFault): Finding {
  // A query may contain a password of the receiver.
  const receiver = `The webhook of ${slug} to ${URL.parse(url)?.host ?? 'its receiver'}`;
  if (enabled === 1) {
    return wrong(
      `${receiver} has failed since ${failing_since}. Its deliveries at the desk say why.`,
    );
  }
  const why = disabled_reason === 'gone' ? 'it answered 410 Gone' : 'it failed for too long';
  return wrong(
    `${receiver} is switched off, because ${why}. ` +
      `${slug} can mend the receiver and switch the webhook on again, or delete it, at the desk.`,
  );
}
