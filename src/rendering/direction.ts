/** Which way a language is written. */

const RIGHT_TO_LEFT = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

/** Of a BCP 47 tag; what is none is taken to be written like most. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  try {
    const { script = '' } = new Intl.Locale(locale).maximize();
    return RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
