import { readDate } from '../amazon/dates.ts';
import { invalidInput, SpApiError } from '../amazon/errors.ts';
import type { Context } from '../http/app.ts';
import { at, list, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { piecesOf } from './answers.ts';
import { lineAt, orderOf, VENDOR_CODE } from './vendor.ts';

interface Invoice {
  id: string;
  cents: number;
  lines: { sequence: number; quantity: number }[];
}

export const invoicesOf = (order: SandboxOrder): readonly Invoice[] => (order.extra.invoices ?? []) as Invoice[];

/** Amounts are texts in the currency of the order. */
function centsOf(answered: unknown, name: string): number {
  const amount = text(at(answered, 'amount'));
  if (!/^\d+(\.\d+)?$/.test(amount)) throw invalidInput(`Invalid ${name}.`);
  if (text(at(answered, 'currencyCode')) !== 'USD') throw invalidInput(`${name} is not in the currency of the order.`);
  return Math.round(Number(amount) * 100);
}

function readLine(order: SandboxOrder, item: unknown) {
  const sequence = at(item, 'itemSequenceNumber');
  if (typeof sequence !== 'number' || !Number.isInteger(sequence))
    throw invalidInput('itemSequenceNumber must be an integer.');
  const line = lineAt(order, sequence);
  if (text(at(item, 'purchaseOrderNumber')) !== order.id)
    throw invalidInput('All items of an invoice must be of one purchase order.');
  const quantity = piecesOf(at(item, 'invoicedQuantity'));
  const cents = centsOf(at(item, 'netCost'), 'netCost');
  if (cents !== line.priceCents) throw invalidInput(`The net cost of item ${sequence} is not the order's.`);
  const before = invoicesOf(order)
    .flatMap((invoice) => invoice.lines)
    .filter((one) => one.sequence === sequence)
    .reduce((sum, one) => sum + one.quantity, 0);
  if (before + quantity > line.shipped)
    throw new SpApiError(
      400,
      'INVOICE_QUANTITY',
      `Item ${sequence}: ${before + quantity} invoiced, shipped are ${line.shipped}.`,
    );
  return { sequence, quantity, cents: cents * quantity };
}

/** Vendor Invoices v1: what was shipped is billed once, at the order's price. Source: vendorInvoices.json. */
export function invoice(ctx: Context, shop: Shop, answered: unknown): void {
  const id = text(at(answered, 'id'));
  if (!id) throw invalidInput('id is required.');
  if (text(at(answered, 'invoiceType')) !== 'Invoice') throw invalidInput('Invalid invoiceType.');
  if (readDate('date', text(at(answered, 'date')), false) === undefined) throw invalidInput('date is required.');
  if (text(at(answered, 'remitToParty', 'partyId')) !== VENDOR_CODE) throw invalidInput('Invalid remitToParty.');
  if ([...shop.byId.values()].some((order) => invoicesOf(order).some((one) => one.id === id)))
    throw new SpApiError(400, 'DUPLICATE_INVOICE', `Invoice ${id} already exists.`);
  const items = list(at(answered, 'items'));
  const order = orderOf(shop, text(at(items[0], 'purchaseOrderNumber')), false);
  const lines = items.map((item) => readLine(order, item));
  const tax = list(at(answered, 'taxDetails')).reduce(
    (sum: number, one) => sum + centsOf(at(one, 'taxAmount'), 'taxAmount'),
    0,
  );
  const cents = lines.reduce((sum, line) => sum + line.cents, 0) + tax;
  if (centsOf(at(answered, 'invoiceTotal'), 'invoiceTotal') !== cents)
    throw invalidInput('invoiceTotal is not the sum of the items and taxes.');
  notify(order, ctx.world.clock.now(), { kind: 'invoice', via: 'submitInvoices', ref: id });
  ctx.world.touch(order, () => {
    order.extra.invoices = [...invoicesOf(order), { id, cents, lines: lines.map(({ cents: _, ...line }) => line) }];
  });
}
