import { isRecord, list, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Call, Operation } from './api.ts';
import { badContent } from './errors.ts';
import { orderOf } from './orders.ts';
import { keptOf, type RefundCharge, type Unit, unitsOf } from './units.ts';
import { orderView } from './views.ts';

const REASONS = [
  ...['BillingError', 'TaxExemptCustomer', 'ItemNotAsAdvertised', 'IncorrectItemReceived', 'CancelledYetShipped'],
  ...['ItemNotReceivedByCustomer', 'IncorrectShippingPrice', 'DamagedItem', 'DefectiveItem', 'CustomerChangedMind'],
  ...['CustomerReceivedItemLate', 'Missing Parts / Instructions', 'Finance -> Goodwill', 'Finance -> Rollback'],
  ...['Buyer canceled', 'Customer returned item', 'General adjustment', 'Merchandise not received', 'Others'],
];

/** Source: Refund Order Lines, and its word on full refunds. */
export const refunds: Operation[] = [
  {
    method: 'POST',
    path: '/v3/orders/{purchaseOrderId}/refund',
    name: 'refundOrderLines',
    service: 'ORDER',
    rate: 'refund',
    handle: refund,
  },
];

const bad = (field: string, message: string) => badContent('ORDER', field, message);

/** Cents of an amount, which is negative. */
function centsOf(call: Call, answered: unknown): number {
  const money = isRecord(answered) ? answered : {};
  if (money.currency !== call.shop.currency) throw bad('currency', `Invalid currency: ${text(money.currency)}`);
  if (typeof money.amount !== 'number' || !(money.amount < 0))
    throw bad('amount', 'The amount of a refund has to be negative');
  return -Math.round(money.amount * 100);
}

function chargeOf(call: Call, answered: unknown): RefundCharge {
  const one = isRecord(answered) ? answered : {};
  const charge = isRecord(one.charge) ? one.charge : {};
  const reason = text(one.refundReason);
  const type = text(charge.chargeType);
  if (!REASONS.includes(reason)) throw bad('refundReason', `Invalid refundReason: ${reason}`);
  if (type !== 'PRODUCT' && type !== 'SHIPPING') throw bad('chargeType', `Invalid chargeType: ${type}`);
  if (!text(charge.chargeName)) throw bad('chargeName', 'The charge has no name');
  const taxCents = isRecord(charge.tax) ? centsOf(call, charge.tax.taxAmount) : 0;
  return { reason, type, name: text(charge.chargeName), cents: centsOf(call, charge.chargeAmount), taxCents };
}

const totalOf = (charges: readonly RefundCharge[], type: RefundCharge['type'], part: 'cents' | 'taxCents') =>
  charges.filter((one) => one.type === type).reduce((sum, one) => sum + one[part], 0);

/** With the full price go tax and shipping, asked for or not. */
function completed(order: SandboxOrder, unit: Unit, charges: RefundCharge[]): RefundCharge[] {
  const shipping = unit.number === '1' ? order.shippingCents : 0;
  const taxCents = unit.taxCents - totalOf(charges, 'PRODUCT', 'taxCents');
  const cents = shipping - totalOf(charges, 'SHIPPING', 'cents');
  if (totalOf(charges, 'PRODUCT', 'cents') < unit.line.priceCents) return charges;
  const [reason = ''] = charges.map((one) => one.reason);
  return [
    ...charges,
    ...(taxCents > 0 ? [{ reason, type: 'PRODUCT' as const, name: 'ItemPrice', cents: 0, taxCents }] : []),
    ...(cents > 0 ? [{ reason, type: 'SHIPPING' as const, name: 'Shipping', cents, taxCents: 0 }] : []),
  ];
}

function assertLeft(order: SandboxOrder, unit: Unit, charges: readonly RefundCharge[]): void {
  const shipping = unit.number === '1' ? order.shippingCents : 0;
  const fits =
    totalOf(charges, 'PRODUCT', 'cents') <= unit.line.priceCents &&
    totalOf(charges, 'PRODUCT', 'taxCents') <= unit.taxCents &&
    totalOf(charges, 'SHIPPING', 'cents') <= shipping;
  if (!fits) throw bad('chargeAmount', `The refund exceeds what was charged for line ${unit.number}`);
}

function refund(call: Call) {
  const order = orderOf(call);
  const answered = isRecord(call.body.orderRefund) ? call.body.orderRefund : {};
  if (answered.purchaseOrderId !== order.id)
    throw bad('purchaseOrderId', 'The purchaseOrderId is not that of the path');
  const lines = isRecord(answered.orderLines) ? list(answered.orderLines.orderLine) : [];
  if (lines.length === 0) throw bad('orderLines', 'No order lines in the request');
  const units = unitsOf(order);
  const kept = keptOf(order);
  const after: Record<string, RefundCharge[]> = {};
  for (const line of lines) {
    const number = isRecord(line) ? text(line.lineNumber) : '';
    const unit = units.find((one) => one.number === number);
    if (!unit || after[number]) throw bad('lineNumber', `Invalid line number: ${number}`);
    if (!['Shipped', 'Delivered'].includes(unit.status))
      throw bad('lineNumber', `The line ${number} is in status ${unit.status} and cannot be refunded`);
    const said = isRecord(line) && isRecord(line.refunds) ? list(line.refunds.refund) : [];
    const fresh = said.flatMap((one) =>
      isRecord(one) && isRecord(one.refundCharges) ? list(one.refundCharges.refundCharge) : [],
    );
    if (fresh.length === 0) throw bad('refundCharges', `Nothing to refund for line ${number}`);
    const charges = [...(kept.refunds?.[number] ?? []), ...fresh.map((one) => chargeOf(call, one))];
    assertLeft(order, unit, charges);
    after[number] = completed(order, unit, charges);
  }
  call.ctx.world.touch(order, () => {
    kept.refunds = { ...kept.refunds, ...after };
  });
  return { order: orderView(call.ctx, call.shop, order) };
}
