// Stream slots: how many responses are streamed at once, each with a compressor and rows in memory.

import type { ServerResponse } from 'node:http';
import { Problem } from '../../errors.ts';
import { STREAMS } from '../../schemas/limits.ts';

/** The responses of this process that are being streamed, the oldest first. */
const streaming = new Map<ServerResponse, number>();

/** Takes a slot until the response is over, or throws. A slow client cannot keep one for long. */
export function takeStreamSlot(response: ServerResponse): void {
  if (streaming.size >= STREAMS.atOnce && !cutOffOldest()) throw new Problem('overloaded');
  streaming.set(response, performance.now());
  response.once('close', () => streaming.delete(response));
}

function cutOffOldest(): boolean {
  const [[oldest, since] = [undefined, 0]] = streaming;
  if (!oldest || performance.now() - since < STREAMS.givesWayMs) return false;
  streaming.delete(oldest);
  oldest.destroy();
  return true;
}
