// Every error with which the service answers: code, HTTP status and reason. http/ turns them into responses.

import { ACCOUNT_LIMITS } from './schemas/accounts/account-limits.ts';
import { EDITORIAL_LIMITS } from './schemas/editorial/editorial-limits.ts';
import { IMAGE_LIMITS } from './schemas/images/image-limits.ts';
import { PIECE_LIMITS } from './schemas/piece-limits.ts';
import { REQUEST_LIMITS } from './schemas/requests/request-limits.ts';
import { SERIES_LIMITS } from './schemas/series/series-limits.ts';
import { PRODUCT_LIMITS } from './schemas/shop/product-limits.ts';
import { SITE_PAGE_LIMITS } from './schemas/site/site-page-limits.ts';
import { WEBHOOK_LIMITS } from './schemas/webhooks/webhook-limits.ts';

const ACCEPTED = `a JPEG, PNG, WebP, GIF or AVIF of at most ${IMAGE_LIMITS.uploadBytes / 1024 / 1024} MiB`;

/** Side of the largest square image that every format accepts: one format allows only an eighth of the pixels. */
const safeSide = (megapixels: number) =>
  Math.min(IMAGE_LIMITS.side, Math.floor(Math.sqrt((megapixels * 1e6) / 8) / 100) * 100);

export const tooManyPixels = (megapixels: number): string =>
  `The image has too many pixels: at most ${megapixels} million are accepted, fewer in some formats. Scale it down ` +
  `to ${safeSide(megapixels).toLocaleString('en')} pixels on its longer side. An animation may have ` +
  `${IMAGE_LIMITS.frames} frames, and half as many pixels in total.`;

export const ERRORS = {
  invalid_input: { status: 400, reason: 'Some fields are not as expected.' },
  malformed_json: { status: 400, reason: 'The body is not valid JSON.' },
  too_many_values: {
    status: 400,
    reason: `The body has too many values: send at most ${REQUEST_LIMITS.jsonValues.toLocaleString('en')}.`,
  },
  authorization_refused: {
    status: 400,
    reason: 'The app sent an invalid request for access. Start again in the app.',
  },
  bad_request: { status: 400, reason: 'The request could not be understood.' },
  several_authorizations: {
    status: 400,
    reason: 'Expected one Authorization header, got several.',
  },
  unauthorised: { status: 401, reason: 'Send the header Authorization: Bearer <API key>.' },
  token_refused: {
    status: 401,
    reason: 'This token is unknown, expired or revoked. Connect again, or send another key.',
  },
  session_over: { status: 401, reason: 'You are signed out. Sign in again.' },
  sign_in_refused: { status: 401, reason: 'The email address or the password is wrong.' },
  key_refused: { status: 403, reason: 'This key is unknown, revoked or expired.' },
  scope_refused: {
    status: 403,
    reason: 'This key may list pieces but not create, change or delete them.',
  },
  scope_missing: {
    status: 403,
    reason: 'This needs the scope pieces:write, which the writer has not granted.',
  },
  form_refused: {
    status: 403,
    reason:
      'The form was not sent from its own page. Open the page again and send the form from there.',
  },
  passkey_refused: {
    status: 403,
    reason: 'This passkey was not accepted. Your password still works.',
  },
  link_refused: { status: 403, reason: 'This link has expired or was already used.' },
  account_suspended: { status: 403, reason: 'This account is suspended.' },
  host_refused: {
    status: 403,
    reason: 'The service does not use this host name. If it should, set BASE_URL.',
  },
  draft_of_another: {
    status: 403,
    reason: 'This key did not create this piece. Only its writer can delete it, at the desk.',
  },
  forbidden: { status: 403, reason: 'You do not have permission to do this.' },
  not_found: { status: 404, reason: 'There is nothing at this URL.' },
  author_not_found: { status: 404, reason: 'No author has this slug.' },
  piece_not_found: { status: 404, reason: 'No published piece has this id.' },
  draft_not_found: { status: 404, reason: 'This writer has no draft with this id.' },
  own_piece_not_found: { status: 404, reason: 'This writer has no piece with this id.' },
  note_not_found: { status: 404, reason: 'This piece has no note with this id.' },
  proposal_not_found: { status: 404, reason: 'This piece has no proposal with this id.' },
  piece_in_trash: {
    status: 404,
    reason: 'This piece is in the trash. Restore it there, then go back and save again.',
  },
  consent_over: {
    status: 404,
    reason: 'This request for access has expired or was already answered. Start again in the app.',
  },
  product_not_found: { status: 404, reason: 'No product in the shop has this id.' },
  method_not_allowed: { status: 405, reason: 'This URL does not accept this method.' },
  request_timeout: {
    status: 408,
    reason: 'The request arrived too slowly. Send it again, over a better connection if you can.',
  },
  no_website: { status: 409, reason: 'Add your website to your profile first.' },
  no_webhook: { status: 409, reason: 'Set the URL of your webhook first.' },
  webhook_off: { status: 409, reason: 'The webhook is off. Turn it on first.' },
  webhook_changed: {
    status: 409,
    reason: 'The webhook has changed in the meantime. Check it, then try again.',
  },
  many_secrets: {
    status: 409,
    reason:
      `The secret was replaced ${WEBHOOK_LIMITS.replacedSecrets} times within a day. ` +
      'Use the latest secret, or try again later.',
  },
  not_deliverable: {
    status: 409,
    reason: 'The piece is not public at the moment, so it cannot be delivered.',
  },
  website_changed: {
    status: 409,
    reason: 'The website in your profile has changed in the meantime. Verify the new one.',
  },
  many_invitations: {
    status: 409,
    reason: `There are already ${ACCOUNT_LIMITS.invitations} open invitations. Revoke some, then invite again.`,
  },
  no_email: {
    status: 409,
    reason: 'This account has no email address, so nobody can sign in to it.',
  },
  nothing_to_keep: {
    status: 409,
    reason: 'This account isn’t going to be deleted, so there is nothing to take back.',
  },
  last_admin: {
    status: 409,
    reason: 'There must be at least one admin. Make someone else an admin first.',
  },
  move_refused: { status: 409, reason: 'The piece is not in a state that allows this.' },
  not_publishable: {
    status: 409,
    reason: 'A piece needs a headline and some text before it can be published.',
  },
  cover_not_described: {
    status: 409,
    reason: 'The cover has no alt text yet. Say what the image shows, then publish.',
  },
  declaration_contradicted: {
    status: 409,
    reason: 'Your answer does not match the versions of this piece. Check it, then send it again.',
  },
  version_conflict: {
    status: 409,
    reason: 'The piece has changed in the meantime. Look at the newer text first.',
  },
  draft_touched: {
    status: 409,
    reason:
      'This draft has been edited, shared or moved to another state since the key created it. Only its writer can ' +
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
      `This piece already has ${EDITORIAL_LIMITS.openProposals} open proposals. Its writer has to take or decline ` +
      'one first, at the desk.',
  },
  proposal_decided: {
    status: 409,
    reason: 'This proposal is no longer open. Check its status.',
  },
  nothing_chosen: { status: 409, reason: 'Choose at least one change, or decline the proposal.' },
  many_notes: {
    status: 409,
    reason: `This piece already has ${EDITORIAL_LIMITS.notes} notes, which is the maximum.`,
  },
  many_replies: {
    status: 409,
    reason: `This note already has ${EDITORIAL_LIMITS.replies} replies, which is the maximum.`,
  },
  product_changed: {
    status: 409,
    reason:
      'The product has changed since you opened it. Look at the newer version, or save again to replace it.',
  },
  page_changed: {
    status: 409,
    reason:
      'The page has changed since you opened it. Look at the newer version, or save again to replace it.',
  },
  page_empty: { status: 409, reason: 'The page has no text yet. Write some, then publish it.' },
  pages_full: { status: 409, reason: `A site can have at most ${SITE_PAGE_LIMITS.perSite} pages.` },
  series_changed: {
    status: 409,
    reason:
      'The series has changed since you opened it. Look at the newer version, or save again to replace it.',
  },
  series_full: { status: 409, reason: `A series can have at most ${SERIES_LIMITS.parts} parts.` },
  many_series: {
    status: 409,
    reason: `A writer can have at most ${SERIES_LIMITS.perWriter} series.`,
  },
  shop_full: { status: 409, reason: `A shop can have at most ${PRODUCT_LIMITS.perShop} products.` },
  image_refused: {
    status: 400,
    reason: `This file cannot be used as an image: send ${ACCEPTED}.`,
  },
  no_image: { status: 400, reason: `Send one image in the field "file" of a form: ${ACCEPTED}.` },
  image_empty: { status: 400, reason: 'The file is empty. Choose another image.' },
  version_stale: {
    status: 412,
    reason:
      'The piece has a newer version than the one in If-Match. Read the piece again, then revise that version.',
  },
  image_too_large: { status: 413, reason: `The image is too large: send ${ACCEPTED}.` },
  image_too_many_pixels: { status: 413, reason: tooManyPixels(IMAGE_LIMITS.megapixels) },
  file_too_large: {
    status: 413,
    reason:
      `The file is larger than ${PIECE_LIMITS.importBytes / 1024 / 1024} MiB. Images inside it are often ` +
      'the reason: save the text without them and import that.',
  },
  too_large: { status: 413, reason: 'The body is larger than 2 MiB.' },
  form_too_long: {
    status: 413,
    reason: 'The form has too many fields, or the text in them is too long.',
  },
  address_too_long: { status: 414, reason: 'The URL is too long.' },
  unsupported_type: { status: 415, reason: 'The body must be sent as application/json.' },
  unsupported_encoding: {
    status: 415,
    reason: 'Send the body uncompressed, without Content-Encoding.',
  },
  no_upload_here: { status: 415, reason: 'This URL does not accept file uploads.' },
  image_type_refused: {
    status: 415,
    reason:
      'Send the image as the body, with a Content-Type such as image/jpeg, or in the field "file" of a form.',
  },
  key_reused: {
    status: 422,
    reason: 'This Idempotency-Key was already used with a different body.',
  },
  text_too_slow: {
    status: 422,
    reason:
      'This text takes too long to render. Split it into parts, or simplify its tables and lists.',
  },
  version_required: {
    status: 428,
    reason: 'Send the ETag of the version that you are revising in the header If-Match.',
  },
  too_many_requests: {
    status: 429,
    reason: 'Too many requests. Try again after the time given in Retry-After.',
  },
  crawler_limit: {
    status: 429,
    reason:
      'Crawlers are sending more requests than this site can answer at the moment. Try again after the time given ' +
      'in Retry-After.',
  },
  too_many_tries: {
    status: 429,
    reason: 'Too many attempts. Wait 15 minutes, then try again.',
  },
  too_many_links: {
    status: 429,
    reason:
      'Too many links were requested. If this email address has an account, the links already sent still work: ' +
      'open the latest email.',
  },
  headers_too_large: { status: 431, reason: 'The headers are too large.' },
  fault: { status: 500, reason: 'Something went wrong on our side.' },
  format_not_offered: { status: 501, reason: 'Expected the format json or xml.' },
  overloaded: { status: 503, reason: 'The service is overloaded. Try again shortly.' },
  email_not_sent: {
    status: 503,
    reason:
      'The email could not be sent. Try again shortly, or ask the operator to check the mail server.',
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

/** The number of wrong fields that an error describes; others are only counted. */
export const ERRORS_LISTED = 20;

export interface FieldError {
  field: string;
  reason: string;
  /** The reason in words for a person, whose form already shows the field and its value. */
  advice?: string | undefined;
}

interface Details {
  reason?: string;
  errors?: FieldError[];
  more?: number;
  /** The current version of a piece, if the request named another. */
  version?: number;
  cause?: unknown;
}

/** An error that any code may throw to answer the request; one error handler turns it into a response. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly reason: string;
  readonly errors: FieldError[] | undefined;
  readonly more: number;
  readonly version: number | undefined;

  /** The cause appears only in the log. */
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

/** True if the disk, or the user's quota on it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** An error that stops a command; the operator sees only its message, in one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
