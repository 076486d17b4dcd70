import type { ReturnName, ReturnRefund } from '../../capabilities/returns.ts';
import { isPositive, least, magnitude, negate, sum, times } from '../../money.ts';
import { ConnectorError, type Decimal, type ShopAccess } from '../../types.ts';
import { PLATFORM, type WalmartClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { Charge, WalmartLine, WalmartOrder } from './orderShape.ts';
import { pathOf } from './shipment.ts';

const REASON = 'Customer returned item';

const refuse = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

const taxOf = (charge: Charge): Decimal => {
  if (charge.tax.includes(null)) throw refuse('UNREADABLE', 'Walmart tells a tax that cannot be read');
  return sum(charge.tax.map((tax) => tax?.taxAmount.amount ?? '0'));
};

/** What the buyer paid for a line: Walmart tells amounts by unit. @throws ConnectorError where one cannot be read */
function paidFor(line: WalmartLine): { price: Decimal; tax: Decimal } {
  const charges = line.charges?.charge ?? [null];
  if (charges.includes(null)) throw refuse('UNREADABLE', `what line ${line.lineNumber} cost cannot be read`);
  const product = charges.filter((one) => one?.chargeType === 'PRODUCT').filter((one) => one !== null);
  const units = line.orderLineQuantity.amount;
  return {
    price: times(sum(product.map((one) => one.chargeAmount.amount)), units),
    tax: times(sum(product.map(taxOf)), units),
  };
}

/** What was given back and cannot be read is not nothing: it would be given back once more. */
function input(line: WalmartLine): Decimal[] {
  const charges = line.refund === null ? null : line.refund?.refundCharges;
  const refunds = charges === undefined ? [] : (charges?.refundCharge ?? [null]);
  return refunds.flatMap((one) => {
    if (!one) throw refuse('UNREADABLE', `what was given back for line ${line.lineNumber} cannot be read`);
    return [one.charge.chargeAmount.amount, taxOf(one.charge)];
  });
}

/** Refunds are told as negative amounts, and price and shipping each by itself. */
const chargeOf = (currency: string, chargeType: 'PRODUCT' | 'SHIPPING', amount: Decimal, tax: Decimal = '0') => {
  const money = (value: Decimal) => ({ currency, amount: Number(negate(value)) });
  return {
    refundReason: REASON,
    charge: {
      chargeType,
      chargeName: chargeType === 'PRODUCT' ? 'ItemPrice' : 'Shipping',
      chargeAmount: money(amount),
      ...(isPositive(tax) ? { tax: { taxName: 'Tax', taxAmount: money(tax) } } : {}),
    },
  };
};

type RefundCharge = ReturnType<typeof chargeOf>;

/** What of the refund goes to which line: what exceeds a line's price counts as its tax, shipping goes to the first. */
function chargesByLine(order: WalmartOrder, refund: ReturnRefund): Map<string, RefundCharge[]> {
  const lines = order.orderLines.orderLine;
  const charges = new Map<string, RefundCharge[]>();
  for (const { platformLineId, amount } of refund.lines) {
    const line = lines.find((one) => one.lineNumber === platformLineId);
    if (!line) throw refuse('NO_SUCH_LINE', `the order has no line ${platformLineId}`);
    const { price, tax } = paidFor(line);
    const goods = least(amount, price);
    const rest = sum([amount, negate(goods)]);
    if (isPositive(sum([rest, negate(tax)])))
      throw refuse('TOO_MUCH', `line ${platformLineId} cost ${sum([price, tax])}: no more of it can be given back`);
    charges.set(platformLineId, [chargeOf(refund.currency, 'PRODUCT', goods, rest)]);
  }
  if (isPositive(refund.shipping)) {
    const bearer = refund.lines[0]?.platformLineId ?? lines[0]?.lineNumber ?? '';
    const shipping = chargeOf(refund.currency, 'SHIPPING', refund.shipping);
    charges.set(bearer, [...(charges.get(bearer) ?? []), shipping]);
  }
  return charges;
}

/** Sellers do not answer Walmart's returns, but give money back for their orders. */
export function createRefunds(call: WalmartClient, listing: Listing) {
  return {
    async refundReturn(access: ShopAccess, refund: ReturnRefund): Promise<void> {
      const { order } = await listing.readOne(access, refund.platformOrderNo);
      const refundComments = `Return ${refund.returnNo}${refund.note ? `: ${refund.note}` : ''}`.slice(0, 200);
      const orderLine = [...chargesByLine(order, refund)].map(([lineNumber, refundCharge]) => ({
        lineNumber,
        isFullRefund: false,
        refunds: { refund: [{ refundComments, refundCharges: { refundCharge } }] },
      }));
      await call(access, {
        kind: 'refund',
        method: 'POST',
        path: pathOf(refund.platformOrderNo, 'refund'),
        json: { orderRefund: { purchaseOrderId: refund.platformOrderNo, orderLines: { orderLine } } },
        effect: 'once',
      });
    },

    /** Of the whole order: Walmart does not say which return a refund was for. */
    async returnRefunded(access: ShopAccess, which: ReturnName): Promise<Decimal> {
      const { order } = await listing.readOne(access, which.platformOrderNo);
      return magnitude(sum(order.orderLines.orderLine.flatMap(input)));
    },
  };
}
