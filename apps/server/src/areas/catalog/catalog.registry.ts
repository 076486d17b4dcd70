import { rights } from '@tradewind/contract/access/modules.ts';
import { nameIn } from '../../core/text/names.ts';
import { defineSearch } from '../access/public.ts';
import { productOptions } from './products/products.queries.ts';

defineSearch([rights.product.view], async (tx, ctx, text) => {
  const found = await productOptions(tx, text);
  return found.slice(0, 8).map((product) => ({
    kind: 'product' as const,
    id: product.id,
    title: product.sku,
    detail: nameIn(ctx.language, product),
    path: `/product/archive?open=${product.id}`,
  }));
});
