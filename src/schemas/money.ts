// Money: whole numbers of a currency's smallest unit, and how many digits that unit has.

import { Type } from 'typebox';

/** What ISO 4217 says where it is not two; kept here, since browsers' own tables say otherwise. */
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

/** How many digits of an amount stand behind the point. */
export const minorDigits = (currency: string) => DIGITS.get(currency) ?? 2;

/** The largest whole number that every JSON reader takes exactly. */
export const LARGEST_AMOUNT = Number.MAX_SAFE_INTEGER;

export const Amount = (description?: string) =>
  Type.Integer({
    minimum: 0,
    maximum: LARGEST_AMOUNT,
    ...(description ? { description } : {}),
  });

export const Currency = (description?: string) =>
  Type.String({ format: 'currency', ...(description ? { description } : {}) });
