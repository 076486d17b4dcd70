import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { sql } from '../../core/database/sql.ts';
import { nameIn } from '../../core/text/names.ts';
import { defineSearch } from '../access/public.ts';
import { suppliers } from './suppliers/suppliers.list.ts';

defineSearch([rights.supplier.view], async (tx, ctx, text) => {
  const found = await tx.rows<{ id: number; code: string; nameZh: string; nameEn: string }>(sql`
    select s.id, s.code, s.name_zh, s.name_en from supplier s where ${suppliers.where(tx, { text })}
    order by s.id desc limit 8`);
  return found.map((one) => ({
    kind: 'supplier' as const,
    id: one.id,
    title: one.code,
    detail: nameIn(ctx.language, one),
    path: `${pagePaths.supplier}?open=${one.id}`,
  }));
});
