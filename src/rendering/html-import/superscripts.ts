/** Raised and lowered figures as characters of their own, which need no markup: x², H₂O. */

const DIGITS = '0123456789+-=()';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';

/** Null where there is no such character for one of them. */
export function raised(element: string, text: string): string | null {
  const characters = element.toLowerCase() === 'sub' ? LOWERED : RAISED;
  const found = Array.from(text.trim().replaceAll('−', '-'), (letter) =>
    characters.charAt(DIGITS.indexOf(letter)),
  );
  return found.includes('') ? null : found.join('');
}
