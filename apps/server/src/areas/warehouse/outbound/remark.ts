import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';

/**
 * The FNSKU of a product `p`: from the warehouse's list (`f`, of warehouse_fnsku), else its barcode if that is one (X00
 * and seven more characters).
 */
export const FNSKU = sql`coalesce(f.fnsku, substring(p.barcode from '^X00[A-Z0-9]{7}$'))`;

interface Noted {
  remark: string;
  displayNo: string;
  fnskus: readonly string[];
}

/** {orderId} is the order's number, {FNSKU} the FNSKUs of its products. */
export function fillRemark({ remark, displayNo, fnskus }: Noted): string {
  return remark.replaceAll('{orderId}', displayNo).replaceAll('{FNSKU}', fnskus.join(' ')).trim();
}

export interface OutboundRemark {
  outboundId: number;
  waveId: number | null;
  slot: number | null;
  orderNo: string;
  remark: string;
}

/** Remarks of the orders of outbound orders, as printed on labels and documents. Only those with a remark. */
export const remarksOfOutbounds = (tx: Tx, ids: readonly number[]) =>
  remarksWhere(tx, sql`o.id = any(${ids}::bigint[])`);
/** The same by the slots of waves. */
export const remarksOfWaves = (tx: Tx, ids: readonly number[]) =>
  remarksWhere(tx, sql`o.wave_id = any(${ids}::bigint[]) and o.state <> 'cancelled'`);

async function remarksWhere(tx: Tx, condition: Sql): Promise<OutboundRemark[]> {
  const rows = await tx.rows<OutboundRemark & Noted & Record<string, unknown>>(
    sql`select o.id as "outboundId", o.wave_id, o.slot, o.order_no, s.remark, s.display_no,
       array(select distinct ${FNSKU} as code from outbound_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
         left join warehouse_fnsku f on f.company_id = ${sql.company} and f.warehouse_id = o.warehouse_id and f.product_id = p.id
         where l.company_id = ${sql.company} and l.outbound_id = o.id and ${FNSKU} is not null order by code) as fnskus
     from outbound o join sales_order s on s.company_id = ${sql.company} and s.id = o.order_id and s.remark <> ''
     where o.company_id = ${sql.company} and ${condition} order by o.slot, o.id`,
  );
  return rows.map(({ outboundId, waveId, slot, orderNo, ...noted }) => {
    return { outboundId, waveId, slot, orderNo, remark: fillRemark(noted) };
  });
}
