// The client's errors: the service refused or failed, or a request is not a genuine webhook.

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

/** Any answer other than a success. A request without an answer fails with the error of `fetch`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /**
   * A code for programs, which stays when the wording changes. Null if the answer is not from the service.
   */
  readonly code: string | null;
  /** The service's sentence on what went wrong. */
  readonly reason: string;
  /** The reason for each field that was refused. */
  readonly errors: readonly FieldError[];
  /** The id of the request in the service's log, if the service failed. */
  readonly requestId: string | null;
  /** Seconds to wait before the next try, if the service says so. */
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

  /** The error for a success status whose body is not JSON, such as a proxy's page. */
  static notJson({ status }: Response): ApiError {
    const reason = 'The answer is not JSON: something between here and the service gave it.';
    const nothing = { code: null, errors: [], requestId: null, retryAfter: null };
    return new ApiError({ status, reason, ...nothing });
  }
}

/** The error for a request that is not a genuine webhook of the service. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

type Fields = { [name: string]: unknown };

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The service sends seconds; a proxy in front of it may send a date. */
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

/** The fields of the body; none if a proxy has answered with something other than JSON. */
async function bodyOf(response: Response): Promise<Fields> {
  try {
    const body: unknown = JSON.parse(await response.text());
    return isFields(body) ? body : {};
  } catch {
    return {};
  }
}
