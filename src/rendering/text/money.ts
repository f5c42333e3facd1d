// Parses and formats prices as integers of the smallest unit, never as floating point.

import { LARGEST_AMOUNT, minorDigits } from '../../schemas/shop/money.ts';
import { PRICE_LOCALE } from './locale.ts';

type Decimal = `${number}`;

const isDecimal = (text: string): text is Decimal => /^\d+(?:\.\d+)?$/.test(text);

/** Plain decimal such as 12.50, for a price field. */
export function decimalOf(amount: number, currency: string): Decimal {
  const digits = minorDigits(currency);
  const all = String(amount).padStart(digits + 1, '0');
  const whole = all.slice(0, all.length - digits);
  const decimal = digits === 0 ? whole : `${whole}.${all.slice(-digits)}`;
  if (!isDecimal(decimal)) throw new RangeError(`Expected a whole amount, got ${amount}.`);
  return decimal;
}

const formats = new Map<string, Intl.NumberFormat>();

function formatFor(currency: string): Intl.NumberFormat {
  const digits = minorDigits(currency);
  const format =
    formats.get(currency) ??
    new Intl.NumberFormat(PRICE_LOCALE, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(currency, format);
  return format;
}

/** Intl formats decimal text digit by digit, without floating point. */
export const formatted = (amount: number, currency: string) =>
  formatFor(currency).format(decimalOf(amount, currency));

/** Error whose message says how to write a price. */
export class UnreadablePrice extends Error {
  override readonly name = 'UnreadablePrice';
}

/** Spaces may group digits. A point or a comma separates decimals, because a grouping one would be ambiguous. */
const TYPED = /^(\d+)(?:[.,](\d+))?$/;

export function amountFrom(typed: string, currency: string): number {
  const digits = minorDigits(currency);
  const [, whole, fraction = ''] = TYPED.exec(typed.replace(/[\s']/g, '')) ?? [];
  if (whole === undefined) {
    throw new UnreadablePrice(
      `Enter a number such as ${decimalOf(1250, currency)}, without a sign, a currency or thousands separators.`,
    );
  }
  if (fraction.length > digits) throw new UnreadablePrice(tooFine(currency, digits));
  const amount = BigInt(whole + fraction.padEnd(digits, '0'));
  if (amount > BigInt(LARGEST_AMOUNT)) {
    const most = formatted(LARGEST_AMOUNT, currency);
    throw new UnreadablePrice(`Enter at most ${most}.`);
  }
  return Number(amount);
}

const tooFine = (currency: string, digits: number) =>
  digits === 0
    ? `Enter a whole number without thousands separators: ${currency} has no smaller unit.`
    : `Enter at most ${digits} decimal places for ${currency}, and no thousands separators.`;
