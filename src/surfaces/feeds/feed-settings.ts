// What every feed of this service has in common.

import type { Config } from '../../config.ts';

export interface FeedSettings {
  baseUrl: string;
  /** Of a feed whose pieces are in several. */
  language: string;
  /** Where readers can ask to be told of what is new, where there is such a place. */
  hub: string | null;
}

export const feedSettings = ({ baseUrl, websubHub }: Config): FeedSettings => ({
  baseUrl,
  language: 'en',
  hub: websubHub,
});
