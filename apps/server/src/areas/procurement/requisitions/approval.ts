import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField } from '../../../core/errors.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { type Description, registerApprovable } from '../../approvals/public.ts';
import { coverOf } from '../consequences.ts';
import { requisitionDocument } from '../documents.ts';
import { holdRequisition, moveRequisition } from './hold.ts';
import { settle } from './requisitions.service.ts';

const DOC = requisitionDocument.kind;

async function describe(tx: Tx, language: Language, docId: number): Promise<Description> {
  const head = await tx.row<{ remark: string; createdBy: string; needBy: string | null }>(sql`
    select remark, created_by, need_by::text as need_by from requisition
    where company_id = ${sql.company} and id = ${docId}`);
  if (!head) return { facts: [], lines: [] };
  const lines = await tx.rows<{
    productId: number;
    warehouseId: number;
    id: number;
    sku: string;
    nameZh: string;
    nameEn: string;
    quantity: number;
    approved: number | null;
    needBy: string | null;
    warehouse: string;
  }>(sql`
    select l.id, l.product_id, l.warehouse_id, p.sku, p.name_zh, p.name_en, l.quantity, l.approved, l.need_by::text as need_by,
      w.name as warehouse
    from requisition_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    join warehouse w on w.company_id = ${sql.company} and w.id = l.warehouse_id
    where l.company_id = ${sql.company} and l.requisition_id = ${docId} order by l.position limit 200`);
  const cover = await coverOf(tx, lines);
  const fact = (name: string, value: string | null) => ({
    label: say(language, `procurement.fact.${name}`),
    value: value ?? '',
  });
  return {
    facts: [fact('createdBy', head.createdBy), fact('needBy', head.needBy), fact('remark', head.remark)].filter(
      (one) => one.value !== '',
    ),
    lines: lines.map((line, at) => ({
      title: `${line.sku} ${nameIn(language, line)}`,
      detail: [line.warehouse, line.needBy ?? '', cover[at]?.(language) ?? ''].filter(Boolean).join(' · '),
      quantity: String(line.quantity),
      part: { lineId: line.id, quantity: line.approved ?? line.quantity },
    })),
  };
}

/** Levels after the first may approve less, and never more. @throws badField quantities.N.quantity */
async function reduce(
  tx: Tx,
  docId: number,
  quantities: readonly { lineId: number; quantity: number }[],
): Promise<void> {
  await holdRequisition(tx, docId);
  const rows = await tx.rows<{ id: number; most: number }>(sql`select id, coalesce(approved, quantity) as most
    from requisition_line where company_id = ${sql.company} and requisition_id = ${docId}`);
  const most = new Map(rows.map((row) => [row.id, row.most]));
  for (const [at, { lineId, quantity }] of quantities.entries()) {
    const allowed = most.get(lineId);
    if (allowed === undefined) throw badField(`quantities.${at}.lineId`, 'procurement.lineNotFound');
    if (quantity > allowed) throw badField(`quantities.${at}.quantity`, 'procurement.partTooMuch', { most: allowed });
  }
  const less = quantities.filter((one) => one.quantity < (most.get(one.lineId) ?? 0));
  await tx.rows(sql`update requisition_line l set approved = r.quantity
    from jsonb_to_recordset(${sql.json(less)}) as r("lineId" bigint, quantity int)
    where l.company_id = ${sql.company} and l.requisition_id = ${docId} and l.id = r."lineId"`);
  if (less.length > 0)
    writeHistory(tx, [{ docKind: DOC, docId, event: 'approvedInPart', detail: { lines: less.length } }]);
}

async function back(tx: Tx, docId: number, event: string, remark: string): Promise<void> {
  const held = await holdRequisition(tx, docId);
  await tx.rows(sql`update requisition_line set approved = null
    where company_id = ${sql.company} and requisition_id = ${docId}`);
  await moveRequisition(tx, held, 'draft', event, remark ? { remark } : undefined);
}

registerApprovable({
  docKind: DOC,
  moduleId: rights.requisition.id,
  title: ['采购申请', 'Requisition'],
  path: (docId) => `${pagePaths.requisition}?open=${docId}`,
  describe,
  reduce,
  onAudited: async (tx, docId) => {
    const held = await holdRequisition(tx, docId);
    await tx.rows(sql`update requisition_line set approved = quantity
      where company_id = ${sql.company} and requisition_id = ${docId} and approved is null`);
    await moveRequisition(tx, held, 'approved', 'approved');
    // A part that was approved with nothing is done at once.
    await settle(tx, [docId]);
  },
  onRejected: (tx, docId, remark) => back(tx, docId, 'rejected', remark),
  onWithdrawn: (tx, docId) => back(tx, docId, 'withdrawn', ''),
});
