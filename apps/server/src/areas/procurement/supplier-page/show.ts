import type { ResultOf } from '@tradewind/contract/call.ts';
import type { Instalment } from '@tradewind/contract/procurement/words.ts';
import type { openSupplierOrder, PurchaseState, SupplierOrderState } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { companyOf } from '../../company/public.ts';
import type { Link } from '../../documents/public.ts';
import { packingsOf } from './read.ts';

type Shown = ResultOf<typeof openSupplierOrder>;

const STATES: Partial<Record<PurchaseState, SupplierOrderState>> = {
  ordered: 'open',
  received: 'received',
  closed: 'closed',
  cancelled: 'cancelled',
};
const PLACE = ['name', 'line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phone'] as const;

interface Head {
  number: string;
  state: PurchaseState;
  orderedOn: string;
  expectedOn: string | null;
  buyer: string;
  reference: string;
  remark: string;
  currency: string;
  amount: string;
  terms: Instalment[];
  warehouse: string;
  address: Record<string, string>;
}

/** @throws conflict procurement.supplierPageShut while the order is reviewed: what it asks for then is not approved */
export async function assertShown(tx: Tx, link: Link): Promise<void> {
  const row = await tx.row<{ state: PurchaseState }>(
    sql`select state from purchase_order where company_id = ${sql.company} and id = ${link.docId}`,
  );
  if (!row) throw notFound('link.notFound');
  if (!STATES[row.state]) throw conflict('procurement.supplierPageShut');
}

/** The order of a link as its supplier sees it, and nothing beside it. While it is reviewed its lines are kept back. */
export async function showToSupplier(tx: Tx, link: Link): Promise<Shown> {
  const head = await tx.row<Head>(sql`
    select o.number, o.state, ${dayOf(sql`coalesce(o.ordered_at, o.created_at)`)}::text as ordered_on,
      o.expected_on::text as expected_on, o.buyer, o.reference, o.remark, o.currency, trim_scale(o.amount)::text as amount,
      o.terms, w.name as warehouse, w.address
    from purchase_order o join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
    where o.company_id = ${sql.company} and o.id = ${link.docId}`);
  if (!head) throw notFound('link.notFound');
  const { number, state, orderedOn, expectedOn, buyer, reference, remark, currency, amount, terms } = head;
  const shown = STATES[state] ?? 'changing';
  const packings = await packingsOf(tx, link.docId);
  return {
    company: (await companyOf(tx)).name,
    recipient: link.recipient,
    expiresAt: link.expiresAt.toISOString(),
    state: shown,
    ...{ number, orderedOn, expectedOn, buyer, reference, remark },
    shipTo: placeOf(head),
    price: link.prices && shown !== 'changing' ? { currency, amount, terms } : null,
    lines: shown === 'changing' ? [] : await linesOf(tx, link, packings),
    packings: packings.map((one) => ({ ...one, units: one.goods.reduce((sum, line) => sum + line.quantity, 0) })),
  };
}

function placeOf({ warehouse, address }: Head): Shown['shipTo'] {
  const parts = PLACE.flatMap((part) => (address[part] ? [[part, String(address[part])]] : []));
  return { name: warehouse, ...Object.fromEntries(parts) };
}

async function linesOf(
  tx: Tx,
  { docId, prices }: Link,
  packings: readonly { state: string; goods: readonly { lineId: number; quantity: number }[] }[],
): Promise<Shown['lines']> {
  const lines = await tx.rows<Omit<Shown['lines'][number], 'packed'>>(sql`
    select l.id, p.sku, l.supplier_sku, p.name_zh, p.name_en, l.pack_size, l.packs, l.quantity,
      trim_scale(l.unit_price)::text as unit_price, coalesce(l.promised_on, o.expected_on)::text as promised_on, l.remark,
      (select jsonb_build_object('promisedOn', a.promised_on, 'packs', a.packs, 'remark', a.remark, 'state', a.state,
          'decision', a.decision) from supplier_answer a
        where a.company_id = ${sql.company} and a.line_id = l.id order by a.id desc limit 1) as answer
    from purchase_line l join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
    join product p on p.company_id = ${sql.company} and p.id = l.product_id
    where l.company_id = ${sql.company} and l.order_id = ${docId} order by l.position, l.id`);
  const packed = new Map<number, number>();
  for (const { state, goods } of packings)
    if (state !== 'refused')
      for (const { lineId, quantity } of goods) packed.set(lineId, (packed.get(lineId) ?? 0) + quantity);
  return lines.map((line) => ({
    ...line,
    unitPrice: prices ? line.unitPrice : null,
    packed: packed.get(line.id) ?? 0,
  }));
}
