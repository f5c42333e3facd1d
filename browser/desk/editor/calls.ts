// The editor's requests to the service, and the ways they can fail.

import type { ContentValues } from '../../../src/schemas/content-fields.ts';

export type TheirContent = Omit<ContentValues, 'tags'> & { tags: string[] };

export type Theirs = TheirContent & { version: number; saved_at: string; saved_by: string };

export interface Saved {
  version: number;
  saved_at: string;
}

export interface FieldError {
  field: string;
  reason: string;
}

type Failure = 'offline' | 'signed-out' | 'refused' | 'conflict';

export class CallFailed extends Error {
  readonly failure: Failure;
  readonly errors: FieldError[];
  readonly theirs: Theirs | null;

  constructor(
    failure: Failure,
    reason: string,
    errors: FieldError[] = [],
    theirs: Theirs | null = null,
  ) {
    super(reason);
    this.failure = failure;
    this.errors = errors;
    this.theirs = theirs;
  }
}

const LONGEST_MS = 15_000;
const OFFLINE = 'Can’t reach the server.';

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
      await this.#renewToken();
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

  async #renewToken(): Promise<void> {
    const { token } = await answerOf<{ token: string }>(await request('/desk/edit/token'));
    for (const field of document.querySelectorAll<HTMLInputElement>('input[name="form_token"]')) {
      field.value = token;
    }
  }
}

async function request(path: string, options: RequestInit = {}): Promise<Response> {
  try {
    // A dead connection would never time out by itself.
    return await fetch(path, { ...options, signal: AbortSignal.timeout(LONGEST_MS) });
  } catch {
    throw new CallFailed('offline', OFFLINE);
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer;
  const reason = answer?.reason ?? OFFLINE;
  if (response.status === 401) throw new CallFailed('signed-out', reason);
  if (answer?.theirs) throw new CallFailed('conflict', reason, [], answer.theirs);
  const isTheirFault = response.status >= 500 || response.status === 429 || !answer;
  throw new CallFailed(isTheirFault ? 'offline' : 'refused', reason, answer?.errors);
}
