// Settings that all feeds share.

import type { Config } from '../../config.ts';
import type { Feed } from '../../operations/feeds/feeds.ts';

export interface FeedSettings {
  baseUrl: string;
  language: string;
  /** WebSub hub that is told of changes, or null. */
  hub: string | null;
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
