import { runStream } from '@tradewind/contract/channels.ts';
import {
  compareSettlementFile,
  getSettlementFile,
  listSettlementFileDifferences,
} from '@tradewind/contract/finance/settlement-files.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AMAZON_CREDENTIALS, call, dig, digList, digText } from '../../../../../../sandbox/src/testing.ts';
import { type Outside, openOutside } from '../../../channels/testing/sandbox.ts';
import { wrongsOf } from '../../testing/ledger.ts';
import { take } from './files.testing.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
  await outside.server.startWorker();
});
afterAll(() => outside.close());

const TITLES =
  'settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency transaction-type order-id merchant-order-id adjustment-id shipment-id marketplace-name amount-type amount-description amount fulfillment-id posted-date posted-date-time order-item-code merchant-order-item-id merchant-adjustment-item-id sku quantity-purchased promotion-id'.split(
    ' ',
  );
interface Listed {
  orderNo: string;
  kind: string;
  type: string;
  amount: string;
  at: Date;
}
const utc = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
const cents = (amount: string) => Math.round(Number(amount) * 100);

/** What Amazon's flat file V2 says of these lines; its numbers of settlements are not those of the API. */
function flatFile(lines: readonly Listed[]): Buffer {
  const row = (cells: Record<string, string>) => TITLES.map((title) => cells[title] ?? '').join('\t');
  const id = '18906543210';
  const times = lines.map(({ at }) => at.getTime());
  const total = lines.reduce((sum, line) => sum + cents(line.amount), 0) / 100;
  const header = row({
    ...{ 'settlement-id': id, 'settlement-start-date': utc(new Date(Math.min(...times))), currency: 'USD' },
    ...{
      'settlement-end-date': utc(new Date(Math.max(...times) + 1000)),
      'deposit-date': utc(new Date(Math.max(...times))),
    },
    'total-amount': total.toFixed(2),
  });
  const amounts = lines.map((line) =>
    row({
      ...{ 'settlement-id': id, currency: 'USD', 'transaction-type': line.kind === 'refund' ? 'Refund' : 'Order' },
      ...{ 'order-id': line.orderNo, 'posted-date': utc(line.at), 'posted-date-time': utc(line.at) },
      'amount-type': line.kind === 'commission' || line.kind === 'fulfilment' ? 'ItemFees' : 'ItemPrice',
      ...{ 'amount-description': line.type, amount: line.amount },
    }),
  );
  return Buffer.from([TITLES.join('\t'), header, ...amounts].join('\n'));
}

const US = 'ATVPDKIKX0DER';
/** Somebody ships these orders in the stand-in, so that Amazon settles them. */
async function ship(count: number): Promise<void> {
  const { url } = outside.sandbox;
  const made = await call(`${url}/control/amazon/authorize`, { body: {} });
  const form = {
    grant_type: 'refresh_token',
    refresh_token: digText(made.body, 'refreshToken'),
    ...AMAZON_CREDENTIALS,
  };
  const token = digText((await call(`${url}/amazon/lwa/auth/o2/token`, { form })).body, 'access_token');
  const api = (path: string, body?: unknown) =>
    call(`${url}/amazon/spapi/orders/v0/orders${path}`, { headers: { 'x-amz-access-token': token }, body });
  const since = new Date(Date.now() - 60 * 86_400_000).toISOString();
  const list = await api(`?MarketplaceIds=${US}&LastUpdatedAfter=${since}&OrderStatuses=Unshipped`);
  const orders = digList(list.body, 'payload', 'Orders').slice(0, count);
  for (const [n, order] of orders.entries()) {
    const id = digText(order, 'AmazonOrderId');
    const items = digList((await api(`/${id}/orderItems`)).body, 'payload', 'OrderItems');
    const done = await api(`/${id}/shipmentConfirmation`, {
      marketplaceId: US,
      packageDetail: {
        ...{ packageReferenceId: '1', carrierCode: 'UPS', trackingNumber: `1ZA1B2C3030000001${n}` },
        shipDate: new Date(Date.now() - 3_600_000).toISOString(),
        orderItems: items.map((item) => ({
          orderItemId: digText(item, 'OrderItemId'),
          quantity: Number(dig(item, 'QuantityOrdered')),
        })),
      },
    });
    expect(done.status).toBe(204);
  }
}

describe('a file of a platform that lists settlements itself', () => {
  it('is a witness: an order that is missing and an amount that differs are found, and nothing is booked', async () => {
    const { server } = outside;
    const main = await server.company();
    const { shopId } = await outside.connect(main, { platform: 'amazon', region: 'US' });
    const { owner } = server.app.database;
    const listed = async () =>
      (
        await owner.query(
          `select platform_order_no as "orderNo", kind, type, amount, posted_at as at from settlement_line
           where shop_id = $1 order by posted_at, id`,
          [shopId],
        )
      ).rows as Listed[];
    await server.until(async () => (await outside.orders(shopId)).length > 0);
    await ship(4);
    await server.ok(runStream, { id: shopId, stream: 'settlements' }, main);
    const lines = await server.until(async () => {
      const found = await listed();
      return found.length > 0 && found;
    }, 60);
    const orders = [...new Set(lines.map((line) => line.orderNo))];
    expect(orders.length).toBeGreaterThan(2);
    const [gone, changed] = orders as [string, string];
    const sum = (no: string) => lines.reduce((all, line) => (line.orderNo === no ? all + cents(line.amount) : all), 0);
    const first = lines.find((line) => line.orderNo === changed) as Listed;
    const inFile = lines
      .filter((line) => line.orderNo !== gone)
      .map((line) => (line === first ? { ...line, amount: ((cents(line.amount) + 123) / 100).toFixed(2) } : line));
    const before = (await owner.query('select count(*)::int as n from settlement_line where shop_id = $1', [shopId]))
      .rows;

    const taken = await take(server, main, shopId, flatFile(inFile));
    expect(taken.status).toBe(200);
    const { id } = taken.data;
    expect(await server.ok(getSettlementFile, { id }, main)).toMatchObject({ role: 'witness', gap: '0.0000', gaps: 0 });
    const { rows, total } = await server.ok(listSettlementFileDifferences, { id }, main);
    const found = rows.map((row) => [row.orderNo, row.finding, cents(row.difference)]);
    expect(total).toBe(2);
    expect(found).toContainEqual([gone, 'onlyListed', -sum(gone)]);
    expect(found).toContainEqual([changed, 'different', 123]);
    const compared = await server.ok(compareSettlementFile, { id }, main);
    expect(compared).toMatchObject({ byNumber: 0, byDays: 1 });
    const differences = compared.kinds.reduce((all, one) => all + cents(one.difference), 0);
    expect(differences).toBe(123 - sum(gone));
    const kinds = compared.kinds.map((one) => [one.kind, cents(one.difference)]);
    // Taxes that Amazon remits itself come to nothing.
    for (const kind of new Set(lines.map((line) => line.kind))) {
      const missing = lines.filter((line) => line.orderNo === gone && line.kind === kind);
      const expected = (kind === first.kind ? 123 : 0) - missing.reduce((all, line) => all + cents(line.amount), 0);
      expect(kinds).toContainEqual([kind, expected === 0 ? 0 : expected]);
    }
    const after = (await owner.query('select count(*)::int as n from settlement_line where shop_id = $1', [shopId]))
      .rows;
    expect(after).toEqual(before);
    const files = await owner.query(
      `select count(*)::int as n from settlement_line where shop_id = $1 and reference like 'file:%'`,
      [shopId],
    );
    expect(files.rows).toEqual([{ n: 0 }]);
    expect(await wrongsOf(server, main.companyId)).toEqual([]);
  });
});
