import { type WholesaleAct, type WholesaleState, wholesaleMay } from '@tradewind/contract/wholesale.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineDocument } from '../../core/documents.ts';
import { conflict, notFound } from '../../core/errors.ts';

export const DOC = 'wholesale_order';

/** A shipment's number is also its invoice number. */
export const shipmentDocument = { kind: 'wholesale_shipment', prefix: 'WS' };

export const wholesaleDocument = defineDocument<WholesaleState>({
  kind: DOC,
  prefix: 'WO',
  transitions: {
    quotation: ['confirmed', 'cancelled'],
    confirmed: ['done', 'cancelled'],
    done: [],
    cancelled: [],
  },
});

export interface Held {
  id: number;
  number: string;
  state: WholesaleState;
  customerId: number;
  currency: string;
  version: number;
  goodsAmount: string;
  shippingAmount: string;
  totalAmount: string;
  depositDue: string;
  paidAmount: string;
  balanceBeforeShipment: boolean;
  customerRef: string;
  shipTo: Record<string, unknown> | null;
  confirmedAt: Date | null;
}

/** Locks the order until the transaction ends. @throws notFound wholesale.notFound */
export async function hold(tx: Tx, id: number): Promise<Held> {
  const row = await tx.row<Held & Record<string, unknown>>(sql`
    select id, number, state, customer_id, currency, version, goods_amount,
      shipping_amount, total_amount, deposit_due,
      paid_amount, balance_before_shipment, customer_ref,
      ship_to, confirmed_at
    from wholesale_order where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('wholesale.notFound');
  return row;
}

/** @throws conflict wholesale.state */
export function assertMay(act: WholesaleAct, order: Held): void {
  if (!wholesaleMay(act, order)) throw conflict(`wholesale.state.${order.state}`, { number: order.number });
}
