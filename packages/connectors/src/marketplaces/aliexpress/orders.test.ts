import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderRecord } from '../../capabilities/orders.ts';
import { harmfulTo } from '../../harm.testing.ts';
import { isZero, negate, sum } from '../../money.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import {
  ACCESS,
  business,
  child,
  connect,
  detail,
  listed,
  money,
  NOW,
  ORDER,
  type ok,
  order,
  refused,
} from './fixtures.ts';
import { readStatus } from './status.ts';

const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const requested = (sent: Sent | undefined) => Object.fromEntries(new URLSearchParams(sent?.body));
const query = (sent: Sent | undefined) => JSON.parse(requested(sent).param_aeop_order_query ?? '{}');
const good = (record: OrderRecord | undefined) => {
  if (!record?.ok) throw new Error(record?.reason);
  return record.order;
};
const readOne = (more: object) => connect(scripted(detail(more)).fetch).getOrder(ACCESS, ORDER);

describe('AliExpress orders', () => {
  it('are listed and then told one by one, on the clock of California', async () => {
    const { fetch, sent } = scripted(listed([ORDER]), detail());
    const page = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(24) });
    expect(page.records).toEqual([
      {
        ok: true,
        order: {
          platformOrderNo: ORDER,
          status: 'toShip',
          fulfilledBy: 'seller',
          orderedAt: '2023-11-14T18:00:00.000Z',
          paidAt: '2023-11-14T18:05:00.000Z',
          updatedAt: '2023-11-14T18:06:00.000Z',
          shipBy: '2023-11-21T18:06:00.000Z',
          currency: 'USD',
          goodsAmount: '18.50',
          shippingAmount: '3.00',
          taxAmount: '0',
          discountAmount: '0',
          totalAmount: '21.50',
          buyerName: 'J***',
          buyerNote: 'red please',
          shipTo: {
            name: 'J***',
            line1: '1** Elm St',
            city: 'Austin',
            state: 'Texas',
            postalCode: '78701',
            country: 'US',
            phone: '+1 ***12',
          },
          lines: [
            {
              platformLineId: ORDER,
              sellerSku: 'MUG-0',
              platformItemId: '1005001',
              title: 'Mug',
              quantity: 2,
              unitPrice: '9.25',
              discount: '0',
              tax: '0',
            },
          ],
        },
      },
    ]);
    expect(page.listedUntil).toBe(new Date(NOW).toISOString());
    expect(sent[0]?.url.toString()).toBe('https://api-sg.aliexpress.com/sync');
    expect(requested(sent[0])).toMatchObject({
      method: 'aliexpress.trade.seller.orderlist.get',
      session: '50000abc',
      app_key: '33505222',
      timestamp: String(NOW),
    });
    expect(query(sent[0])).toMatchObject({
      current_page: 1,
      create_date_start: '2023-10-15 15:13:20',
      create_date_end: '2023-11-14 14:13:20',
      // Listed a quarter of an hour further back than asked for: the list lags.
      modified_date_start: '2023-11-13 13:58:20',
      modified_date_end: '2023-11-14 14:13:20',
    });
    expect(query(sent[0]).order_status_list).toContain('FINISH');
    expect(requested(sent[1]).param1).toBe(`{"order_id":${ORDER}}`);
  });

  it('are read from the last page to the first, so that none is passed over while others leave the list', async () => {
    const { fetch, sent } = scripted(
      listed(['1'], 3, 1),
      listed(['3'], 3, 3),
      detail(),
      listed(['2'], 3, 2),
      detail(),
      listed(['1'], 3, 1),
      detail(),
    );
    const numbers: unknown[] = [];
    let cursor: string | undefined;
    for (let n = 0; n < 3; n++) {
      // Each by another process, later: the end stays where it was.
      const connector = connect(fetch, NOW + n * 60_000);
      const page = await connector.listOrders(ACCESS, { updatedAfter: ago(1), ...(cursor ? { cursor } : {}) });
      numbers.push(...page.records.map((record) => record.ok && record.order.platformOrderNo));
      expect(page.listedUntil).toBe(new Date(NOW).toISOString());
      cursor = page.nextCursor;
    }
    expect(numbers).toEqual(['3', '2', '1']);
    const lists = sent.filter((one) => requested(one).param_aeop_order_query);
    expect(lists.map((one) => query(one).current_page)).toEqual([1, 3, 2, 1]);
    expect(new Set(lists.map((one) => query(one).modified_date_end)).size).toBe(1);
  });

  it('are looked for by when they were placed, 30 days at a time and half a year back', async () => {
    const { fetch, sent } = scripted(listed([], 0));
    let cursor: string | undefined;
    do
      cursor = (await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1), ...(cursor ? { cursor } : {}) }))
        .nextCursor;
    while (cursor);
    const windows = sent.map((one) => [query(one).create_date_start, query(one).create_date_end]);
    expect(windows).toHaveLength(6);
    expect(windows.slice(1).map(([, to]) => to)).toEqual(windows.slice(0, -1).map(([from]) => from));
    expect(windows.at(-1)?.[0]).toBe('2023-05-18 15:13:20');
  });

  it('are asked for again when another page came, and not for ever', async () => {
    const { fetch } = scripted(listed(['1'], 3, 1), listed(['2'], 3, 2));
    let cursor: string | undefined;
    const run = async () => {
      const page = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1), ...(cursor ? { cursor } : {}) });
      cursor = page.nextCursor;
      return page.records.length;
    };
    expect([await run(), await run(), await run()]).toEqual([0, 0, 0]);
    expect((await failure(run())).code).toBe('LOOP');
  });

  it('are asked for again when a page comes without them, though not for ever', async () => {
    const { fetch, sent } = scripted(listed([], 1), listed([ORDER], 1), detail());
    const first = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1) });
    expect(first.records).toEqual([]);
    const again = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1), cursor: first.nextCursor ?? '' });
    expect(again.records).toHaveLength(1);
    expect(query(sent[1])).toEqual(query(sent[0]));
    const empty = scripted(listed([], 1));
    let cursor: string | undefined;
    let steps = 0;
    do {
      cursor = (await connect(empty.fetch).listOrders(ACCESS, { updatedAfter: ago(1), ...(cursor ? { cursor } : {}) }))
        .nextCursor;
      steps++;
    } while (cursor && steps < 50);
    expect(steps).toBeLessThan(50);
  });

  it('keep ids beyond what a number holds, when asked for too', async () => {
    const id = '9223372036854775807';
    const text = (answer: ReturnType<typeof ok>) => (sent: Sent) => ({
      text: JSON.stringify(answer(sent).json).replaceAll(`"${ORDER}"`, id).replaceAll(ORDER, id),
    });
    const { fetch, sent } = scripted(text(listed([Number(ORDER)])), text(detail()));
    const { records } = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1) });
    expect(good(records[0]).platformOrderNo).toBe(id);
    expect(requested(sent[1]).param1).toBe(`{"order_id":${id}}`);
  });

  it('are set aside one by one: torn, in strange states, in strange money, or not told at all', async () => {
    const bad = [
      { order_status: 'WAIT_FOR_MOON' },
      { gmt_create: 'yesterday' },
      { child_order_list: {} },
      { child_order_list: { aeop_tp_child_order_dto: child(0, { product_count: null }) } },
      { order_amount: null, logistics_amount: null, child_order_list: [child(0, { product_price: null })] },
      { child_order_list: { aeop_tp_child_order_dto: child(0, { product_price: money('1', 'EUR') }) } },
      { logistics_amount: money('1', 'EUR') },
    ];
    for (const more of bad) {
      const record = await readOne(more);
      expect(record).toMatchObject({ ok: false, platformOrderNo: ORDER });
      expect(!record.ok && record.reason).toBeTruthy();
    }
    const { fetch } = scripted(listed([ORDER]), business('isv.order-not-exist', 'gone'));
    const { records } = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1) });
    expect(records[0]).toMatchObject({ ok: false, platformOrderNo: ORDER, reason: expect.stringContaining('gone') });
  });

  it('are read whatever happens to a field that nobody needs', async () => {
    const ofChild = ['id', 'sku_code', 'product_count'].map(
      (name) => `child_order_list.aeop_tp_child_order_dto.*.${name}`,
    );
    const needed = ['id', 'order_status', 'gmt_create', ...ofChild];
    const more = {
      logistic_info_list: { aeop_tp_logistic_info_dto: [{ logistics_no: 'L1', logistics_type_code: 'CAINIAO' }] },
      refund_info: { refund_status: 'wait_refund', refund_cash_amt: money('1.00') },
      buyer_info: { first_name: 'J', last_name: 'D', login_id: 'us100' },
    };
    expect(await harmfulTo(order(more), needed, (answer) => readOne(answer as object))).toEqual([]);
    const nameless = good(await readOne({ child_order_list: [child(0, { sku_code: null })] }));
    expect(nameless.lines).toMatchObject([{ sellerSku: '', platformItemId: '1005001', quantity: 1 }]);
    const to = async (country: unknown) =>
      good(await readOne({ receipt_address: { ...order().receipt_address, country } })).shipTo?.country;
    expect([await to('usa'), await to('XYZ'), await to('de')]).toEqual(['US', 'XYZ', 'DE']);
  });

  it('say that their amounts are unknown where one is missing or cannot be read', async () => {
    const priced = (product_price: unknown) => ({ child_order_list: [child(0, { product_price })] });
    for (const odd of [money('a lot'), { amount: '3.00' }, null, undefined, '3.00'])
      for (const more of [{ order_amount: odd }, { logistics_amount: odd }, priced(odd)])
        expect([more, good(await readOne(more)).amountsUnknown]).toEqual([more, true]);
    expect(good(await readOne({})).amountsUnknown).toBeUndefined();
  });

  it('stop the page for what concerns the whole shop', async () => {
    const { fetch } = scripted(listed([ORDER]), refused('IllegalAccessToken'));
    expect(await kindOfFailure(connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1) }))).toBe('unauthorized');
  });

  it('are not asked for by names that are none', async () => {
    const { fetch, sent } = scripted(detail());
    expect(await kindOfFailure(connect(fetch).getOrder(ACCESS, '1} or'))).toBe('rejected');
    expect(sent).toHaveLength(0);
  });

  it('are counted by the time they were placed', async () => {
    const { fetch, sent } = scripted(listed([ORDER]));
    const page = await connect(fetch).listOrderNos(ACCESS, { orderedFrom: ago(5), orderedTo: ago(0) });
    expect(page).toEqual({ orders: [{ platformOrderNo: ORDER, orderedAt: '2023-11-14T18:00:00.000Z' }] });
    expect(query(sent[0]).modified_date_start).toBeUndefined();
    expect(sent).toHaveLength(1);
  });
});

describe('states', () => {
  const read = (answered: string, more: object = {}) => readStatus({ told: answered, ...more });

  it('are all read', () => {
    expect(read('PLACE_ORDER_SUCCESS')).toEqual({ status: 'unpaid' });
    expect(read('WAIT_SELLER_SEND_GOODS')).toEqual({ status: 'toShip' });
    expect(read('SELLER_PART_SEND_GOODS')).toEqual({ status: 'partiallyShipped' });
    expect(read('WAIT_BUYER_ACCEPT_GOODS')).toEqual({ status: 'shipped' });
    for (const word of ['PAYMENT_PROCESSING', 'RISK_CONTROL', 'RISK_CONTROL_HOLD', 'WAIT_SELLER_EXAMINE_MONEY'])
      expect(read(word)).toEqual({ status: 'toShip', hold: word });
    expect(read('wait_seller_send_goods')).toBeUndefined();
  });

  it('that only say that something is wrong keep how far the goods are', () => {
    for (const word of ['IN_ISSUE', 'IN_FROZEN']) {
      expect(read(word, { logistics: 'SELLER_SEND_GOODS' })).toEqual({ status: 'shipped' });
      expect(read(word, { logistics: 'SELLER_SEND_PART_GOODS' })).toEqual({ status: 'partiallyShipped' });
      expect(read(word, { logistics: 'WAIT_SELLER_SEND_GOODS' })).toEqual({ status: 'toShip', hold: word });
    }
    expect(read('IN_CANCEL', { logistics: 'WAIT_SELLER_SEND_GOODS' })).toEqual({
      status: 'toShip',
      cancelRequested: true,
    });
    expect(read('FUND_PROCESSING')).toEqual({ status: 'shipped' });
  });

  it('of an end tell delivered from called off and from given back', () => {
    const ended = (more: object) => read('FINISH', more)?.status;
    expect(ended({ endReason: 'buyer_accept_goods' })).toBe('shipped');
    expect(ended({ endReason: 'pay_timeout' })).toBe('cancelled');
    expect(ended({ endReason: 'cancel_order_close_trade', logistics: 'WAIT_SELLER_SEND_GOODS' })).toBe('cancelled');
    expect(ended({ endReason: 'seller_accept_issue_no_goods_return', logistics: 'SELLER_SEND_GOODS' })).toBe(
      'refunded',
    );
    expect(ended({ fund: 'NOT_PAY' })).toBe('cancelled');
    expect(ended({ endReason: '1', logistics: 'BUYER_ACCEPT_GOODS' })).toBe('shipped');
    expect(ended({ refunded: true, logistics: 'SELLER_SEND_GOODS' })).toBe('refunded');
    expect(ended({ endReason: 'something_new', logistics: 'NO_LOGISTICS' })).toBeUndefined();
    expect(ended({})).toBeUndefined();
  });

  it('are refunded only when all that was paid went back', async () => {
    const over = (amount: string, refund_status = 'refund_ok') =>
      readOne({
        order_status: 'FINISH',
        logistics_status: 'SELLER_SEND_GOODS',
        refund_info: { refund_status, refund_cash_amt: money(amount) },
      });
    expect(good(await over('21.50')).status).toBe('refunded');
    expect(good(await over('21.49')).status).toBe('shipped');
    expect(good(await over('21.50', 'wait_refund')).status).toBe('shipped');
  });

  it('name who sends the goods', async () => {
    const list = (...more: object[]) => ({ aeop_tp_child_order_dto: more.map((one, n) => child(n, one)) });
    const from = async (...more: object[]) => good(await readOne({ child_order_list: list(...more) })).fulfilledBy;
    expect(await from({ send_goods_operator: 'WAREHOUSE_SEND_GOODS' })).toBe('platform');
    expect(await from({ logistics_warehouse_type: 'cainiaoInternationalWarehouse' })).toBe('platform');
    expect(await from({ send_goods_operator: 'WAREHOUSE_SEND_GOODS' }, {})).toBe('seller');
  });
});

describe('money', () => {
  it('adds up, whatever was changed about the price', async () => {
    const cents = fc
      .integer({ min: 0, max: 9_999_999 })
      .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`);
    const lines = fc.array(fc.tuple(cents, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(lines, cents, cents, async (parts, postage, total) => {
        const children = parts.map(([price, product_count], n) =>
          child(n, { product_count, product_price: money(price) }),
        );
        const read = good(
          await readOne({
            order_amount: money(total),
            logistics_amount: money(postage),
            child_order_list: { aeop_tp_child_order_dto: children },
          }),
        );
        const rest = [read.goodsAmount, read.shippingAmount, negate(read.discountAmount), negate(read.totalAmount)];
        expect(isZero(sum(rest))).toBe(true);
        expect(read.totalAmount).toBe(total);
        for (const amount of [read.shippingAmount, read.discountAmount]) expect(amount.startsWith('-')).toBe(false);
      }),
    );
  });

  it('is taken from its smallest unit where it is told by that alone', async () => {
    const order_amount = { cent: 2150, cent_factor: 100, currency_code: 'USD' };
    expect(good(await readOne({ order_amount })).totalAmount).toBe('21.50');
    const yen = { cent: 2150, cent_factor: 1, currency_code: 'USD' };
    expect(good(await readOne({ order_amount: yen })).totalAmount).toBe('2150');
    const odd = await readOne({ order_amount: { cent: 2150, currency_code: 'USD' } });
    expect(good(odd).amountsUnknown).toBe(true);
  });

  it('comes with lists of one element, or of none, in any wrapping', async () => {
    const one = child(0, { product_count: 2 });
    for (const child_order_list of [[one], { aeop_tp_child_order_dto: one }, { aeop_tp_child_order_dto: [one] }])
      expect(good(await readOne({ child_order_list })).lines).toHaveLength(1);
  });
});
