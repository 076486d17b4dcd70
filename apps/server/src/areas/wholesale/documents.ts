import { sql } from 'drizzle-orm/sql/sql';
import type { Tx } from '../../core/database/database.ts';
import { defineDocument } from '../../core/documents.ts';
import { conflict, notFound } from '../../core/errors.ts';

export const DOC = 'wholesale_order';

/** A shipment's number is the invoice's, too. */
export const shipmentDocument = { kind: 'wholesale_shipment', prefix: 'WS' };

export const wholesaleDocument = defineDocument({
  kind: DOC,
  prefix: 'WO',
  states: ['quotation', 'confirmed', 'done', 'cancelled'],
  transitions: {
    quotation: ['confirmed', 'cancelled'],
    confirmed: ['done', 'cancelled'],
    done: [],
    cancelled: [],
  },
});

export type State = 'quotation' | 'confirmed' | 'done' | 'cancelled';

export interface Held {
  id: number;
  number: string;
  state: State;
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

/** The order, kept from everybody else until the transaction ends. @throws notFound wholesale.notFound */
export async function hold(tx: Tx, id: number): Promise<Held> {
  const row = await tx.row<Held & Record<string, unknown>>(sql`
    select id, number, state, customer_id as "customerId", currency, version, goods_amount as "goodsAmount",
      shipping_amount as "shippingAmount", total_amount as "totalAmount", deposit_due as "depositDue",
      paid_amount as "paidAmount", balance_before_shipment as "balanceBeforeShipment", customer_ref as "customerRef",
      ship_to as "shipTo", confirmed_at as "confirmedAt"
    from wholesale_order where company_id = ${tx.companyId} and id = ${id} for update`);
  if (!row) throw notFound('wholesale.notFound');
  return row;
}

/** @throws conflict wholesale.state */
export function assertState(order: Held, ...states: State[]): void {
  if (!states.includes(order.state)) throw conflict(`wholesale.state.${order.state}`, { number: order.number });
}
