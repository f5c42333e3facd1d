// Website verification: only the website itself can prove that it belongs to the writer.

import { Problem } from '../../errors.ts';
import { guardedRequest } from '../../outbound/guarded-request.ts';
import type { Answered, Outcome } from '../../outbound/outcomes.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { signed, signingKey } from '../secrets.ts';
import { urlsOf } from '../urls.ts';
import { ownProfile } from './profiles.ts';
import { type Claim, type Judgement, judgeFile, judgePage, PROOF_FILE } from './website-proof.ts';

const TIMEOUT_MS = 10_000;
const PAGE_BYTES = 512 * 1024;
const FILE_BYTES = 4 * 1024;

interface WebsiteClaim extends Claim {
  readonly website: string | null;
  readonly isVerified: boolean;
}

export interface VerificationCheck extends Judgement {
  readonly url: string;
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

export async function verifyWebsite(
  context: Context,
  actor: WriterActor,
): Promise<VerificationCheck[]> {
  const { website, ...claim } = await websiteClaim(context, actor);
  if (website === null) throw new Problem('no_website');
  const checks = await checkWebsite(context, website, claim);
  if (checks.some(({ isProof }) => isProof)) {
    const isKept = await context.store.authors.verifyWebsite(actor.accountId, website);
    if (!isKept) throw new Problem('website_changed');
  }
  return checks;
}

async function checkWebsite(
  context: Context,
  website: string,
  claim: Claim,
): Promise<VerificationCheck[]> {
  if (URL.parse(website)?.host === new URL(context.config.baseUrl).host) {
    const found = 'This URL is on this site itself.';
    return [{ url: website, isProof: false, found }];
  }
  const page = await get(context, website, PAGE_BYTES);
  const pageCheck = judged(website, page, (answer) => judgePage(answer, website, claim));
  // If the page didn't respond, requesting the file would only time out as well.
  if (pageCheck.isProof || page.kind !== 'answered') return [pageCheck];
  const url = new URL(PROOF_FILE, website).href;
  const file = await get(context, url, FILE_BYTES);
  return [pageCheck, judged(url, file, (answer) => judgeFile(answer, claim))];
}

const get = ({ config }: Context, url: string, maxBytes: number) =>
  guardedRequest(config, url, {
    method: 'GET',
    timeoutMs: TIMEOUT_MS,
    maxBytes,
  });

function judged(
  url: string,
  outcome: Outcome,
  judge: (answer: Answered) => Judgement,
): VerificationCheck {
  if (outcome.kind !== 'answered') return { url, isProof: false, found: outcome.reason };
  const reason = whyUnread(outcome, url);
  return { url, ...(reason ? { isProof: false, found: reason } : judge(outcome)) };
}

function whyUnread({ status, headers }: Answered, url: string): string | null {
  if (status >= 300 && status < 400 && headers.location) {
    const target = URL.parse(headers.location, url)?.href ?? headers.location;
    return `It redirects to ${target.slice(0, 200)}. If that site is yours, use its URL in your profile.`;
  }
  if (status !== 200) return `It answered with status ${status}.`;
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity'
    ? null
    : `It was sent with the encoding ${encoding}, which was not requested.`;
}
