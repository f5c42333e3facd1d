// Validates a product form, field by field.

import { Type } from 'typebox';
import { type FieldError, Problem } from '../../errors.ts';
import { amountFrom, UnreadablePrice } from '../../rendering/text/money.ts';
import { type Of, OneOf, Uuid } from '../../schemas/shapes.ts';
import { Currency } from '../../schemas/shop/money.ts';
import { PRODUCT_LIMITS } from '../../schemas/shop/product-limits.ts';
import { AnyText, Text, URL_LENGTH } from '../../schemas/text.ts';
import { PRODUCT_CATEGORIES } from '../../schemas/vocabulary.ts';
import { checkerOf, isCurrency } from '../../validation.ts';

const ProductForm = Type.Object({
  name: Text(PRODUCT_LIMITS.name),
  description: AnyText(PRODUCT_LIMITS.description),
  price: Type.String(),
  currency: Currency(),
  category: OneOf(PRODUCT_CATEGORIES),
  payment_url: Text(URL_LENGTH, { format: 'https-uri' }),
  related: Type.Array(Uuid('A published piece.'), { maxItems: PRODUCT_LIMITS.relatedPieces }),
});

const checkForm = checkerOf(ProductForm);

interface ProductContent {
  name: string;
  description: string;
  price_amount: number;
  price_currency: string;
  category: Of<typeof ProductForm>['category'];
  payment_url: string;
  related: string[];
}

/** Collects all errors, including the price's, so that the form shows them together. */
export function checkProduct(given: unknown): ProductContent {
  const errors: FieldError[] = [];
  const form = noted(errors, () => checkForm(given));
  const price_amount = noted(errors, () => amountIn({ price: '', currency: '', ...Object(given) }));
  if (!form || price_amount === undefined) throw new Problem('invalid_input', { errors });
  const { name, description, currency: price_currency, category, payment_url, related } = form;
  const content = { name, description, category, payment_url, price_amount, price_currency };
  return { ...content, related: [...new Set(related)] };
}

/** Parses the price in the format of its currency. If the currency is invalid, the price is not checked. */
const amountIn = ({ price, currency }: { price: string; currency: string }) =>
  isCurrency(currency) ? amountFrom(price, currency) : undefined;

function noted<Result>(errors: FieldError[], work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnreadablePrice) errors.push({ field: 'price', reason: error.message });
    else if (error instanceof Problem) errors.push(...(error.errors ?? []));
    else throw error;
    return undefined;
  }
}
