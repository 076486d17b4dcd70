import type { SourcingGoods, SourcingPreview } from '@tradewind/connectors/sourcing/connector.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { codedFailure } from '../../../core/jobs/failure.ts';
import { Decimal } from '../../../core/money.ts';

/** 1688 takes so many specifications in one order. */
const MOST_LINES = 50;

export interface SourcedLine {
  lineId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  quantity: number;
  packSize: number;
  /** Of one purchase unit. */
  agreed: string;
  offerId: string;
  specId: string;
  /** Units of ours in one unit of the offer. */
  offerUnits: number;
  /** Units of the offer; null where they are not whole. */
  offerQuantity: number | null;
  /** A coded failure. */
  problem: string | null;
}

/** The lines of a purchase order with the offers that the prices in force today name. */
export async function sourcedLines(tx: Tx, orderId: number): Promise<SourcedLine[]> {
  const rows = await tx.rows<Omit<SourcedLine, 'offerQuantity' | 'problem'>>(sql`
    select l.id as line_id, p.sku, p.name_zh, p.name_en, l.quantity, l.pack_size, trim_scale(l.unit_price)::text as agreed,
      coalesce(r.offer_id, '') as offer_id, coalesce(r.spec_id, '') as spec_id, coalesce(r.offer_units, 1) as offer_units
    from purchase_line l join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
    join product p on p.company_id = ${sql.company} and p.id = l.product_id
    left join lateral (select * from supplier_price r where r.company_id = ${sql.company} and r.supplier_id = o.supplier_id
        and r.product_id = l.product_id and r.valid_from <= ${dayOf(sql`${tx.now}`)} order by r.valid_from desc limit 1) r on true
    where l.company_id = ${sql.company} and l.order_id = ${orderId} and l.packs > 0 order by l.position, l.id`);
  return rows.map((row, at) => {
    const whole = row.quantity % row.offerUnits === 0;
    const problem =
      row.offerId === ''
        ? codedFailure('procurement.1688.noOffer', { sku: row.sku })
        : !whole
          ? codedFailure('procurement.1688.notWhole', { units: row.offerUnits })
          : at >= MOST_LINES
            ? codedFailure('procurement.1688.tooMany', { most: MOST_LINES })
            : null;
    return { ...row, offerQuantity: whole ? row.quantity / row.offerUnits : null, problem };
  });
}

/** What goes to 1688: lines of one specification together. */
export function goodsOf(addressId: string, lines: readonly SourcedLine[]): SourcingGoods {
  const sums = new Map<string, { offerId: string; specId: string; quantity: number }>();
  for (const { offerId, specId, offerQuantity } of lines) {
    const key = `${offerId}/${specId}`;
    const known = sums.get(key) ?? { offerId, specId, quantity: 0 };
    sums.set(key, { ...known, quantity: known.quantity + (offerQuantity ?? 0) });
  }
  return { addressId, lines: [...sums.values()] };
}

/** What 1688 charges for one purchase unit of a line, with six places; null where the preview does not name it. */
export function chargedFor(line: SourcedLine, preview: SourcingPreview): string | null {
  const found = preview.lines.find((one) => one.offerId === line.offerId && one.specId === line.specId);
  if (!found) return null;
  return new Decimal(found.unitPrice).times(line.packSize).div(line.offerUnits).toDecimalPlaces(6).toString();
}

/** Lines whose price is higher than agreed: they need another approval. */
export const higherLines = (lines: readonly SourcedLine[], preview: SourcingPreview): SourcedLine[] =>
  lines.filter((line) => new Decimal(chargedFor(line, preview) ?? '0').gt(line.agreed));
