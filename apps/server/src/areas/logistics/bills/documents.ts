import {
  CARRIER_BILL_STEPS,
  type CarrierBillState,
  CLAIM_STEPS,
  type ClaimState,
  carrierBillMay,
} from '@tradewind/contract/logistics.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, defineDocument, writeHistory } from '../../../core/documents.ts';
import { conflict, forbidden, notFound } from '../../../core/errors.ts';

/** Its number is the issuer's. */
export const billDocument = defineDocument<CarrierBillState>({
  kind: 'carrier_bill',
  prefix: '',
  transitions: CARRIER_BILL_STEPS,
});
export const claimDocument = defineDocument<ClaimState>({
  kind: 'carrier_claim',
  prefix: 'CC',
  transitions: CLAIM_STEPS,
});

/** Bills are costs. @throws forbidden logistics.billCosts */
export function assertCosts({ rights }: Pick<Ctx, 'rights'>): void {
  if (!maySee(rights, 'seeCost')) throw forbidden('logistics.billCosts');
}

export interface Bill {
  id: number;
  number: string;
  state: CarrierBillState;
  issuerId: number;
  currency: string;
  billedOn: string;
}

/** @throws notFound logistics.billGone; conflict logistics.billState */
export async function lockBill(tx: Tx, id: number, act?: Parameters<typeof carrierBillMay>[0]): Promise<Bill> {
  const bill = await tx.row<Bill>(sql`select id, number, state, issuer_id, currency, billed_on::text as billed_on
    from carrier_bill where company_id = ${sql.company} and id = ${id} for update`);
  if (!bill) throw notFound('logistics.billGone');
  if (act && !carrierBillMay(act, bill)) throw conflict('logistics.billState', { number: bill.number });
  return bill;
}

export async function moveBill(
  tx: Tx,
  bill: Bill,
  to: CarrierBillState,
  detail: Record<string, unknown> = {},
): Promise<void> {
  assertMove(billDocument, bill.state, to, bill.number);
  await tx.rows(sql`update carrier_bill set state = ${to} where company_id = ${sql.company} and id = ${bill.id}`);
  writeHistory(tx, [
    { docKind: billDocument.kind, docId: bill.id, event: to, fromState: bill.state, toState: to, detail },
  ]);
}
