import { sql } from '../../core/database/sql.ts';
import { defineMergePart } from '../catalog/public.ts';

defineMergePart({
  forbids: {
    // The provider knows both, and counts them apart.
    provider: ({ from }) =>
      sql`select w.name as number from warehouse w join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = w.id
        where w.company_id = ${sql.company} and w.provider_code <> '' and b.product_id = ${from} and b.on_hand > 0`,
  },
});
