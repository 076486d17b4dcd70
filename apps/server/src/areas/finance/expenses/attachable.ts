import { EXPENSE_MODULES, EXPENSE_SIDES } from '@tradewind/contract/finance.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineAttachable } from '../../documents/public.ts';
import { visible } from './documents.ts';

for (const side of EXPENSE_SIDES)
  defineAttachable({
    docKind: side,
    see: [EXPENSE_MODULES[side].view],
    change: [EXPENSE_MODULES[side].add, EXPENSE_MODULES[side].edit],
    exists: async (tx, id) =>
      (await tx.row<{ id: number }>(sql`select x.id from expense x where x.company_id = ${sql.company} and x.id = ${id}
        and x.side = ${side} and ${visible(tx)}`)) !== undefined,
  });
