// The language in which the service itself writes dates and numbers. There is no setting for it.

export const SITE_LOCALE = 'en-GB';

/** Prices by the language alone, as everyone knows them: $ is one currency's, and others say whose they are. */
export const PRICE_LOCALE = 'en';
