// The settings of a feed that are not its own.

import type { Config } from '../../config.ts';
import type { Feed } from '../../operations/feeds/feeds.ts';

export interface FeedSettings {
  baseUrl: string;
  /** For feeds with pieces in several languages. */
  language: string;
  /** The WebSub hub that is told of its changes, if there is one. */
  hub: string | null;
  /** Where the licence for AI readers is. */
  license: string;
}

export const feedSettings = (
  { baseUrl, websubHub }: Config,
  { isAnnounced }: Pick<Feed, 'isAnnounced'>,
): FeedSettings => ({
  baseUrl,
  language: 'en',
  hub: isAnnounced ? websubHub : null,
  license: `${baseUrl}/license.xml`,
});
