// The language in which the service itself writes dates and numbers. There is no setting for it.

export const SITE_LOCALE = 'en-GB';
