// Website section of the online presence page: how to verify a website, and what the last check found.

import { networkOf } from '../../../http/limits/client-address.ts';
import { limiter } from '../../../http/limits/rate-limits.ts';
import { PROOF_FILE, PROOF_META } from '../../../operations/authors/website-proof.ts';
import {
  type VerificationCheck,
  verifyWebsite,
  websiteClaim,
} from '../../../operations/authors/website-verification.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import { copyRow } from '../shared/copy-row.ts';
import { csrfField } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, query } from '../shared/page-context.ts';
import type { PresencePage } from './one-time-notice.ts';

type Claim = Awaited<ReturnType<typeof websiteClaim>>;

export function websiteRoutes(desk: Desk, presencePage: PresencePage): void {
  desk.writer(
    '/desk/edit/online-presence/website',
    presencePage,
    async (page) => {
      const checks = await verifyWebsite(page.context, actorOf(page));
      if (!checks.some(({ isProof }) => isProof)) return presencePage(page, { checks });
      return { goTo: '/desk/edit/online-presence?website=verified#website' };
    },
    {
      // Each attempt sends requests to another server.
      limits: limiter(desk.scope, desk.context.config, RATES.websiteCheck, networkOf),
    },
  );
}

export async function websiteSection(
  page: PageContext,
  checks: readonly VerificationCheck[],
): Promise<Html> {
  const claim = await websiteClaim(page.context, actorOf(page));
  return html`<section class="group"><h3 id="website">Website</h3>
${claim.website === null ? noWebsite : standing(page, claim, claim.website, checks)}</section>`;
}

const noWebsite = html`<p>Show readers that a website is yours.
<a href="/desk/edit/profile">Add your website to your profile</a>, then verify it here.</p>`;

function standing(
  page: PageContext,
  claim: Claim,
  website: string,
  checks: readonly VerificationCheck[],
): Html {
  const link = html`<a href="${website}" rel="noreferrer">${website}</a>`;
  if (claim.isVerified) {
    return html`${query(page, 'website') && NOW_VERIFIED}
<p>${link} <span class="chip approved">Verified</span></p>`;
  }
  return html`${checks.length > 0 && notProven(checks)}
<p>${link} <span class="chip">Not verified</span></p>
${ways(claim, website)}
<form class="inline-group" method="post" action="/desk/edit/online-presence/website">${csrfField(page)}
<button>Verify website</button></form>`;
}

const NOW_VERIFIED = html`<p class="notice" role="status">Your website is verified.</p>`;

const notProven = (
  checks: readonly VerificationCheck[],
) => html`<section class="notice problem" role="alert">
<p><strong>We couldn’t verify that the website is yours.</strong></p>
<ul>${checks.map(({ url, found }) => html`<li>Checked ${url}. ${found}</li>`)}</ul>
</section>`;

const ways = (
  { profiles, token }: Claim,
  website: string,
) => html`<p>Do one of the following, then verify:</p>
<ol>
<li>Link to your profile from that page:
<pre id="proof-link">&lt;a rel="me" href="${profiles[0]}"&gt;My writing&lt;/a&gt;</pre>
${copyRow('proof-link', 'Copy link', 'Copy the link to your profile')}</li>
<li>Add this to the head of that page:
<pre id="proof-meta">&lt;meta name="${PROOF_META}" content="${token}"&gt;</pre>
${copyRow('proof-meta', 'Copy tag', 'Copy the tag for the head')}</li>
<li>Add a text file at <code>${URL.parse(PROOF_FILE, website)?.href}</code> with this content:
<pre id="proof-text">${token}</pre>
${copyRow('proof-text', 'Copy text', 'Copy the text of the file')}</li>
</ol>`;
