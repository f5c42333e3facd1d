// Money as integers of a currency's smallest unit, and how many digits that unit has.

import { Type } from 'typebox';
import { Formatted } from '../shapes.ts';

/** The exceptions to two digits in ISO 4217, because browsers' own tables differ. */
const MINOR_DIGITS: { readonly [digits: number]: readonly string[] } = {
  0: [
    ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI'],
    ...['VND', 'VUV', 'XAF', 'XOF', 'XPF'],
  ],
  3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
  4: ['CLF', 'UYW'],
};

const DIGITS = new Map(
  Object.entries(MINOR_DIGITS).flatMap(([digits, currencies]) =>
    currencies.map((currency) => [currency, Number(digits)] as const),
  ),
);

export const minorDigits = (currency: string) => DIGITS.get(currency) ?? 2;

export const LARGEST_AMOUNT = Number.MAX_SAFE_INTEGER;

export const Amount = (description?: string) =>
  Type.Integer({
    minimum: 0,
    maximum: LARGEST_AMOUNT,
    ...(description ? { description } : {}),
  });

export const Currency = Formatted('currency');
