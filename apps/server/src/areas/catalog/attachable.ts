import { sql } from 'drizzle-orm/sql/sql';
import { defineAttachable } from '../documents/public.ts';

defineAttachable({
  docKind: 'product',
  see: [201],
  change: ['201:add', '201:edit'],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from product where company_id = ${tx.companyId} and id = ${id}`)) !== undefined,
});
