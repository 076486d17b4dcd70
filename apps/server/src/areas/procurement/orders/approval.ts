import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { termsIn } from '@tradewind/contract/procurement/words.ts';
import type { PurchaseState } from '@tradewind/contract/procurement.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { Decimal, moneyText, toBase } from '../../../core/money.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { type Description, registerApprovable, submitForApproval } from '../../approvals/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import { coverOf } from '../consequences.ts';
import { purchaseDocument } from '../documents.ts';
import type { ApprovedPurchase, purchaseLine, purchaseOrder } from '../purchase.tables.ts';
import { assertMay, countPurchase, type Held, holdPurchase, movePurchase } from './hold.ts';
import { purchases } from './purchases.list.ts';
import { fitSources, recountRequests, requestsOf, shareReceived } from './sources.ts';

const DOC = purchaseDocument.kind;

/** What the order asks for now. */
async function contentsOf(tx: Tx, held: Held): Promise<ApprovedPurchase> {
  const lines = await tx.rows<ApprovedPurchase['lines'][number]>(sql`
    select id, position, product_id, supplier_sku, packs, pack_size, trim_scale(unit_price)::text as unit_price,
      promised_on::text as promised_on, remark, short_reason from purchase_line
    where company_id = ${sql.company} and order_id = ${held.id} order by id`);
  const { supplierId, warehouseId, terms } = held;
  return { supplierId, warehouseId, terms, lines };
}

/** More units, a higher price, another product, supplier, destination or other terms. Less of anything is not. */
export function asksForMore(approved: ApprovedPurchase, now: ApprovedPurchase): boolean {
  if (approved.supplierId !== now.supplierId || approved.warehouseId !== now.warehouseId) return true;
  if (termsIn('en', approved.terms) !== termsIn('en', now.terms)) return true;
  const before = new Map(approved.lines.map((line) => [line.id, line]));
  return now.lines.some((line) => {
    const old = before.get(line.id);
    if (!old || old.productId !== line.productId || old.packSize !== line.packSize) return true;
    return line.packs > old.packs || new Decimal(line.unitPrice).gt(old.unitPrice);
  });
}

/** Submits a draft: without an approval workflow it is approved at once. */
export async function submitPurchase(tx: Tx, id: number): Promise<void> {
  await purchases.one(tx, id);
  const held = await holdPurchase(tx, id);
  assertMay('submit', held);
  await review(tx, held, 'submitted');
}

async function review(tx: Tx, held: Held, event: string): Promise<void> {
  await movePurchase(tx, held, 'reviewing', event);
  const { timeZone, baseCurrency } = await companyOf(tx);
  const rate = await rateOn(tx, held.currency, localDay(tx.now, timeZone));
  const row = await tx.row<{ amount: string }>(
    sql`select amount from purchase_order where company_id = ${sql.company} and id = ${held.id}`,
  );
  const amount = toBase(row?.amount ?? '0', rate);
  await submitForApproval(tx, { docKind: DOC, docId: held.id, title: held.number, amount, currency: baseCurrency });
}

/** After a change: one that was approved and now asks for more is reviewed again. @returns the status it has then */
export async function reviewChange(tx: Tx, id: number): Promise<PurchaseState> {
  const held = await holdPurchase(tx, id);
  if (held.approved === null) return held.state;
  const contents = await contentsOf(tx, held);
  if (asksForMore(held.approved, contents)) await review(tx, held, 'changed');
  else await keepApproved(tx, id, contents);
  return (await holdPurchase(tx, id)).state;
}

const keepApproved = (tx: Tx, id: number, contents: ApprovedPurchase) =>
  tx.rows(sql`update purchase_order set approved = ${sql.json(contents)}
    where company_id = ${sql.company} and id = ${id}`);

/** Nothing of it is outstanding. */
export const isDone = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.row(sql`select 1 as one from purchase_line
    where company_id = ${sql.company} and order_id = ${id} and received < quantity limit 1`)) === undefined;

async function approve(tx: Tx, docId: number): Promise<void> {
  const held = await holdPurchase(tx, docId);
  const contents = await contentsOf(tx, held);
  await keepApproved(tx, docId, contents);
  if (held.approved !== null)
    await tx.rows(sql`update purchase_order set revision = revision + 1
      where company_id = ${sql.company} and id = ${docId}`);
  const back = held.orderedAt === null ? 'approved' : (await isDone(tx, docId)) ? 'received' : 'ordered';
  await movePurchase(tx, held, back, 'approved');
}

/** A draft is edited again. One that was approved before returns to what was approved. */
async function refuse(tx: Tx, docId: number, event: string, remark: string): Promise<void> {
  const held = await holdPurchase(tx, docId);
  const detail = remark ? { remark } : undefined;
  if (held.approved === null || held.orderedAt === null) {
    await tx.rows(sql`update purchase_order set approved = null where company_id = ${sql.company} and id = ${docId}`);
    await movePurchase(tx, held, 'draft', event, detail);
    return;
  }
  await restore(tx, held, held.approved);
  await movePurchase(tx, held, (await isDone(tx, docId)) ? 'received' : 'ordered', event, detail);
}

/** Puts back what was approved; sources that gave way stay free. */
async function restore(tx: Tx, held: Held, approved: ApprovedPurchase): Promise<void> {
  const requests = await requestsOf(tx, [held.id]);
  const { supplierId, warehouseId, terms, lines } = approved;
  await tx.rows(sql`delete from purchase_line where company_id = ${sql.company} and order_id = ${held.id}
    and not (id = any(${lines.map((line) => line.id)}::bigint[]))`);
  const rows = lines.map((line) => ({ orderId: held.id, ...line, shortReason: line.shortReason ?? '' }));
  await tx.rows(sql`${insertRows<typeof purchaseLine>('purchase_line', rows)}
    on conflict (company_id, id) do update set position = excluded.position, packs = excluded.packs,
      pack_size = excluded.pack_size, unit_price = excluded.unit_price, supplier_sku = excluded.supplier_sku,
      promised_on = excluded.promised_on, remark = excluded.remark,
      short_reason = excluded.short_reason`);
  await tx.rows(updateRows<typeof purchaseOrder>('purchase_order', [{ id: held.id, supplierId, warehouseId, terms }]));
  await fitSources(tx, held.id);
  await shareReceived(tx, held.id);
  await recountRequests(tx, requests);
  await countPurchase(tx, held.id);
}

async function describe(tx: Tx, language: Language, docId: number): Promise<Description> {
  const head = await tx.row<{
    supplierId: number;
    nameZh: string;
    nameEn: string;
    warehouse: string;
    warehouseId: number;
    currency: string;
    amount: string;
    terms: Held['terms'];
    expectedOn: string | null;
    buyer: string;
    remark: string;
    revision: number;
    late: number;
    orders: number;
  }>(sql`
    select o.supplier_id, s.name_zh, s.name_en, w.name as warehouse, o.warehouse_id, o.currency, o.amount, o.terms,
      o.expected_on::text as expected_on, o.buyer, o.remark, case when o.approved is null then 1 else o.revision + 1 end as revision,
      t.late, t.orders
    from purchase_order o join supplier s on s.company_id = ${sql.company} and s.id = o.supplier_id
    join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
    cross join lateral (select count(*) filter (where x.on_day > x.expected_on)::int as late, count(*)::int as orders from (
      select p.expected_on, (select ${dayOf(sql`max(e.received_at)`)} from inbound e where e.company_id = ${sql.company}
          and e.source_kind = ${DOC} and e.source_id = p.id) as on_day
        from purchase_order p where p.company_id = ${sql.company} and p.supplier_id = o.supplier_id
          and p.state in ('received', 'closed') and p.expected_on is not null order by p.id desc limit 20) x) t
    where o.company_id = ${sql.company} and o.id = ${docId}`);
  if (!head) return { facts: [], lines: [] };
  const fact = (name: string, value: string) => ({ label: say(language, `procurement.fact.${name}`), value });
  const record =
    head.orders === 0 ? '' : say(language, 'procurement.fact.lateOf', { late: head.late, orders: head.orders });
  return {
    facts: [
      fact('supplier', nameIn(language, head)),
      fact('supplierRecord', record),
      fact('warehouse', head.warehouse),
      fact('amount', moneyText(head.amount, head.currency)),
      fact('terms', termsIn(language, head.terms)),
      fact('expectedOn', head.expectedOn ?? ''),
      fact('buyer', head.buyer),
      fact('revision', head.revision > 1 ? String(head.revision) : ''),
      fact('remark', head.remark),
    ].filter((one) => one.value !== ''),
    lines: await describeLines(tx, language, docId, head),
  };
}

async function describeLines(
  tx: Tx,
  language: Language,
  docId: number,
  head: { supplierId: number; warehouseId: number; currency: string },
): Promise<Description['lines']> {
  const lines = await tx.rows<{
    productId: number;
    warehouseId: number;
    sku: string;
    nameZh: string;
    nameEn: string;
    quantity: number;
    unitPrice: string;
    last: string | null;
  }>(sql`
    select l.product_id, ${head.warehouseId}::bigint as warehouse_id, p.sku, p.name_zh, p.name_en, l.quantity,
      (l.unit_price / l.pack_size)::text as unit_price,
      (select avg(x.price)::text from (select e.unit_price / e.pack_size as price
        from purchase_line e join purchase_order o on o.company_id = ${sql.company} and o.id = e.order_id
        where e.company_id = ${sql.company} and e.product_id = l.product_id and o.id <> ${docId}
          and o.ordered_at is not null and o.currency = ${head.currency} order by o.id desc limit 5) x) as last
    from purchase_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    where l.company_id = ${sql.company} and l.order_id = ${docId} order by l.position limit 200`);
  const cover = await coverOf(tx, lines);
  return lines.map((line, at) => {
    const price = new Decimal(line.unitPrice);
    const against = line.last && !new Decimal(line.last).isZero() ? price.div(line.last).minus(1).times(100) : null;
    const compared =
      against === null || against.abs().lt(0.1)
        ? ''
        : say(language, 'procurement.cover.price', { percent: `${against.gt(0) ? '+' : ''}${against.toFixed(1)}` });
    return {
      title: `${line.sku} ${nameIn(language, line)}`,
      detail: [`${Number(price.toFixed(4))} ${head.currency}`, compared, cover[at]?.(language) ?? '']
        .filter(Boolean)
        .join(' · '),
      quantity: String(line.quantity),
    };
  });
}

registerApprovable({
  docKind: DOC,
  moduleId: rights.purchaseOrder.id,
  title: ['采购订单', 'Purchase order'],
  amountIsCost: true,
  path: (docId) => `${pagePaths.purchaseOrder}?open=${docId}`,
  describe,
  onAudited: approve,
  onRejected: (tx, docId, remark) => refuse(tx, docId, 'rejected', remark),
  onWithdrawn: (tx, docId) => refuse(tx, docId, 'withdrawn', ''),
});
