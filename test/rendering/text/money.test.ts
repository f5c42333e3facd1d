// Prices: formatted and parsed digit by digit, in any currency and of any size.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  amountFrom,
  decimalOf,
  formatted,
  UnreadablePrice,
} from '../../../src/rendering/text/money.ts';
import { LARGEST_AMOUNT, minorDigits } from '../../../src/schemas/shop/money.ts';

const FORMATTED = [
  [1250, 'EUR', '€12.50'],
  [1, 'EUR', '€0.01'],
  [0, 'EUR', '€0.00'],
  [123_456_789, 'EUR', '€1,234,567.89'],
  [999, 'USD', '$9.99'],
  [1250, 'GBP', '£12.50'],
  [1250, 'JPY', '¥1,250'],
  [1250, 'KWD', 'KWD 1.250'],
  // Node's own table has no minor unit for the dinar of Iraq; ISO 4217 has three digits.
  [1250, 'IQD', 'IQD 1.250'],
  [12_345, 'CLF', 'CLF 1.2345'],
  // A floating-point number would end in .90, .91 or .92.
  [LARGEST_AMOUNT, 'EUR', '€90,071,992,547,409.91'],
  [LARGEST_AMOUNT, 'JPY', '¥9,007,199,254,740,991'],
] as const;

const READ = [
  ['12.50', 'EUR', 1250],
  ['12,50', 'EUR', 1250],
  ['12.5', 'EUR', 1250],
  ['12', 'EUR', 1200],
  ['0', 'EUR', 0],
  [' 1 234,50 ', 'EUR', 123_450],
  ['1\u00a0234.50', 'EUR', 123_450],
  ["1'234.50", 'CHF', 123_450],
  ['1250', 'JPY', 1250],
  ['1.25', 'KWD', 1250],
  ['1,234', 'KWD', 1234],
  // 1.1 has no exact fraction in binary; 4.35 × 100 would be 434.99….
  ['1.10', 'USD', 110],
  ['4.35', 'USD', 435],
  ['90071992547409.91', 'USD', LARGEST_AMOUNT],
] as const;

const REFUSED = [
  ['', 'EUR', /such as 12\.50/],
  ['free', 'EUR', /such as 12\.50/],
  ['-1', 'EUR', /without a sign/],
  ['€12.50', 'EUR', /a currency/],
  ['12.', 'EUR', /such as 12\.50/],
  ['.50', 'EUR', /such as 12\.50/],
  ['1,234.50', 'EUR', /thousands separators/],
  ['1.234', 'EUR', /at most 2 decimal places .* EUR/],
  ['12.50', 'JPY', /whole number .*: JPY has no smaller unit/],
  ['1.2345', 'KWD', /at most 3 decimal places .* KWD/],
  ['1e3', 'EUR', /such as 12\.50/],
  ['١٢', 'EUR', /such as 12\.50/],
  ['90071992547409.92', 'USD', /at most \$90,071,992,547,409\.91/],
] as const;

describe('money', () => {
  for (const [amount, currency, words] of FORMATTED) {
    test(`${amount} of ${currency} is ${words}`, () => {
      assert.equal(formatted(amount, currency).replaceAll('\u00a0', ' '), words);
    });
  }

  for (const [typed, currency, amount] of READ) {
    test(`"${typed}" is ${amount} of ${currency}`, () => {
      assert.equal(amountFrom(typed, currency), amount);
    });
  }

  for (const [typed, currency, words] of REFUSED) {
    test(`"${typed}" isn’t a price in ${currency}`, () => {
      assert.throws(
        () => amountFrom(typed, currency),
        (error) => error instanceof UnreadablePrice && words.test(error.message),
      );
    });
  }

  test('what a field shows is read as the same amount, in every currency', () => {
    const currencies = Intl.supportedValuesOf('currency');
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(...currencies), (amount, currency) => {
        assert.equal(amountFrom(decimalOf(amount, currency), currency), amount);
      }),
      { numRuns: 1000 },
    );
  });

  test('what is formatted has the digits of the amount and no others', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'), (amount, code) => {
        const digits = formatted(amount, code).replace(/\D/g, '');
        assert.equal(digits, String(amount).padStart(minorDigits(code) + 1, '0'));
      }),
    );
  });
});
