// Words that begin with an apostrophe, by language: the sign before them is no opening quotation mark.

const NONE: ReadonlySet<string> = new Set();

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Not those that are words without it as well, such as round and till; but because is rarely cause. */
const BY_LANGUAGE: { readonly [language: string]: ReadonlySet<string> } = {
  en: words('em tis tisn’t twas twasn’t twere twill twould til cause cuz n neath tween'),
  nl: words('s t n k m r ns z’n'),
  af: words('n'),
};

export const elisionsOf = (language: string): ReadonlySet<string> => BY_LANGUAGE[language] ?? NONE;
