import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { type Description, registerApprovable, submitForApproval } from '../../approvals/public.ts';
import { allocationDocument } from '../documents.ts';
import { allocations } from './allocations.list.ts';
import { assertMay, holdAllocation, holdWithSources, moveAllocation } from './hold.ts';
import { serveShares, serveStock } from './serve.ts';
import { settleAllocations } from './settle.ts';

const DOC = allocationDocument.kind;

/** Submits a draft: without an approval workflow it is approved at once, and arrived goods serve its shares. */
export async function submitAllocation(tx: Tx, id: number): Promise<void> {
  await allocations.one(tx, id);
  // An approval at once serves the shares of its purchase orders, which are locked first.
  const { held } = await holdWithSources(tx, id);
  assertMay('submit', held);
  await moveAllocation(tx, held, 'reviewing', 'submitted');
  await submitForApproval(tx, { docKind: DOC, docId: id, title: held.number, amount: null, currency: null });
}

async function approve(tx: Tx, id: number): Promise<void> {
  const { held, purchaseLines } = await holdWithSources(tx, id);
  await moveAllocation(tx, held, 'submitted', 'approved');
  await serveStock(tx, id);
  await settleAllocations(tx, [id]);
  await serveShares(tx, purchaseLines);
}

async function back(tx: Tx, id: number, event: string, remark: string): Promise<void> {
  await moveAllocation(tx, await holdAllocation(tx, id), 'draft', event, remark ? { remark } : undefined);
}

async function describe(tx: Tx, language: Language, docId: number): Promise<Description> {
  const head = await tx.row<{ warehouse: string; createdBy: string; needBy: string | null; remark: string }>(sql`
    select w.name as warehouse, o.created_by, o.need_by::text as need_by, o.remark from allocation_order o
    join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
    where o.company_id = ${sql.company} and o.id = ${docId}`);
  if (!head) return { facts: [], lines: [] };
  const shares = await tx.rows<{
    sku: string;
    nameZh: string;
    nameEn: string;
    kind: string;
    destination: string | null;
    purchaseNo: string | null;
    quantity: number;
    needBy: string | null;
  }>(sql`
    select p.sku, p.name_zh, p.name_en, s.kind, coalesce(w.name, h.name) as destination, c.number as purchase_no,
      s.quantity, s.need_by::text as need_by
    from allocation_share s join allocation_line l on l.company_id = ${sql.company} and l.id = s.line_id
    join product p on p.company_id = ${sql.company} and p.id = l.product_id
    left join warehouse w on w.company_id = ${sql.company} and w.id = s.to_warehouse_id
    left join shop h on h.company_id = ${sql.company} and h.id = s.shop_id
    left join purchase_line x on x.company_id = ${sql.company} and x.id = l.purchase_line_id
    left join purchase_order c on c.company_id = ${sql.company} and c.id = x.order_id
    where s.company_id = ${sql.company} and s.order_id = ${docId} order by l.position, s.position limit 200`);
  const fact = (name: string, value: string | null) => ({
    label: say(language, `procurement.fact.${name}`),
    value: value ?? '',
  });
  return {
    facts: [
      fact('warehouse', head.warehouse),
      fact('createdBy', head.createdBy),
      fact('needBy', head.needBy),
      fact('remark', head.remark),
    ].filter((one) => one.value !== ''),
    lines: shares.map((share) => ({
      title: `${share.sku} ${nameIn(language, share)}`,
      detail: [
        say(language, `procurement.allocation.kind.${share.kind}`),
        share.destination,
        share.purchaseNo,
        share.needBy,
      ]
        .filter(Boolean)
        .join(' · '),
      quantity: String(share.quantity),
    })),
  };
}

registerApprovable({
  docKind: DOC,
  moduleId: rights.allocation.id,
  title: ['分配单', 'Allocation order'],
  path: (docId) => `${pagePaths.allocation}?open=${docId}`,
  describe,
  onAudited: approve,
  onRejected: (tx, docId, remark) => back(tx, docId, 'rejected', remark),
  onWithdrawn: (tx, docId) => back(tx, docId, 'withdrawn', ''),
});
