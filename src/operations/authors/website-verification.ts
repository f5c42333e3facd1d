// Whose a writer's website is: proven by what the website itself shows, and by nothing else.

import { Problem } from '../../errors.ts';
import { guardedRequest } from '../../outbound/guarded-request.ts';
import type { Answered, Outcome } from '../../outbound/outcomes.ts';
import { WEBSITE_CHECK } from '../../schemas/limits.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { signed, signingKey } from '../secrets.ts';
import { urlsOf } from '../urls.ts';
import { ownProfile } from './profiles.ts';
import { type Claim, type Judgement, judgeFile, judgePage, PROOF_FILE } from './website-proof.ts';

interface WebsiteClaim extends Claim {
  readonly website: string | null;
  readonly isVerified: boolean;
}

/** One place that was looked at, and what was there. */
export interface Look extends Judgement {
  readonly address: string;
}

export async function websiteClaim(context: Context, actor: WriterActor): Promise<WebsiteClaim> {
  const { store, config } = context;
  const { id, slug, website, website_verified } = await ownProfile(context, actor);
  const former = (await store.authors.slugsOf([id])).map((row) => row.slug);
  const { author } = urlsOf(config.baseUrl);
  return {
    website,
    isVerified: website_verified === 1,
    profiles: [slug, ...former].map((each) => author(each).profile),
    token: signed(await signingKey(store), 'website', id),
  };
}

/** Looks at the website, and keeps it as verified if one of the looks is proof. */
export async function verifyWebsite(context: Context, actor: WriterActor): Promise<Look[]> {
  const { website, ...claim } = await websiteClaim(context, actor);
  if (website === null) throw new Problem('no_website');
  const looks = await lookAt(context, website, claim);
  if (looks.some(({ isProof }) => isProof)) {
    const isKept = await context.store.authors.verifyWebsite(actor.accountId, website);
    if (!isKept) throw new Problem('website_changed');
  }
  return looks;
}

async function lookAt(context: Context, website: string, claim: Claim): Promise<Look[]> {
  if (URL.parse(website)?.host === new URL(context.config.baseUrl).host) {
    const found = 'This is an address of the service itself.';
    return [{ address: website, isProof: false, found }];
  }
  const page = await get(context, website, WEBSITE_CHECK.pageBytes);
  const pageLook = judged(website, page, (answer) => judgePage(answer, website, claim));
  // Where there was no answer, the file would only be waited for as long again.
  if (pageLook.isProof || page.kind !== 'answered') return [pageLook];
  const address = new URL(PROOF_FILE, website).href;
  const file = await get(context, address, WEBSITE_CHECK.fileBytes);
  return [pageLook, judged(address, file, (answer) => judgeFile(answer, claim))];
}

const get = ({ config }: Context, address: string, maxBytes: number) =>
  guardedRequest(config, address, {
    method: 'GET',
    timeoutMs: WEBSITE_CHECK.timeoutMs,
    maxBytes,
  });

function judged(address: string, outcome: Outcome, judge: (answer: Answered) => Judgement): Look {
  if (outcome.kind !== 'answered') return { address, isProof: false, found: outcome.reason };
  const reason = whyUnread(outcome, address);
  return { address, ...(reason ? { isProof: false, found: reason } : judge(outcome)) };
}

function whyUnread({ status, headers }: Answered, address: string): string | null {
  if (status >= 300 && status < 400 && headers.location) {
    const target = URL.parse(headers.location, address)?.href ?? headers.location;
    return `It redirects to ${target.slice(0, 200)}. If that is yours, put that address into your profile.`;
  }
  if (status !== 200) return `It answered with status ${status}.`;
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity'
    ? null
    : `It came encoded as ${encoding}, which was not asked for.`;
}
