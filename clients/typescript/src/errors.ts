// What goes wrong: the service refused or failed, or a webhook is not what it says it is.

/** Why one field of the input was refused. */
export interface FieldError {
  field: string;
  reason: string;
}

interface Failure {
  status: number;
  code: string | null;
  reason: string;
  errors: FieldError[];
  requestId: string | null;
  retryAfter: number | null;
}

/** An answer that is no success. A request that never got an answer fails as `fetch` fails. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What went wrong, for programs: the service keeps it when it changes its words. Null where another answered. */
  readonly code: string | null;
  /** What went wrong, in a sentence of the service's. */
  readonly reason: string;
  /** Field by field, when the input was not as expected. */
  readonly errors: readonly FieldError[];
  /** With a fault: what the service's log knows the request by. */
  readonly requestId: string | null;
  /** Seconds to wait before the next try, where the service says so. */
  readonly retryAfter: number | null;

  constructor({ status, code, reason, errors, requestId, retryAfter }: Failure) {
    super(`${status}: ${reason}`);
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  static async from(response: Response): Promise<ApiError> {
    const body = await bodyOf(response);
    return new ApiError({
      status: response.status,
      code: text(body['code']),
      reason: text(body['reason']) ?? (response.statusText || 'The service gave no reason.'),
      errors: Array.isArray(body['errors']) ? body['errors'].flatMap(fieldError) : [],
      requestId: text(body['request_id']),
      retryAfter: secondsIn(response.headers.get('retry-after')),
    });
  }

  /** A success by its status, with something else than the service's words in it. */
  static notJson({ status }: Response): ApiError {
    const reason = 'The answer is not JSON: something between here and the service gave it.';
    const nothing = { code: null, errors: [], requestId: null, retryAfter: null };
    return new ApiError({ status, reason, ...nothing });
  }
}

/** A request that must not be taken for a webhook of the service's. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

type Fields = { [name: string]: unknown };

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Services say seconds; what stands in front of them may say a date. */
function secondsIn(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const moment = Date.parse(retryAfter);
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}

function fieldError(value: unknown): FieldError[] {
  if (!isFields(value)) return [];
  return [{ field: text(value['field']) ?? '', reason: text(value['reason']) ?? '' }];
}

/** Something between here and the service may have answered in words of its own. */
async function bodyOf(response: Response): Promise<Fields> {
  try {
    const body: unknown = JSON.parse(await response.text());
    return isFields(body) ? body : {};
  } catch {
    return {};
  }
}
