import { readDate } from '../amazon/dates.ts';
import { invalidInput } from '../amazon/errors.ts';
import type { Context } from '../http/app.ts';
import { at, list, text } from '../http/types.ts';
import { dollars, type SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { lineAt, orderOf, takeOn, VENDOR_CODE } from './vendor.ts';

/** How many pieces are in a case. */
export const CASE = 2;
const REASONS = ['TemporarilyUnavailable', 'InvalidProductIdentifier', 'ObsoleteProduct'];

interface Answered {
  accepted: number;
  backordered: number;
  rejected: number;
}
const KINDS: Readonly<Record<string, keyof Answered>> = {
  Accepted: 'accepted',
  Backordered: 'backordered',
  Rejected: 'rejected',
};

/** What the vendor said of each line, in the order of the lines; empty until then. */
export const answersOf = (order: SandboxOrder): readonly Answered[] => (order.extra.answers ?? []) as Answered[];

/** How many pieces of a line the vendor still means to send, or has sent. */
export function openOf(order: SandboxOrder, index: number): number {
  const response = answersOf(order)[index];
  return response ? response.accepted + response.backordered : (order.lines[index]?.quantity ?? 0);
}

/** How many pieces a quantity is; a case counts for what is in it. */
export function piecesOf(response: unknown): number {
  const amount = at(response, 'amount');
  const unit = text(at(response, 'unitOfMeasure'));
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0) throw invalidInput('Invalid quantity.');
  if (unit !== 'Cases' && unit !== 'Eaches') throw invalidInput(`Invalid unitOfMeasure: ${unit}`);
  return amount * (unit === 'Cases' ? Number(at(response, 'unitSize') ?? 1) : 1);
}

function readItem(order: SandboxOrder, item: unknown): { index: number; answered: Answered } {
  const sequence = at(item, 'itemSequenceNumber');
  const line = lineAt(order, sequence);
  if (text(at(item, 'netCost', 'amount')) !== dollars(line.priceCents))
    throw invalidInput(`The net cost of item ${text(sequence)} is not the order's.`);
  const answered: Answered = { accepted: 0, backordered: 0, rejected: 0 };
  for (const part of list(at(item, 'itemAcknowledgements'))) {
    const code = text(at(part, 'acknowledgementCode'));
    const kind = KINDS[code];
    if (!kind) throw invalidInput(`Invalid acknowledgementCode: ${code}`);
    const reason = text(at(part, 'rejectionReason'));
    if (kind === 'rejected' && !reason) throw invalidInput('rejectionReason is required.');
    if (kind === 'rejected' && !REASONS.includes(reason)) throw invalidInput(`Invalid rejectionReason: ${reason}`);
    const shipDate = readDate('scheduledShipDate', text(at(part, 'scheduledShipDate')) || undefined, false);
    if (kind === 'backordered' && shipDate === undefined)
      throw invalidInput('scheduledShipDate is required for a backordered quantity.');
    answered[kind] += piecesOf(at(part, 'acknowledgedQuantity'));
  }
  if (answered.accepted + answered.backordered + answered.rejected > line.quantity)
    throw invalidInput('The acknowledged quantity is above the quantity ordered.');
  return { index: Number(sequence) - 1, answered };
}

/** Lines and pieces that are left out count as refused; told again, the last answer holds. */
export function answer(ctx: Context, shop: Shop, response: unknown): void {
  const order = orderOf(shop, text(at(response, 'purchaseOrderNumber')), false);
  if (text(at(response, 'sellingParty', 'partyId')) !== VENDOR_CODE) throw invalidInput('Invalid sellingParty.');
  if (readDate('acknowledgementDate', text(at(response, 'acknowledgementDate')), false) === undefined)
    throw invalidInput('acknowledgementDate is required.');
  if (order.status === 'cancelled') throw invalidInput('The purchase order is closed.');
  if (order.status === 'shipped' || order.status === 'partial')
    throw invalidInput('A shipment was confirmed for the purchase order.');
  const items = list(at(response, 'items')).map((item) => readItem(order, item));
  const answers = order.lines.map((line, index): Answered => {
    const said = items.filter((item) => item.index === index).at(-1)?.answered;
    if (!said) return { accepted: 0, backordered: 0, rejected: line.quantity };
    return { ...said, rejected: line.quantity - said.accepted - said.backordered };
  });
  notify(order, ctx.world.clock.now(), {
    kind: 'acknowledge',
    via: 'submitAcknowledgement',
    ref: order.id,
    detail: JSON.stringify(answers),
  });
  if (answers.every((line) => line.accepted + line.backordered === 0)) {
    ctx.world.cancel(order, 'rejected', 'MERCHANT');
    return;
  }
  order.extra.answers = answers;
  takeOn(ctx, shop, order);
}
