import { z } from 'zod';
import { count } from '../../amounts.ts';
import { malformed } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import { type Call, PLATFORM } from './client.ts';
import { wrapped } from './shapes.ts';

export const PRODUCT_STATUSES = ['onSelling', 'offline', 'auditing', 'editingRequired'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

const shape = z.object({
  result: z.object({
    total_page: count.default(0),
    aeop_a_e_product_display_d_t_o_list: wrapped('item_display_dto', z.unknown()),
  }),
});

/** A page of the shop's products in one state; their variants are told one product at a time. */
export async function productPage(call: Call, access: ShopAccess, status: ProductStatus, page: number, size: number) {
  const query = { product_status_type: status, current_page: page, page_size: size };
  const { result } = await call(access, {
    api: 'aliexpress.solution.product.list.get',
    params: { aeop_a_e_product_list_query: { json: JSON.stringify(query) } },
    shape,
  });
  const { total_page: pages, aeop_a_e_product_display_d_t_o_list: rows } = result;
  if (rows.length === 0 && pages >= page)
    throw malformed(PLATFORM, `product.list.get: page ${page} of ${pages} has nothing on it`, undefined);
  return { rows, pages };
}
