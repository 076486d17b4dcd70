import { rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../../core/database/sql.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { defineAttachable } from '../../documents/public.ts';

/** The signed manifest. */
defineAttachable({
  docKind: 'manifest',
  see: [rights.manifest.view],
  change: [rights.manifest.add],
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from manifest where company_id = ${sql.company} and id = ${id} and ${inWarehouses(tx, sql`warehouse_id`)}`,
    )) !== undefined,
});
