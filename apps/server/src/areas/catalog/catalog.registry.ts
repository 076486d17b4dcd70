import { rights } from '@tradewind/contract/access/modules.ts';
import { defineSearch } from '../access/public.ts';
import { productOptions } from './products/products.queries.ts';

defineSearch([rights.product.view], async (tx, ctx, text) => {
  const found = await productOptions(tx, text);
  return found.slice(0, 8).map((product) => ({
    kind: 'product' as const,
    id: product.id,
    title: product.sku,
    detail: (ctx.language === 'zh' ? product.nameZh : product.nameEn) || product.nameZh,
    path: `/product/archive?open=${product.id}`,
  }));
});
