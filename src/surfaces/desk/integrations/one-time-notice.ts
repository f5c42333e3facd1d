// Notices that the online presence page shows once, in the response to a form: a new key or secret, or a failed check.

import type { VerificationCheck } from '../../../operations/authors/website-verification.ts';
import type { Html } from '../../../rendering/templates/html.ts';
import type { PageContext } from '../shared/page-context.ts';

export interface OneTimeNotice {
  readonly newKey?: string;
  readonly newSecret?: string;
  readonly checks?: readonly VerificationCheck[];
}

export type PresencePage = (page: PageContext, notice?: OneTimeNotice) => Promise<Html>;
