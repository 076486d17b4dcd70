import { describe, expect, it } from 'vitest';
import type { SettlementFile } from './file.ts';
import { readSettlementFile } from './read.ts';
import { AMAZON_COLUMNS, tsv } from './writers.testing.ts';

/** Elements as clients of others read them, with values of our own: see docs/settlement-files.md. */
const money = (element: string, amount: string, currency = 'USD') =>
  `<${element} currency="${currency}">${amount}</${element}>`;
const typed = (element: string, type: string, amount: string) =>
  `<${element}><Type>${type}</Type>${money('Amount', amount)}</${element}>`;
const AT = '2026-11-03T10:15:26+00:00';
const ORDER = `<Order><AmazonOrderID>112-8095165-5463447</AmazonOrderID><MerchantOrderID>M-1</MerchantOrderID><ShipmentID>D1</ShipmentID>
  <MarketplaceName>Amazon.com</MarketplaceName><Fulfillment><MerchantFulfillmentID>AFN</MerchantFulfillmentID><PostedDate>${AT}</PostedDate>
  <Item><AmazonOrderItemCode>625</AmazonOrderItemCode><SKU>A&amp;B-1</SKU><Quantity>2</Quantity>
  <ItemPrice>${typed('Component', 'Principal', '27.99')}${typed('Component', 'Shipping', '5.00')}</ItemPrice>
  <ItemFees>${typed('Fee', 'Commission', '-4.20')}</ItemFees>
  <Promotion><MerchantPromotionID>Free</MerchantPromotionID><Type>Shipping</Type>${money('Amount', '-5.00')}</Promotion></Item></Fulfillment></Order>`;
const REFUND = `<Refund><AmazonOrderID>112-0000000-0000001</AmazonOrderID><AdjustmentID>AMZ-9</AdjustmentID><MarketplaceName>Amazon.com</MarketplaceName>
  <Fulfillment><MerchantFulfillmentID>MFN</MerchantFulfillmentID><PostedDate>${AT}</PostedDate><AdjustedItem><AmazonOrderItemCode>626</AmazonOrderItemCode>
  <MerchantAdjustmentItemID>77</MerchantAdjustmentItemID><SKU>C-2</SKU><ItemPriceAdjustments>${typed('Component', 'Principal', '-10.00')}</ItemPriceAdjustments>
  <ItemFeeAdjustments>${typed('Fee', 'Commission', '1.50')}</ItemFeeAdjustments></AdjustedItem></Fulfillment></Refund>`;
const OTHERS = `<OtherTransaction><TransactionType>Subscription Fee</TransactionType><TransactionID>x</TransactionID><PostedDate>${AT}</PostedDate>${money('Amount', '-39.99')}</OtherTransaction>
  <AdvertisingTransactionDetails><TransactionType>Charge</TransactionType><PostedDate>${AT}</PostedDate><InvoiceId>I-1</InvoiceId>
  ${money('BaseAmount', '-8.00')}${money('TaxAmount', '-0.40')}${money('TransactionAmount', '-8.40')}</AdvertisingTransactionDetails>`;
const report = (transactions: string, total = '-33.10') =>
  `<?xml version="1.0" encoding="UTF-8"?><AmazonEnvelope><Header><DocumentVersion>1.01</DocumentVersion></Header><MessageType>SettlementReport</MessageType>
  <Message><MessageID>1</MessageID><SettlementReport><SettlementData><AmazonSettlementID>6016502941</AmazonSettlementID>${money('TotalAmount', total)}
  <StartDate>2026-10-20T00:00:00+00:00</StartDate><EndDate>2026-11-03T23:00:00+00:00</EndDate><DepositDate>2026-11-05T23:00:00+00:00</DepositDate></SettlementData>
  <!-- transactions -->${transactions}</SettlementReport></Message></AmazonEnvelope>`;
const xml = (text: string): SettlementFile => readSettlementFile(Buffer.from(text), { platform: 'amazon' });

/** The same settlement as flat file V2. */
function flat(): SettlementFile {
  const row = (cells: Record<string, string>) =>
    AMAZON_COLUMNS.V2.map((title) => ({ 'settlement-id': '6016502941', ...cells })[title] ?? '');
  const posted = { 'posted-date': '2026-11-03', 'posted-date-time': AT };
  const order = {
    ...{
      'transaction-type': 'Order',
      'order-id': '112-8095165-5463447',
      'merchant-order-id': 'M-1',
      'shipment-id': 'D1',
    },
    ...{ 'marketplace-name': 'Amazon.com', 'fulfillment-id': 'AFN', 'order-item-code': '625', sku: 'A&B-1' },
    ...{ 'quantity-purchased': '2', ...posted },
  };
  const refund = {
    ...{ 'transaction-type': 'Refund', 'order-id': '112-0000000-0000001', 'adjustment-id': 'AMZ-9' },
    ...{ 'marketplace-name': 'Amazon.com', 'fulfillment-id': 'MFN', 'order-item-code': '626', sku: 'C-2' },
    ...{ 'merchant-adjustment-item-id': '77', ...posted },
  };
  const amount = (type: string, description: string, value: string) => ({
    ...{ 'amount-type': type, 'amount-description': description, amount: value },
  });
  const rows = [
    {
      ...{ 'settlement-start-date': '2026-10-20T00:00:00+00:00', 'settlement-end-date': '2026-11-03T23:00:00+00:00' },
      ...{ 'deposit-date': '2026-11-05T23:00:00+00:00', 'total-amount': '-33.10', currency: 'USD' },
    },
    { ...order, ...amount('ItemPrice', 'Principal', '27.99') },
    { ...order, ...amount('ItemPrice', 'Shipping', '5.00') },
    { ...order, ...amount('ItemFees', 'Commission', '-4.20') },
    { ...order, ...amount('Promotion', 'Shipping', '-5.00'), 'promotion-id': 'Free' },
    { ...refund, ...amount('ItemPrice', 'Principal', '-10.00') },
    { ...refund, ...amount('ItemFees', 'Commission', '1.50') },
    {
      'transaction-type': 'other-transaction',
      ...posted,
      ...amount('other-transaction', 'Subscription Fee', '-39.99'),
    },
    {
      'transaction-type': 'ServiceFee',
      ...posted,
      ...amount('Cost of Advertising', 'TransactionTotalAmount', '-8.40'),
    },
  ];
  return readSettlementFile(Buffer.from(tsv([AMAZON_COLUMNS.V2, ...rows.map(row)])), { platform: 'amazon' });
}

describe('the XML settlement report of Amazon', () => {
  it('gives the same lines, settlement and sums as flat file V2', () => {
    const [answer, expected] = [xml(report(ORDER + REFUND + OTHERS)), flat()];
    expect(expected).toMatchObject({ lineCount: 8, setAside: [], gap: [{ gap: '0.00' }] });
    expect({ ...answer, format: '' }).toEqual({ ...expected, format: '' });
    expect(answer.format).toBe('amazon XML');
    expect(answer.lines.map((line) => line.kind)).toEqual([
      'sale',
      'shipping',
      'commission',
      'discount',
      'refund',
      'commission',
      'other',
      'advertising',
    ]);
  });

  it('sets aside an amount that is lost or has no name, and shows the gap', () => {
    const lost = ORDER.replace(money('Amount', '-4.20'), '<Amount currency="USD"/>').replace(
      '<Type>Shipping</Type>',
      '',
    );
    const answer = xml(report(lost + REFUND + OTHERS));
    expect(answer.setAside.map(({ reason }) => reason)).toEqual([
      'amount: nothing names the amount',
      'amount: it is empty',
    ]);
    expect(answer.gap).toMatchObject([{ total: '-33.10', gap: '0.80' }]);
  });

  it('takes no amount in another currency than the settlement', () => {
    const answer = xml(report(OTHERS.replace('currency="USD">-39.99', 'currency="EUR">-39.99')));
    expect(answer.setAside).toMatchObject([{ reason: 'currency: EUR in a settlement of USD' }]);
  });

  it('is refused where it is cut off', () => {
    const whole = report(ORDER + REFUND);
    for (const part of [
      whole.slice(0, whole.indexOf('</Refund>')),
      whole.slice(0, whole.indexOf('</SettlementReport>')),
    ])
      expect(() => xml(part)).toThrow(/cut off/);
  });
});
