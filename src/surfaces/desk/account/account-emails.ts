// E-mails about accounts are sent after the response, a few at a time, so that the response time doesn't reveal
// whether the account exists.

import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { networkOf } from '../../../http/limits/client-address.ts';
import { logOf } from '../../../http/log/request-log.ts';
import { FairQueue } from '../../../operations/accounts/fair-queue.ts';
import type { PageContext } from '../shared/page-context.ts';
import { senderOf } from '../shared/senders.ts';

/** E-mails per process: sent at the same time, queued, and the timeout. */
const QUEUE = { atOnce: 4, waiting: 500, ms: 5 * 60_000 } as const;

export type SendLater = (page: PageContext, send: () => Promise<void>) => void;

/** Stopping the service waits for e-mails that are being sent. */
export function accountEmails(scope: FastifyInstance): SendLater {
  const queue = new FairQueue(QUEUE, 'overloaded');
  const underway = new Set<Promise<void>>();
  scope.addHook('onClose', async () => {
    await Promise.all(underway);
  });
  return ({ request, reply, fields }, send) => {
    const account = fields['email'] ?? '';
    const client = { network: networkOf(request), account, isKnown: senderOf(request) !== null };
    const sending = responded(reply)
      .then(() => queue.run(client, send))
      .catch((error) => logOf(request).error({ err: error }, 'email could not be sent'))
      .finally(() => underway.delete(sending));
    underway.add(sending);
  };
}

const responded = ({ raw }: FastifyReply) => finished(raw).catch(() => {});
