// Locale in which the service writes dates and numbers; it isn't configurable.

export const SITE_LOCALE = 'en-GB';

/** Prices use a locale without a region, in which $ means one currency and other dollars are marked. */
export const PRICE_LOCALE = 'en';
