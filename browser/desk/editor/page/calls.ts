// The editor's requests to the service, and the ways they can fail.

import type { ContentValues } from '../../../../src/schemas/content-fields.ts';
import type { Cover } from '../../../../src/schemas/images/covers.ts';

export type TheirContent = Omit<ContentValues, 'tags' | 'image'> & {
  tags: string[];
  image: Cover | null;
};

export type Theirs = TheirContent & { version: number; saved_at: string; saved_by: string };

export interface Saved {
  version: number;
  saved_at: string;
  /** The notice of open proposals, as HTML; a new piece has none. */
  proposals?: string;
}

export interface Newer {
  theirs: Theirs | null;
  proposals: string;
}

export interface FieldError {
  field: string;
  reason: string;
}

/**
 * `offline` means no answer from the service; `unavailable` means that the service answered that it can't do this now;
 * `another-account` means that another account is signed in now.
 */
type Failure =
  | 'offline'
  | 'unavailable'
  | 'signed-out'
  | 'another-account'
  | 'refused'
  | 'conflict';

interface Renewed {
  token: string;
  account: { id: string; name: string };
}

interface Details {
  errors?: FieldError[];
  theirs?: Theirs;
  /** How long the next try has to wait, in milliseconds. */
  waitMs?: number;
}

export class CallFailed extends Error {
  readonly failure: Failure;
  readonly errors: FieldError[];
  readonly theirs: Theirs | null;
  readonly waitMs: number;

  constructor(failure: Failure, reason: string, details: Details = {}) {
    super(reason);
    this.failure = failure;
    this.errors = details.errors ?? [];
    this.theirs = details.theirs ?? null;
    this.waitMs = details.waitMs ?? 0;
  }
}

const LONGEST_MS = 15_000;
/** The longest `Retry-After` that is honoured: changes must not stay unsaved for hours. */
const LONGEST_WAIT_MS = 300_000;
export const OFFLINE = 'Can’t reach the server.';

export class Service {
  readonly #form: HTMLFormElement;

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  /** Sends JSON; if the CSRF token has expired, retries once with a new one. */
  async post<Answer>(path: string, body: object): Promise<Answer> {
    const send = () =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, form_token: this.#token.value }),
      });
    let response = await send();
    if (response.status === 403) {
      await this.renewToken();
      response = await send();
    }
    return answerOf(response);
  }

  get token(): string {
    return this.#token.value;
  }

  get #token(): HTMLInputElement {
    const field = this.#form.elements.namedItem('form_token');
    if (!(field instanceof HTMLInputElement)) throw new Error('The form has no token.');
    return field;
  }

  /** Takes the CSRF token of the present session, if it belongs to the page's writer. */
  async renewToken(): Promise<void> {
    const { token, account } = await answerOf<Renewed>(await request('/desk/edit/token'));
    // With the other writer's token, the page would save its text to the other writer's desk.
    if (account.id !== this.#form.dataset['account']) {
      throw new CallFailed('another-account', `You’re signed in as ${account.name}.`);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input[name="form_token"]')) {
      field.value = token;
    }
  }
}

async function request(path: string, options: RequestInit = {}): Promise<Response> {
  try {
    // Without a timeout, a request on a dead connection would never end.
    return await fetch(path, { ...options, signal: AbortSignal.timeout(LONGEST_MS) });
  } catch {
    throw new CallFailed('offline', OFFLINE);
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer;
  // A proxy that cannot reach the service answers too, but without a `reason`.
  if (typeof answer?.reason !== 'string') throw new CallFailed('offline', OFFLINE);
  const { reason, theirs, errors } = answer;
  if (response.status === 401) throw new CallFailed('signed-out', reason);
  if (theirs) throw new CallFailed('conflict', reason, { theirs });
  if (response.status < 500 && response.status !== 429) {
    throw new CallFailed('refused', reason, { errors });
  }
  throw new CallFailed('unavailable', reason, { waitMs: waitOf(response) });
}

function waitOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : 0;
}
