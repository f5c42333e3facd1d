// Every error that the service answers: code, HTTP status and reason. Mapped once, in http/.

import { EDITORIAL } from './schemas/editorial/editorial-limits.ts';
import {
  IMAGES,
  IMPORT_BYTES,
  JSON_BODY,
  LIMITS,
  UPLOAD_BYTES,
  WEBHOOK,
} from './schemas/limits.ts';

const ACCEPTED = `a JPEG, PNG, WebP, GIF or AVIF of at most ${UPLOAD_BYTES / 1024 / 1024} MiB`;

/** Side that always fits: the format that takes most to decode may have an eighth of the pixels. */
const safeSide = (megapixels: number) =>
  Math.min(IMAGES.side, Math.floor(Math.sqrt((megapixels * 1e6) / 8) / 100) * 100);

export const tooManyPixels = (megapixels: number): string =>
  `The image has too many pixels: at most ${megapixels} million are accepted, and fewer in some ` +
  `formats. Scale it down to ${safeSide(megapixels).toLocaleString('en')} pixels on its longer ` +
  `side. An animation may have ${IMAGES.frames} frames, and half as many pixels in all.`;

export const ERRORS = {
  invalid_input: { status: 400, reason: 'Some fields are not as expected.' },
  malformed_json: { status: 400, reason: 'The body is not valid JSON.' },
  too_many_values: {
    status: 400,
    reason: `The body has too many values: send at most ${JSON_BODY.values.toLocaleString('en')}.`,
  },
  authorization_refused: {
    status: 400,
    reason: 'The app did not ask for access in the way that is expected. Start again in the app.',
  },
  bad_request: { status: 400, reason: 'The request could not be understood.' },
  unauthorised: { status: 401, reason: 'Send the header Authorization: Bearer <API key>.' },
  token_refused: {
    status: 401,
    reason: 'This token is unknown, expired or revoked. Connect again, or send another key.',
  },
  session_over: { status: 401, reason: 'You are signed out. Sign in again.' },
  sign_in_refused: { status: 401, reason: 'The e-mail address or the password is not right.' },
  key_refused: { status: 403, reason: 'This key is unknown, revoked or expired.' },
  scope_refused: {
    status: 403,
    reason: 'This key may list pieces but not create, change or delete them.',
  },
  scope_missing: {
    status: 403,
    reason: 'This needs the scope pieces:write, which the writer has not given.',
  },
  form_refused: {
    status: 403,
    reason: 'The form was not sent from its own page. Open it again and send it from there.',
  },
  passkey_refused: {
    status: 403,
    reason: 'This passkey was not accepted. Your password still works.',
  },
  link_refused: { status: 403, reason: 'This link has expired or was already used.' },
  account_suspended: { status: 403, reason: 'This account is suspended.' },
  host_refused: {
    status: 403,
    reason: 'This is not an address of the service. If it should be, set BASE_URL.',
  },
  draft_of_another: {
    status: 403,
    reason: 'This key did not create this piece. Only its writer can delete it, at the desk.',
  },
  forbidden: { status: 403, reason: 'This is not yours to do.' },
  not_found: { status: 404, reason: 'There is nothing at this address.' },
  author_not_found: { status: 404, reason: 'No author has this slug.' },
  piece_not_found: { status: 404, reason: 'No published piece has this id.' },
  draft_not_found: { status: 404, reason: 'No draft of this writer has this id.' },
  own_piece_not_found: { status: 404, reason: 'No piece of this writer has this id.' },
  note_not_found: { status: 404, reason: 'No note on this piece has this id.' },
  proposal_not_found: { status: 404, reason: 'No proposal for this piece has this id.' },
  piece_in_trash: {
    status: 404,
    reason: 'This piece is in the trash. Restore it there, then go back and save again.',
  },
  consent_over: {
    status: 404,
    reason: 'This request for access has expired or was answered. Start again in the app.',
  },
  product_not_found: { status: 404, reason: 'No product in the shop has this id.' },
  method_not_allowed: { status: 405, reason: 'This address does not take this method.' },
  request_timeout: {
    status: 408,
    reason: 'The request arrived too slowly. Send it again, over a better connection if you can.',
  },
  no_website: { status: 409, reason: 'Add your website to your profile first.' },
  no_webhook: { status: 409, reason: 'Set the URL of your webhook first.' },
  webhook_off: { status: 409, reason: 'The webhook is off. Switch it on first.' },
  webhook_changed: {
    status: 409,
    reason: 'The webhook was changed meanwhile. Look at it as it is now.',
  },
  many_secrets: {
    status: 409,
    reason: `The secret was replaced ${WEBHOOK.replacedSecrets} times within a day. Use the last one, or wait.`,
  },
  not_deliverable: {
    status: 409,
    reason: 'The piece is not public at the moment, so it is not delivered.',
  },
  website_changed: {
    status: 409,
    reason: 'The website in your profile was changed meanwhile. Verify the new one.',
  },
  many_invitations: {
    status: 409,
    reason: `There are already ${LIMITS.invitations} open invitations. Revoke some, then invite again.`,
  },
  no_email: {
    status: 409,
    reason: 'This account has no e-mail address, so nobody can sign in to it.',
  },
  nothing_to_keep: {
    status: 409,
    reason: 'This account isn’t going to be deleted, so there is nothing to take back.',
  },
  last_admin: {
    status: 409,
    reason: 'There has to be an admin. Make somebody else an admin first.',
  },
  move_refused: { status: 409, reason: 'The piece is not in a state that allows this.' },
  not_publishable: {
    status: 409,
    reason: 'A piece needs a headline and a text before it can go out.',
  },
  cover_not_described: {
    status: 409,
    reason: 'The cover has no alt text yet. Say what the image shows, then publish.',
  },
  declaration_contradicted: {
    status: 409,
    reason: 'The versions of this piece say something else. Look at your answer once more.',
  },
  version_conflict: {
    status: 409,
    reason: 'The piece was changed meanwhile. Look at the newer text first.',
  },
  draft_touched: {
    status: 409,
    reason:
      'This draft has been edited, shared or moved on since the key created it. Only its writer can ' +
      'delete it now, at the desk.',
  },
  piece_rejected: {
    status: 409,
    reason:
      'A reviewer rejected this piece. Once its writer has reopened it at the desk, it can be revised again.',
  },
  many_proposals: {
    status: 409,
    reason:
      `This piece already has ${EDITORIAL.openProposals} open proposals. Its writer has to take or decline one ` +
      'first, at the desk.',
  },
  proposal_decided: {
    status: 409,
    reason: 'This proposal is not open any more. Look at what became of it.',
  },
  nothing_chosen: { status: 409, reason: 'Choose at least one change, or decline the proposal.' },
  many_notes: {
    status: 409,
    reason: `This piece already has ${EDITORIAL.notes} notes. That is as many as it can have.`,
  },
  many_replies: {
    status: 409,
    reason: `This note already has ${EDITORIAL.replies} replies. That is as many as it can have.`,
  },
  product_changed: {
    status: 409,
    reason: 'The product was changed meanwhile. Look at it as it is now, or save again.',
  },
  page_changed: {
    status: 409,
    reason: 'The page was changed meanwhile. Look at it as it is now, or save again.',
  },
  page_empty: { status: 409, reason: 'The page has no text yet. Write some, then publish it.' },
  pages_full: { status: 409, reason: `A site has at most ${LIMITS.sitePages} pages.` },
  series_changed: {
    status: 409,
    reason: 'The series was changed meanwhile. Look at it as it is now, or save again.',
  },
  series_full: { status: 409, reason: `A series has at most ${LIMITS.seriesParts} parts.` },
  many_series: { status: 409, reason: `A writer has at most ${LIMITS.series} series.` },
  shop_full: { status: 409, reason: `A shop holds at most ${LIMITS.products} products.` },
  image_refused: {
    status: 400,
    reason: `This is not an image that can be used: send ${ACCEPTED}.`,
  },
  no_image: { status: 400, reason: `Send one image in the field "file" of a form: ${ACCEPTED}.` },
  image_empty: { status: 400, reason: 'The file is empty. Choose another image.' },
  version_stale: {
    status: 412,
    reason: 'The piece has a newer version than If-Match names. Read it again, then revise that.',
  },
  image_too_large: { status: 413, reason: `The image is too large: send ${ACCEPTED}.` },
  image_too_many_pixels: { status: 413, reason: tooManyPixels(IMAGES.megapixels) },
  file_too_large: {
    status: 413,
    reason:
      `The file is larger than ${IMPORT_BYTES / 1024 / 1024} MiB. Images inside it are often the ` +
      'reason: save the text without them and import that.',
  },
  too_large: { status: 413, reason: 'The body is larger than 2 MiB.' },
  form_too_long: { status: 413, reason: 'The form has too many fields, or too much in them.' },
  address_too_long: { status: 414, reason: 'The address is too long.' },
  unsupported_type: { status: 415, reason: 'The body must be sent as application/json.' },
  unsupported_encoding: {
    status: 415,
    reason: 'The body must be sent as it is, without Content-Encoding.',
  },
  no_upload_here: { status: 415, reason: 'No file can be uploaded here.' },
  image_type_refused: {
    status: 415,
    reason:
      'Send the image as the body, with a type such as image/jpeg, or in the field "file" of a form.',
  },
  key_reused: { status: 422, reason: 'This Idempotency-Key was used with another body.' },
  text_too_slow: {
    status: 422,
    reason: 'This text takes too long to render. Divide it, or simplify its tables and lists.',
  },
  version_required: {
    status: 428,
    reason: 'Send the ETag of the version that you revise in the header If-Match.',
  },
  too_many_requests: {
    status: 429,
    reason: 'Too many requests. Try again after the time given in Retry-After.',
  },
  crawler_limit: {
    status: 429,
    reason:
      'Crawlers are asking for more than this site can give them at the moment. ' +
      'Try again after the time given in Retry-After.',
  },
  too_many_tries: {
    status: 429,
    reason: 'Too many tries. Wait a quarter of an hour, then try again.',
  },
  too_many_links: {
    status: 429,
    reason:
      'Too many links were requested. If this e-mail address has an account, its links still work: ' +
      'open the latest e-mail.',
  },
  headers_too_large: { status: 431, reason: 'The headers are too large.' },
  fault: { status: 500, reason: 'Something went wrong on our side.' },
  format_not_offered: { status: 501, reason: 'The format is json or xml.' },
  overloaded: { status: 503, reason: 'The service is overloaded. Try again shortly.' },
  email_not_sent: {
    status: 503,
    reason:
      'The e-mail could not be sent. Try again shortly, or ask the operator to check the mail server.',
  },
  images_unavailable: {
    status: 503,
    reason: 'Images cannot be stored or shown at the moment. Try again shortly.',
  },
  sign_in_busy: {
    status: 503,
    reason: 'Too many people are signing in at the moment. Try again shortly.',
  },
  search_busy: { status: 503, reason: 'Too many searches are waiting. Try again shortly.' },
  search_too_slow: {
    status: 503,
    reason: 'This search took too long and was stopped. Try other words, or try again shortly.',
  },
  stopping: { status: 503, reason: 'The service is restarting. Try again shortly.' },
  disk_full: { status: 503, reason: "The server's disk is full. Try again shortly." },
  unavailable: { status: 503, reason: 'The database cannot be reached. Try again shortly.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Wrong fields that an error describes; any others are counted. */
export const ERRORS_LISTED = 20;

export interface FieldError {
  field: string;
  reason: string;
  /** The reason for a person at a form, who sees the field and its value. */
  advice?: string | undefined;
}

interface Details {
  reason?: string;
  errors?: FieldError[];
  /** Wrong fields that are not in `errors`. */
  more?: number;
  /** The current version of a piece, if the request named another. */
  version?: number;
  cause?: unknown;
}

/** A failure that is meant to be answered: thrown anywhere, turned into a response in one place. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly reason: string;
  readonly errors: FieldError[] | undefined;
  readonly more: number;
  readonly version: number | undefined;

  /** The cause is for the log alone. */
  constructor(code: ErrorCode, details: Details = {}) {
    const { errors: all = [] } = details;
    const errors = all.slice(0, ERRORS_LISTED);
    const more = all.length - errors.length + (details.more ?? 0);
    const reason = details.reason ?? summaryOf(errors, more) ?? ERRORS[code].reason;
    super(reason, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Problem';
    this.code = code;
    this.status = ERRORS[code].status;
    this.reason = reason;
    this.errors = details.errors && errors;
    this.more = more;
    this.version = details.version;
  }
}

export const invalidField = (field: string, reason: string) =>
  new Problem('invalid_input', { errors: [{ field, reason }] });

function summaryOf(errors: FieldError[], more: number): string | undefined {
  const [first] = errors;
  if (!first) return undefined;
  if (errors.length + more === 1) return `${first.field}: ${first.reason}`;
  const fields = errors.map(({ field }) => field).join(', ');
  const others = more > 0 ? ` and ${more} more` : '';
  return `${errors.length + more} fields are not as expected: ${fields}${others}.`;
}

/** Whether the disk, or the user's quota on it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** A failure that stops a command: its message is the one line that the operator reads. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
