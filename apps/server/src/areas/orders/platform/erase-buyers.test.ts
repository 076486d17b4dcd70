import { createHmac } from 'node:crypto';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getOrder } from '@tradewind/contract/orders.ts';
import { listAudit } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import type { Person } from '../../../testing/harness.ts';
import { type Outside, openOutside } from '../../channels/testing/sandbox.ts';
import { addShop, makeOrder } from '../orders.testing.ts';
import { intakeOrders, moveOrders } from '../public.ts';
import { eraseDue } from './erase-buyers.ts';

type Main = Person & { ctx: Ctx };
interface Row {
  id: number;
  no: string;
  status: string;
  version: number;
  buyer: string;
  note: string;
  ref: string;
  to: object | null;
  country: string;
  total: string;
  asked: Date | null;
  erased: Date | null;
}

let outside: Outside;
let main: Main;
let other: Main;
let ebay: number;
let othersEbay: number;
beforeAll(async () => {
  outside = await openOutside();
  await outside.server.startWorker();
  main = await outside.server.company('Sellers');
  other = await outside.server.company('Others');
  ebay = (await outside.connect(main, { platform: 'ebay' })).shopId;
  othersEbay = (await outside.connect(other, { platform: 'ebay' })).shopId;
  for (const shop of [ebay, othersEbay])
    await outside.server.until(async () => (await rowsOf(shop)).filter(isFree).length > 5, 60);
});
afterAll(() => outside.close());

const query = async <T extends object>(text: string, ...values: unknown[]) =>
  (await outside.server.app.database.owner.query(text, values)).rows as T[];
const rowsOf = (shopId: number) =>
  query<Row>(
    `select id::int, platform_order_no as no, status, version, buyer_name || buyer_email as buyer, buyer_note as note, buyer_ref as ref,
       ship_to as "to", country, total_amount as total, erase_requested_at as asked, buyer_erased_at as erased
     from sales_order where shop_id = $1 order by platform_order_no`,
    shopId,
  );
const rowOf = async (shopId: number, no: string) => {
  const row = (await rowsOf(shopId)).find((each) => each.no === no);
  if (!row) throw new Error(`no order ${no}`);
  return row;
};
/** Orders that still have a buyer and may ship. */
const isFree = (row: Row) => row.to !== null && row.buyer !== '' && ['review', 'exception'].includes(row.status);
const move = (as: Main, id: number, to: 'shipped' | 'cancelled') =>
  outside.server.app.database.inCompany(as.ctx, (tx) => moveOrders(tx, [id], { to, event: to }));
const take = (
  as: Main,
  shop: { id: number; platform: string; moduleId: number },
  ...orders: Parameters<typeof intakeOrders>[2][number][]
) => outside.server.app.database.inCompany(as.ctx, (tx) => intakeOrders(tx, shop, orders));
const termsOf = (orderId: number) =>
  query<{ term: string; buyer: boolean }>('select term, buyer from order_term where order_id = $1', orderId);
const erasedNow = (shopId: number, no: string) =>
  outside.server.until(async () => (await rowOf(shopId, no)).erased !== null, 40);
const auditOf = (as: Main) => outside.server.ok(listAudit, { action: 'orders.buyersErased' }, as);

function expectGone(row: Row, before: Row) {
  expect(row).toMatchObject({ buyer: '', note: '', ref: '', to: null, country: before.country, total: before.total });
  expect(row.erased).toBeInstanceOf(Date);
}

describe('a buyer who closes their account at eBay', () => {
  let sent: Row;
  let open: Row;
  let bystander: Row;
  const close = () => outside.control('buyers/close', { shop: 'ebay', orderId: sent.no });
  const answered = async () => {
    const all = (await (await fetch(`${outside.sandbox.url}/control/webhooks?platform=ebay`)).json()) as {
      topic: string;
      status: number;
    }[];
    return all.filter((one) => one.topic === 'MARKETPLACE_ACCOUNT_DELETION' && one.status === 200).length;
  };

  it('is erased from all that is over, in every company that sold to them, and from nothing else', async () => {
    const free = (await rowsOf(ebay)).filter(isFree);
    [sent, open, bystander] = [free[0], free[1], free[2]] as [Row, Row, Row];
    expect(sent.ref).not.toBe('');
    await query(
      'update sales_order set buyer_ref = $2, buyer_note = $3 where id = $1',
      open.id,
      sent.ref,
      'Ring twice',
    );
    await move(main, sent.id, 'shipped');
    await query(
      `insert into dead_letter (company_id, shop_id, platform_order_no, raw_hash, raw, reason) values ($1, $2, $3, 'h', $4, 'odd')`,
      main.companyId,
      ebay,
      sent.no,
      JSON.stringify({ fullName: sent.buyer }),
    );
    const elsewhere = await addShop(outside.server, other.companyId, {
      platform: 'amazon',
      moduleId: rights.amazonNorthAmericaOrder.id,
    });
    await take(other, elsewhere, makeOrder('NAMESAKE', { status: 'shipped', buyerRef: sent.ref }));
    expect((await termsOf(sent.id)).filter((one) => one.buyer)).not.toEqual([]);

    await close();
    await erasedNow(ebay, sent.no);
    expectGone(await rowOf(ebay, sent.no), sent);
    const terms = await termsOf(sent.id);
    expect([terms.filter((one) => one.buyer), terms.length > 0]).toEqual([[], true]);
    const deadLetters = await query(`select raw, reason from dead_letter where raw_hash = 'h'`);
    expect(deadLetters).toEqual([{ raw: null, reason: 'odd' }]);

    // The other company sold to the same buyer and has not shipped yet. Other buyers' orders and other platforms' ids
    // stay.
    await outside.server.until(async () => (await rowOf(othersEbay, sent.no)).asked !== null, 40);
    expect(await rowOf(othersEbay, sent.no)).toMatchObject({ erased: null, to: sent.to });
    expect(await rowOf(ebay, bystander.no)).toEqual(bystander);
    expect(await rowOf(elsewhere.id, 'NAMESAKE')).toMatchObject({ asked: null, erased: null, ref: sent.ref });
  });

  it('is told of in the history and the log, without what was erased', async () => {
    const found = await outside.server.ok(getOrder, { id: sent.id }, main);
    expect(found).toMatchObject({ buyerErasedAt: expect.any(String), shipTo: null, buyerName: '', buyerEmail: '' });
    expect(found.history.map((row) => row.event)).toContain('buyerErasedAsked');
    const log = await auditOf(main);
    expect(log.rows).toMatchObject([{ targetName: 'eBay', detail: { because: 'asked', orders: 1 } }]);
    const { name } = sent.to as { name: string };
    for (const text of [name, sent.ref]) expect(JSON.stringify([found, log])).not.toContain(text);
  });

  it('stands on what is still to be sent until it was sent', async () => {
    expect(await rowOf(ebay, open.no)).toMatchObject({ to: open.to, note: 'Ring twice', erased: null });
    expect(await eraseDue(outside.server.app, main.ctx)).toBe(0);
    await move(main, open.id, 'cancelled');
    expect(await eraseDue(outside.server.app, main.ctx)).toBe(1);
    expectGone(await rowOf(ebay, open.no), open);
    await move(other, (await rowOf(othersEbay, sent.no)).id, 'shipped');
    expect(await eraseDue(outside.server.app, other.ctx)).toBe(1);
    expectGone(await rowOf(othersEbay, sent.no), sent);
  });

  it('changes nothing when it is told again, and news of the order brings nothing back', async () => {
    const before = await rowsOf(ebay);
    const times = await answered();
    await close();
    await outside.server.until(async () => (await answered()) > times, 40);
    expect(await query(`select from graphile_worker.jobs where task_identifier like '%eraseAsked%'`)).toEqual([]);
    expect(await rowsOf(ebay)).toEqual(before);
    const shop = { id: ebay, platform: 'ebay', moduleId: rights.ebayOrder.id };
    const updatedAt = new Date(Date.now() + 60_000).toISOString();
    const response = await take(
      main,
      shop,
      makeOrder(sent.no, { status: 'shipped', updatedAt, buyerNote: 'Back again', buyerRef: sent.ref }),
    );
    expect(response.updated).toBe(1);
    expectGone(await rowOf(ebay, sent.no), sent);
    expect((await termsOf(sent.id)).filter((one) => one.buyer)).toEqual([]);
  });

  it('is believed only when eBay signed it', async () => {
    const data = { username: 'somebody', userId: bystander.ref, eiasToken: 'x' };
    const metadata = { topic: 'MARKETPLACE_ACCOUNT_DELETION', schemaVersion: '1.0', deprecated: false };
    const body = JSON.stringify({ metadata, notification: { notificationId: 'forged', data } });
    const response = Buffer.from(JSON.stringify({ alg: 'ecdsa', kid: 'guessed', signature: 'AAAA', digest: 'SHA1' }));
    for (const signature of [response.toString('base64'), '']) {
      const answer = await fetch(`${outside.server.url}/api/push/ebay`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-ebay-signature': signature },
      });
      expect(answer.status).toBe(401);
    }
    expect(await rowOf(ebay, bystander.no)).toEqual(bystander);
  });
});

describe('what Shopify wants redacted', () => {
  const DOMAIN = 'tradewind-demo.myshopify.com';
  let deliveries = 0;
  const push = (topic: string, body: object, secret = 'hush') => {
    const text = JSON.stringify(body);
    return fetch(`${outside.server.url}/api/push/shopify`, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(text).digest('base64'),
        'x-shopify-shop-domain': DOMAIN,
        'x-shopify-topic': topic,
        'x-shopify-webhook-id': `redact-${++deliveries}`,
      },
    });
  };
  const shipped = (no: string) => makeOrder(no, { status: 'shipped' });

  it('is the orders that it names, of that shop alone; then all of a shop that was given up', async () => {
    const fields = { shopDomain: DOMAIN };
    const { shopId } = await outside.connect(main, { platform: 'shopify', fields });
    const shop = { id: shopId, platform: 'shopify', moduleId: rights.shopifyOrder.id };
    const others = await addShop(outside.server, other.companyId);
    // Its first orders arrive by a job. Wait for all of them.
    const syncing = `select 1 from graphile_worker.jobs where queue_name like '%:shop:${shopId}' and run_at <= now()`;
    await outside.server.until(
      async () => (await rowsOf(shopId)).length > 5 && (await query(syncing)).length === 0,
      60,
    );
    await take(main, shop, shipped('9001'), shipped('9002'), makeOrder('9003'));
    await take(other, others, shipped('9001'));
    const redact = {
      shop_domain: DOMAIN,
      customer: { id: 1, email: 'ann@example.test' },
      orders_to_redact: [9001, 9003],
    };
    // The shop reconnected before Shopify's notice arrived, so it keeps working.
    expect((await push('shop/redact', { shop_domain: DOMAIN })).status).toBe(200);
    expect((await push('customers/redact', redact, 'guessed')).status).toBe(401);
    expect((await push('customers/redact', redact)).status).toBe(200);
    await erasedNow(shopId, '9001');
    expect((await rowOf(shopId, '9002')).asked).toBeNull();
    expect(await rowOf(shopId, '9003')).toMatchObject({
      asked: expect.any(Date),
      erased: null,
      to: expect.any(Object),
    });
    expect((await rowOf(others.id, '9001')).asked).toBeNull();

    await query(`update shop set state = 'expired' where id = $1`, shopId);
    expect((await push('shop/redact', { shop_domain: DOMAIN })).status).toBe(200);
    await erasedNow(shopId, '9002');
    expect((await rowsOf(shopId)).filter((row) => row.asked === null)).toEqual([]);
    expect((await rowsOf(others.id)).filter((row) => row.asked !== null)).toEqual([]);
  });
});

describe('a platform’s term', () => {
  const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();

  it('ends so many days after the order arrived or was closed', async () => {
    const late = await outside.server.company('Late');
    const amazon = await addShop(outside.server, late.companyId, {
      platform: 'amazon',
      moduleId: rights.amazonNorthAmericaOrder.id,
    });
    const shopify = await addShop(outside.server, late.companyId);
    const order = (no: string, status: 'toShip' | 'shipped' | 'cancelled', n: number) =>
      makeOrder(no, { status, orderedAt: days(n + 3), updatedAt: days(n) });
    await take(
      late,
      amazon,
      order('OPEN', 'toShip', 90),
      order('SENT-31', 'shipped', 31),
      order('SENT-29', 'shipped', 29),
    );
    await take(
      late,
      amazon,
      order('CANCELLED-31', 'cancelled', 31),
      order('ARRIVED-29', 'shipped', 40),
      order('ARRIVED-31', 'shipped', 45),
    );
    await take(late, shopify, order('SENT-400', 'shipped', 400));
    for (const n of [29, 31])
      await query(
        `update sales_order set status = 'delivered', delivered_at = $2 where platform_order_no = $1`,
        `ARRIVED-${n}`,
        days(n),
      );
    expect(await eraseDue(outside.server.app, late.ctx)).toBe(3);
    const left = [...(await rowsOf(amazon.id)), ...(await rowsOf(shopify.id))].filter((row) => row.erased === null);
    expect(left.map((row) => row.no)).toEqual(['ARRIVED-29', 'OPEN', 'SENT-29', 'SENT-400']);
    expect(left.every((row) => row.to !== null && row.buyer !== '')).toBe(true);
    expect((await auditOf(late)).rows).toMatchObject([{ detail: { because: 'term', orders: 3 } }]);
    expect(await eraseDue(outside.server.app, late.ctx)).toBe(0);
  });
});
