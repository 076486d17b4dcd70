import { sql } from 'drizzle-orm/sql/sql';
import { inWarehouses } from '../../core/scope.ts';
import { defineAttachable } from '../documents/public.ts';

defineAttachable({
  docKind: 'outbound',
  see: [503, 504, 509],
  change: ['503:pick', '503:pack', '503:ship', '509:pack'],
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from outbound where company_id = ${tx.companyId} and id = ${id} and ${inWarehouses(tx, sql`warehouse_id`)}`,
    )) !== undefined,
});

defineAttachable({
  docKind: 'inbound',
  see: [502, 509],
  change: ['502:add', '502:edit', '502:receive', '502:check', '509:receive'],
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from inbound where company_id = ${tx.companyId} and id = ${id} and ${inWarehouses(tx, sql`warehouse_id`)}`,
    )) !== undefined,
});
