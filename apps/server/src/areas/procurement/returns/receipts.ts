import type { ReturnableReceipt } from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { inboundTakenBack } from '../../warehouse/public.ts';
import { purchaseDocument } from '../documents.ts';

/** Newest ASN lines of a product that are looked at: enough for what is still returned, and never its whole past. */
const NEWEST = 300;
/** Units of a receipt `r` that were refused when they came: they never were good stock. */
export const REJECTED = sql`case when r.condition = 'damaged' then r.quantity else r.failed end`;

export interface FoundReceipt {
  id: number;
  productId: number;
  purchaseId: number;
  supplierId: number;
  inboundNumber: string;
  purchaseNumber: string;
  /** Of the company. */
  onDay: string;
  quantity: number;
  rejected: number;
  /** On no return. */
  left: number;
  /** Of these, refused on receipt. */
  rejectedLeft: number;
  /** Of one unit, in the currency of its order. */
  unitPrice: string;
  currency: string;
}

interface Which {
  warehouseId: number;
  productIds: readonly number[];
  supplierId?: number | undefined;
  /** The return that is edited: its own lines do not count. */
  except?: number | undefined;
}

/** Receipts of these products that came with purchase orders, newest first, with the units that are on no return. */
export function receiptsOf(tx: Tx, { warehouseId, productIds, supplierId, except }: Which): Promise<FoundReceipt[]> {
  return tx.rows<FoundReceipt>(sql`
    select r.id, r.product_id, o.id as purchase_id, o.supplier_id, i.number as inbound_number, o.number as purchase_number,
      ${dayOf(sql`r.at`)}::text as on_day, r.quantity, ${REJECTED} as rejected, r.quantity - b.units as left,
      greatest(${REJECTED} - b.not_good, 0) as rejected_left, trim_scale(round(l.unit_price / l.pack_size, 6))::text as unit_price,
      o.currency
    from unnest(${[...productIds]}::bigint[]) as d(p)
    cross join lateral (select e.id, e.inbound_id, e.source_line from inbound_line e
      where e.company_id = ${sql.company} and e.product_id = d.p and e.source_line <> 0 and e.received > 0
      order by e.id desc limit ${sql.literal(NEWEST)}) e
    join inbound i on i.company_id = ${sql.company} and i.id = e.inbound_id and i.source_kind = ${purchaseDocument.kind}
      and i.warehouse_id = ${warehouseId}
    join purchase_order o on o.company_id = ${sql.company} and o.id = i.source_id
      and (${supplierId ?? null}::bigint is null or o.supplier_id = ${supplierId ?? null}::bigint)
    join purchase_line l on l.company_id = ${sql.company} and l.id = e.source_line
    join inbound_receipt r on r.company_id = ${sql.company} and r.inbound_id = i.id and r.line_id = e.id and r.undone_at is null
    cross join lateral (select coalesce(sum(x.quantity), 0)::int as units,
        coalesce(sum(x.quantity) filter (where x.condition <> 'good'), 0)::int as not_good
      from supplier_return_line x join supplier_return t on t.company_id = ${sql.company} and t.id = x.return_id
      where x.company_id = ${sql.company} and x.receipt_id = r.id and t.state <> 'cancelled'
        and t.id <> ${except ?? 0}) b
    order by r.at desc, r.id desc`);
}

/** Holds named receipts until the transaction ends, so that nobody undoes them meanwhile. */
export async function holdReceipts(tx: Tx, ids: readonly (number | null)[]): Promise<void> {
  const named = [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))];
  const rows = await tx.rows<{ id: number }>(sql`select id from inbound_receipt where company_id = ${sql.company}
    and id = any(${named}::bigint[]) and undone_at is null order by id for share`);
  if (rows.length < named.length) throw conflict('procurement.returnReceipt');
}

// What goes back has come.
inboundTakenBack.listen(async (tx, { receipts }) => {
  const row = await tx.row<{ number: string }>(sql`select t.number from supplier_return_line l
    join supplier_return t on t.company_id = ${sql.company} and t.id = l.return_id and t.state <> 'cancelled'
    where l.company_id = ${sql.company} and l.receipt_id = any(${receipts.map((one) => one.id)}::bigint[]) limit 1`);
  if (row) throw conflict('procurement.receiptReturned', { number: row.number });
});

interface Line {
  productId: number;
  condition: string;
  quantity: number;
  receiptId?: number | null | undefined;
  unitCredit?: string | undefined;
}

/**
 * Gives lines their receipts. A named receipt must have the units left. A line that names none takes the newest receipts
 * with units left, those with refused units first if it is not of good condition; what no receipt has stays on a line
 * without one. The price of the receipt is what the supplier is to credit, if nobody says otherwise.
 * @throws badField lines.N.receiptId, lines.N.quantity, lines.N.unitCredit
 */
export async function assignReceipts<L extends Line>(
  tx: Tx,
  which: Omit<Which, 'productIds'> & { currency: string },
  lines: readonly L[],
): Promise<(L & { receiptId: number | null; unitCredit: string })[]> {
  const productIds = [...new Set(lines.map((line) => line.productId))];
  const receipts = await receiptsOf(tx, { ...which, productIds });
  const take = (receipt: FoundReceipt, line: Line, units: number) => {
    receipt.left -= units;
    if (line.condition !== 'good') receipt.rejectedLeft = Math.max(receipt.rejectedLeft - units, 0);
  };
  const priceOf = (line: L, at: number, receipt?: FoundReceipt): string => {
    if (line.unitCredit !== undefined) return line.unitCredit;
    if (receipt?.currency === which.currency) return receipt.unitPrice;
    throw badField(`lines.${at}.unitCredit`, 'procurement.returnNoPrice');
  };
  // Named receipts first, so that no other line takes their units.
  for (const [at, line] of lines.entries()) {
    if (!line.receiptId) continue;
    const receipt = receipts.find((one) => one.id === line.receiptId && one.productId === line.productId);
    if (!receipt) throw badField(`lines.${at}.receiptId`, 'procurement.returnReceipt');
    if (receipt.left < line.quantity)
      throw badField(`lines.${at}.quantity`, 'procurement.returnBeyond', { left: Math.max(receipt.left, 0) });
    take(receipt, line, line.quantity);
  }
  return lines.flatMap((line, at) => {
    const part = (quantity: number, receipt?: FoundReceipt) => ({
      ...{ ...line, quantity, receiptId: receipt?.id ?? null, unitCredit: priceOf(line, at, receipt) },
    });
    if (line.receiptId !== undefined) {
      return [
        part(
          line.quantity,
          receipts.find((one) => one.id === line.receiptId),
        ),
      ];
    }
    const own = receipts.filter((one) => one.productId === line.productId);
    const order =
      line.condition === 'good' ? own : own.toSorted((a, b) => Number(b.rejectedLeft > 0) - Number(a.rejectedLeft > 0));
    let rest = line.quantity;
    const parts = order.flatMap((receipt) => {
      const units = Math.min(rest, receipt.left);
      if (units <= 0) return [];
      rest -= units;
      take(receipt, line, units);
      return [part(units, receipt)];
    });
    return rest > 0 ? [...parts, part(rest)] : parts;
  });
}

/** For the form: the receipts of a product that have units left. */
export async function receiptOptions(tx: Tx, which: Which): Promise<ReturnableReceipt[]> {
  const rows = await receiptsOf(tx, which);
  const costs = maySee(tx.rights, 'seeCost');
  return rows
    .filter((row) => row.left > 0)
    .slice(0, 100)
    .map(({ id, inboundNumber, purchaseNumber, onDay, quantity, rejected, left, unitPrice }) => ({
      ...{ id, inboundNumber, purchaseNumber, onDay, quantity, rejected, left },
      unitPrice: costs ? new Decimal(unitPrice).toFixed() : null,
    }));
}
