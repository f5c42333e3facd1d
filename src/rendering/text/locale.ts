// The language in which the service itself writes dates and numbers. There is no setting for it.

export const SITE_LOCALE = 'en-GB';

/** Prices are formatted without a region, so that $ is one currency and others are marked. */
export const PRICE_LOCALE = 'en';
