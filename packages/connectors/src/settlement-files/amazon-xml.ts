import { XMLParser } from 'fast-xml-parser';
import { V2 } from './amazon-layout.ts';
import { NotASettlement } from './file.ts';
import type { Rows } from './rows.ts';

const REPORT = /<SettlementReport\b[^>]*>/;
export const isAmazonXml = (text: string): boolean =>
  /^\ufeff?\s*<(\?xml|AmazonEnvelope)\b/.test(text) && REPORT.test(text);

/**
 * The XML settlement report as the rows of flat file V2: the same amounts under the same names, so one reader reads both.
 * The text stays, its transactions are parsed one by one. @throws NotASettlement where it is cut off
 */
export function rowsOfAmazonXml(text: string): Rows {
  return { [Symbol.iterator]: () => rowsIn(text) };
}

type Node = { [name: string]: unknown };
/** What flat file V2 calls the transactions that XML names otherwise. */
const TRANSACTIONS: Readonly<Record<string, string>> = {
  OtherTransaction: 'other-transaction',
  OtherFee: 'other-transaction',
  MiscEvent: 'other-transaction',
  Adjustment: 'Refund',
  GuaranteeClaim: 'A-to-z Guarantee Refund',
  Chargeback: 'Chargeback Refund',
  AdvertisingTransactionDetails: 'ServiceFee',
  SellerCouponPayment: 'CouponRedemptionFee',
};
/** And the types of amounts, by the element around them. */
const AMOUNT_TYPES: Readonly<Record<string, string>> = {
  ItemPriceAdjustments: 'ItemPrice',
  ItemFeeAdjustments: 'ItemFees',
  ShipmentFees: 'ItemFees',
  OrderFee: 'ItemFees',
  OrderFeeAdjustment: 'ItemFees',
  Fees: 'ItemFees',
  PromotionAdjustment: 'Promotion',
  DirectPayment: 'direct-payment',
  OtherTransaction: 'other-transaction',
  MiscEvent: 'other-transaction',
  OtherFee: 'other-fee',
  CouponFee: 'CouponRedemptionFee',
  AdvertisingTransactionDetails: 'Cost of Advertising',
};
/** Elements that only part the amount that stands beside them. */
const SHARES = new Set(['OtherTransactionItem']);
const WHOLE = 'TransactionAmount';

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false, parseAttributeValue: false },
  ...{ trimValues: true, processEntities: true },
});

function* rowsIn(text: string): Generator<readonly string[]> {
  yield V2;
  let at = 0;
  for (let report = REPORT.exec(text); report; report = REPORT.exec(text.slice(at))) {
    let settlement: Settlement | undefined;
    at += report.index + report[0].length;
    for (const { name, node, end } of elementsFrom(text, at)) {
      at = end;
      if (name === 'SettlementData') {
        settlement = settlementOf(node);
        yield cellsOf(settlement.cells);
      } else if (settlement) yield* amountsOf(name, node, settlement);
      else throw new NotASettlement('The XML names no settlement before its transactions.');
    }
  }
}

const OPENING = /\s*(?:<!--[\s\S]*?-->\s*)*<(\/?[A-Za-z][\w.-]*)[^>]*?(\/?)>/y;
function* elementsFrom(text: string, from: number): Generator<{ name: string; node: Node; end: number }> {
  for (let at = from; ; ) {
    OPENING.lastIndex = at;
    const [opening, name = '', closed] = OPENING.exec(text) ?? [];
    if (name === '/SettlementReport') return;
    if (opening === undefined || name.startsWith('/'))
      throw new NotASettlement('The XML is cut off or not well formed.');
    const closing = `</${name}>`;
    const found = closed ? at + opening.length : text.indexOf(closing, at);
    if (found < 0) throw new NotASettlement(`The XML is cut off: ${name} has no end.`);
    const end = closed ? found : found + closing.length;
    const node: unknown = parser.parse(text.slice(at, end))[name];
    yield { name, node: isNode(node) ? node : {}, end };
    at = end;
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
/** The text of an element, with or without attributes. */
const textOf = (value: unknown): string => {
  const text = isNode(value) ? value['#text'] : value;
  return typeof text === 'string' ? text : '';
};

type Cells = Readonly<Record<string, string>>;
const cellsOf = (cells: Cells): readonly string[] => V2.map((title) => cells[title] ?? '');
interface Settlement {
  id: string;
  currency: string;
  cells: Cells;
}

function settlementOf(node: Node): Settlement {
  const id = textOf(node.AmazonSettlementID);
  const currency = currencyOf(node.TotalAmount);
  const cells = {
    ...{ 'settlement-id': id, 'total-amount': textOf(node.TotalAmount), currency },
    ...{ 'settlement-start-date': textOf(node.StartDate), 'settlement-end-date': textOf(node.EndDate) },
    'deposit-date': textOf(node.DepositDate),
  };
  return { id, currency, cells };
}
const currencyOf = (amount: unknown): string => (isNode(amount) ? textOf(amount['@currency']) : '');

/** The elements of XML and the columns of V2 that say the same of a transaction, or of an item in it. */
const COLUMNS: readonly (readonly [element: string, column: string])[] = [
  ['AmazonOrderID', 'order-id'],
  ['OrderId', 'order-id'],
  ['MerchantOrderID', 'merchant-order-id'],
  ['SellerOrderId', 'merchant-order-id'],
  ['AdjustmentID', 'adjustment-id'],
  ['ShipmentID', 'shipment-id'],
  ['MarketplaceName', 'marketplace-name'],
  ['MerchantFulfillmentID', 'fulfillment-id'],
  ['AmazonOrderItemCode', 'order-item-code'],
  ['OrderItemCode', 'order-item-code'],
  ['MerchantOrderItemID', 'merchant-order-item-id'],
  ['MerchantAdjustmentItemID', 'merchant-adjustment-item-id'],
  ['SKU', 'sku'],
  ['Quantity', 'quantity-purchased'],
  ['MerchantPromotionID', 'promotion-id'],
];

function* amountsOf(name: string, node: Node, settlement: Settlement): Generator<readonly string[]> {
  const shared = { 'settlement-id': settlement.id, 'transaction-type': TRANSACTIONS[name] ?? name };
  yield* amountsIn(name, node, shared, settlement, '');
}

/** Every amount in an element, each with what the elements around it say. `words`: what names it if nothing nearer does. */
function* amountsIn(
  name: string,
  node: Node,
  around: Cells,
  settlement: Settlement,
  words: string,
): Generator<readonly string[]> {
  const posted = textOf(node.PostedDate);
  const known = COLUMNS.flatMap(([element, column]) =>
    textOf(node[element]) ? [[column, textOf(node[element])]] : [],
  );
  const cells: Cells = {
    ...around,
    ...Object.fromEntries(known),
    ...(posted ? { 'posted-date': posted.slice(0, 10), 'posted-date-time': posted } : {}),
  };
  const own =
    textOf(node.Type) || textOf(node.PaymentReason) || textOf(node.TransactionType) || textOf(node.ReasonDescription);
  const description = own || words;
  const whole = listOf(node[WHOLE])[0];
  const amount = whole ?? listOf(node.Amount)[0];
  if (amount !== undefined) {
    const currency = currencyOf(amount);
    yield cellsOf({
      ...cells,
      'amount-type': AMOUNT_TYPES[name] ?? name,
      'amount-description': whole === undefined ? description : 'TransactionTotalAmount',
      amount: textOf(amount),
      ...(currency === settlement.currency ? {} : { currency }),
    });
  }
  if (whole !== undefined) return;
  for (const [inner, value] of Object.entries(node))
    for (const one of inner === 'Amount' || SHARES.has(inner) ? [] : listOf(value))
      if (isNode(one))
        yield* amountsIn(PARTS.has(inner) ? name : inner, one, cells, settlement, TYPED.has(inner) ? '' : inner);
}
/** Elements that are one of several in the element that names them. */
const PARTS = new Set(['Component', 'Fee', 'Charge']);
/** Elements whose own type names an amount in them; the others are named by themselves. */
const TYPED = new Set([...PARTS, ...Object.keys(AMOUNT_TYPES), 'ItemPrice', 'ItemFees', 'Promotion']);
