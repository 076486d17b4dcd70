import { sql } from 'drizzle-orm/sql/sql';
import { inWarehouses } from '../../../core/scope.ts';
import { defineAttachable } from '../../documents/public.ts';

/** What the driver signed. */
defineAttachable({
  docKind: 'manifest',
  see: [603],
  change: ['603:add'],
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from manifest where company_id = ${tx.companyId} and id = ${id} and ${inWarehouses(tx, sql`warehouse_id`)}`,
    )) !== undefined,
});
