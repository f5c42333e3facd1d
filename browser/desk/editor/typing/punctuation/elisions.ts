// Words that begin with an apostrophe, by language, where a quotation mark would be wrong.

const NONE: ReadonlySet<string> = new Set();

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * Leaves out words that also exist without the apostrophe, such as round and till. Cause is included, since it usually
 * stands for because.
 */
const BY_LANGUAGE: { readonly [language: string]: ReadonlySet<string> } = {
  en: words('em tis tisn’t twas twasn’t twere twill twould til cause cuz n neath tween'),
  nl: words('s t n k m r ns z’n'),
  af: words('n'),
};

export const elisionsOf = (language: string): ReadonlySet<string> => BY_LANGUAGE[language] ?? NONE;
