import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { sql } from '../../core/database/sql.ts';
import { nameIn } from '../../core/text/names.ts';
import { defineBadge, defineSearch } from '../access/public.ts';
import { purchases } from './orders/purchases.list.ts';
import { requisitions } from './requisitions/requisitions.list.ts';
import { suppliers } from './suppliers/suppliers.list.ts';

const MOST_COUNTED = 1_000;

defineBadge(rights.purchaseOrder.id, (tx) => purchases.count(tx, { answered: 'true' }, MOST_COUNTED));

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

defineSearch([rights.purchaseOrder.view], async (tx, ctx, text) => {
  const found = await tx.rows<{ id: number; number: string; nameZh: string; nameEn: string }>(sql`
    select o.id, o.number, s.name_zh, s.name_en from purchase_order o
    join supplier s on s.company_id = ${sql.company} and s.id = o.supplier_id
    where ${purchases.where(tx, { text })} order by o.id desc limit 8`);
  return found.map((one) => ({
    kind: 'purchase' as const,
    id: one.id,
    title: one.number,
    detail: nameIn(ctx.language, one),
    path: `${pagePaths.purchaseOrder}?open=${one.id}`,
  }));
});

defineSearch([rights.requisition.view], async (tx, _ctx, text) => {
  const found = await tx.rows<{ id: number; number: string; createdBy: string }>(sql`
    select q.id, q.number, q.created_by from requisition q where ${requisitions.where(tx, { text })}
    order by q.id desc limit 8`);
  return found.map((one) => ({
    kind: 'requisition' as const,
    id: one.id,
    title: one.number,
    detail: one.createdBy,
    path: `${pagePaths.requisition}?open=${one.id}`,
  }));
});
