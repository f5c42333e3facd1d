// Row types of products.

import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface ProductRow {
  id: string;
  seller_id: string;
  name: string;
  description: string;
  price_amount: number;
  price_currency: string;
  category: string;
  payment_url: string;
  image_url: string | null;
  listed: Flag;
  sort_order: Generated<number>;
  created_at: string;
  updated_at: string;
  search_text: string;
}

export interface ProductPieceRow {
  product_id: string;
  piece_id: string;
  sort_order: number;
}
