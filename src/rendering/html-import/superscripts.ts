/** Superscript and subscript digits as Unicode characters, without markup: x², H₂O. */

const DIGITS = '0123456789+-=()';
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';

/** Null if Unicode has no such form of a character. */
export function superOrSubscript(element: string, text: string): string | null {
  const characters = element.toLowerCase() === 'sub' ? SUBSCRIPTS : SUPERSCRIPTS;
  const found = Array.from(text.trim().replaceAll('−', '-'), (letter) =>
    characters.charAt(DIGITS.indexOf(letter)),
  );
  return found.includes('') ? null : found.join('');
}
