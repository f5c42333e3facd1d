// The public exports of the package.

export type * from './api-types.ts';
export { type Call, type Options, Standfirst } from './client.ts';
export { ApiError, type FieldError, WebhookError } from './errors.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookDelivery,
  type WebhookHeaders,
} from './webhooks.ts';
