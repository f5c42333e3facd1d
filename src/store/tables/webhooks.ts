// Row types of webhooks: secrets, the outbox of deliveries, attempts, WebSub pings.

import type { DeliveryState, SwitchOff, WebhookEvent } from '../../schemas/vocabulary.ts';
import type { Flag } from './flag.ts';

export interface WebhookRow {
  account_id: string;
  url: string;
  secret: string;
  /** The time until which the previous secret also signs deliveries. */
  previous_until: string | null;
  enabled: Flag;
  /** Why the webhook was switched off; null if the writer did it. */
  disabled_reason: SwitchOff | null;
  failing_since: string | null;
  /** Events besides `piece.published`, as a JSON list. */
  events: string;
  created_at: string;
  updated_at: string;
}

export interface WebhookSecretRow {
  secret: string;
  account_id: string;
  until: string;
}

export interface DeliveryRow {
  id: string;
  account_id: string;
  piece_id: string | null;
  event: WebhookEvent;
  body: string;
  state: DeliveryState;
  attempts: number;
  /** The number of attempts since the retry schedule was last restarted. */
  tries: number;
  due_at: string;
  leased_until: string | null;
  leased_by: string | null;
  created_at: string;
  finished_at: string | null;
}

export interface DeliveryAttemptRow {
  delivery_id: string;
  number: number;
  at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  request_excerpt: string;
  response_excerpt: string | null;
}

export interface HubPingRow {
  topic: string;
  due_at: string;
  attempts: number;
  leased_by: string | null;
  leased_until: string | null;
}
