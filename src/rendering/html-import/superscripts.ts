/** Superscript and subscript digits as Unicode characters, without markup: x², H₂O. */

const DIGITS = '0123456789+-=()';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';

/** Null if one of them has no such character. */
export function raised(element: string, text: string): string | null {
  const characters = element.toLowerCase() === 'sub' ? LOWERED : RAISED;
  const found = Array.from(text.trim().replaceAll('−', '-'), (letter) =>
    characters.charAt(DIGITS.indexOf(letter)),
  );
  return found.includes('') ? null : found.join('');
}
