// Locale in which the service writes dates and numbers; it isn't configurable.

export const SITE_LOCALE = 'en-GB';

/** Prices have no region, so that $ is one currency and others are marked. */
export const PRICE_LOCALE = 'en';
