// The settings that all feeds share.

import type { Config } from '../../config.ts';

export interface FeedSettings {
  baseUrl: string;
  /** For feeds with pieces in several languages. */
  language: string;
  /** The WebSub hub, if there is one. */
  hub: string | null;
  /** Where the licence for AI readers is. */
  license: string;
}

export const feedSettings = ({ baseUrl, websubHub }: Config): FeedSettings => ({
  baseUrl,
  language: 'en',
  hub: websubHub,
  license: `${baseUrl}/license.xml`,
});
