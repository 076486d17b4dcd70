import type { BilledParty, PlatformBill } from '../../capabilities/purchase-orders.ts';
import { isZero } from '../../money.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM } from './client.ts';
import { idsOf, party, quantityOf } from './retailItems.ts';
import { pieceCost, type RetailOrder } from './retailShape.ts';
import { refusal, sentBefore, type Transactions } from './transactions.ts';

function partyOf(answered: BilledParty, code: string) {
  const address = {
    name: answered.name,
    addressLine1: answered.line1,
    city: answered.city,
    stateOrRegion: answered.state,
    postalOrZipCode: answered.postalCode,
    countryCode: answered.country,
  };
  return {
    partyId: answered.code || code,
    ...(answered.line1 ? { address } : {}),
    ...(answered.taxId
      ? { taxRegistrationDetails: [{ taxRegistrationType: 'VAT', taxRegistrationNumber: answered.taxId }] }
      : {}),
  };
}

/** Vendor Invoices v1. Items are numbered by numbers there, by texts in the order. */
function invoiceOf(order: RetailOrder, bill: PlatformBill) {
  const { orderDetails: details } = order;
  const { currency: currencyCode } = bill;
  const money = (amount: string) => ({ amount, currencyCode });
  return {
    invoiceType: 'Invoice',
    id: bill.number,
    date: `${bill.day}T00:00:00Z`,
    remitToParty: partyOf(bill.remitTo, details.sellingParty.partyId),
    ...(details.shipToParty ? { shipToParty: party(details.shipToParty) } : {}),
    ...(bill.billTo
      ? { billToParty: partyOf(bill.billTo, details.billToParty?.partyId ?? '') }
      : details.billToParty
        ? { billToParty: party(details.billToParty) }
        : {}),
    ...(bill.netDueDays > 0 ? { paymentTerms: { type: 'Basic', netDueDays: bill.netDueDays } } : {}),
    invoiceTotal: money(bill.totalAmount),
    ...(Number(bill.taxAmount) > 0
      ? {
          taxDetails: [
            {
              taxType: 'VAT',
              taxRate: bill.taxPercent,
              taxAmount: money(bill.taxAmount),
              taxableAmount: money(bill.goodsAmount),
            },
          ],
        }
      : {}),
    items: bill.lines.flatMap((line) => {
      const item = details.items.find((one) => one.itemSequenceNumber === line.platformLineId);
      if (!item) return [];
      const { unitOfMeasure, unitSize, amount } = quantityOf(item, line.quantity);
      return [
        {
          ...idsOf(item),
          itemSequenceNumber: Number(item.itemSequenceNumber),
          invoicedQuantity: { amount, unitOfMeasure, unitSize },
          netCost: money(line.unitPrice),
          purchaseOrderNumber: order.purchaseOrderNumber,
        },
      ];
    }),
  };
}

export function createInvoices(transactions: Transactions) {
  return async (access: ShopAccess, order: RetailOrder, bill: PlatformBill): Promise<void> => {
    const free = bill.lines.find((line) => isZero(line.unitPrice));
    const item = order.orderDetails.items.find((one) => one.itemSequenceNumber === free?.platformLineId);
    if (item && !pieceCost(item))
      throw new ConnectorError(
        PLATFORM,
        'rejected',
        `Amazon names no price for a piece of line ${item.itemSequenceNumber}`,
        {
          code: 'NO_PRICE',
        },
      );
    const refusals = await transactions.refusals(access, 'retail', {
      operation: 'submitInvoices',
      method: 'POST',
      path: '/vendor/payments/v1/invoices',
      json: { invoices: [invoiceOf(order, bill)] },
    });
    // What Amazon did not take leaves its number free, so a known number is this very invoice.
    if (refusals.length > 0 && !sentBefore(refusals)) throw refusal('submitInvoices', refusals);
  };
}
