import { createHmac } from 'node:crypto';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts } from '@tradewind/contract/access.ts';
import * as calls from '@tradewind/contract/channels.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { Person } from '../../testing/harness.ts';
import { ordersIngesting } from './hooks.ts';
import { enqueueDue } from './sync/jobs.ts';
import { runStream } from './sync/run-stream.ts';
import { type Outside, openOutside } from './testing/sandbox.ts';

let outside: Outside;
let main: Person & { ctx: Ctx };
let amazon: number;
let shopify: number;
/** Ends what a test has put in the way of storing orders. */
let endTrouble = () => {};

beforeAll(async () => {
  outside = await openOutside();
  main = await outside.server.company('Sellers');
  amazon = (await outside.connect(main, { platform: 'amazon', region: 'US' })).shopId;
  shopify = (await outside.connect(main, { platform: 'shopify', fields: { shopDomain: 'tradewind-demo' } })).shopId;
});
afterAll(() => outside.close());
afterEach(async () => {
  endTrouble();
  await outside.control('faults', { clear: true });
});

const sync = (shopId: number) => runStream(outside.server.app, main.ctx, shopId, 'orders');
const arrive = (shop: 'amazon' | 'shopify', count: number, more: object = {}) =>
  outside.control<{ orderIds: string[] }>('orders', { shop, count, spreadHours: 20, ...more });
/** What the platform has, by its own account. */
const there = (shop: string) => [...outside.sandbox.world.shop(shop).byId.keys()].sort();
/** As if all had to be listed again from the start. */
const rewind = (shopId: number) =>
  outside.server.app.database.owner.query(
    `update shop_stream set until = date_trunc('milliseconds', now() - interval '10 days'), cursor = null, next_run_at = null,
       failures = 0, last_error_kind = null, last_error = null where shop_id = $1 and kind = 'orders'`,
    [shopId],
  );
const jobs = async (task: string) =>
  (
    await outside.server.app.database.owner.query(
      `select j.run_at as "runAt", j.payload, q.queue_name as queue from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where t.identifier = $1 and j.attempts < j.max_attempts order by j.id`,
      [task],
    )
  ).rows as { runAt: Date; payload: Record<string, unknown>; queue: string }[];

describe.each(['amazon', 'shopify'] as const)('the sync of %s', (platform) => {
  const shopId = () => (platform === 'amazon' ? amazon : shopify);

  it('brings in every order once, page by page', async () => {
    await arrive(platform, 260);
    await sync(shopId());
    expect(await outside.orders(shopId())).toEqual(there(platform));
    const shop = await outside.shop(shopId());
    expect(shop).toMatchObject({ cursor: null, failures: 0, taken: 300 });
    expect(Date.now() - (shop.until as Date).getTime()).toBeLessThan(10 * 60_000);
    const found = await outside.server.ok(calls.findShop, { id: shopId() }, main);
    expect(found.log[0]).toMatchObject({ event: 'synced', detail: { inserted: 300, updated: 0, parked: 0 } });
    expect(found.lagSeconds).toBeLessThan(600);
  });

  it('goes on where it was killed between two pages: nothing lost, nothing twice', async () => {
    await arrive(platform, 200);
    await rewind(shopId());
    let pages = 0;
    // The process dies after the second page has been written, before its transaction commits.
    endTrouble = ordersIngesting.listen(() => {
      if (++pages === 2) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    const before = await outside.orders(shopId());
    await sync(shopId());
    const half = await outside.shop(shopId());
    expect(half.cursor).not.toBeNull();
    expect(half.last_error_kind).toBe('internal');
    const between = await outside.orders(shopId());
    expect(between.length).toBeLessThan(there(platform).length);
    endTrouble();
    await sync(shopId());
    expect(await outside.orders(shopId())).toEqual(there(platform));
    const after = await outside.shop(shopId());
    expect(after).toMatchObject({ cursor: null, failures: 0, last_error_kind: null });
    expect(after.taken).toBe((half.taken as number) + there(platform).length - between.length);
    expect(before.length).toBeLessThan(between.length + 1);
  });

  it('sees a page twice and keeps each order once', async () => {
    await arrive(platform, 120);
    await rewind(shopId());
    await outside.faults(platform, { repeatPage: 1 });
    await sync(shopId());
    expect(await outside.orders(shopId())).toEqual(there(platform));
  });

  it('waits as long as the platform says, without counting it as a failure', async () => {
    await rewind(shopId());
    const first = await arrive(platform, 1);
    await outside.faults(platform, { throttle: 1 });
    const started = Date.now();
    await sync(shopId());
    const shop = await outside.shop(shopId());
    expect(shop).toMatchObject({ last_error_kind: 'throttled', failures: 0, state: 'authorized' });
    const next = (shop.next_run_at as Date).getTime();
    expect(next).toBeGreaterThan(started);
    const [job] = (await jobs('channels.syncShop')).filter((each) => each.payload.shopId === shopId());
    expect(job?.runAt.getTime()).toBe(next);
    expect(job?.queue).toBe(`${main.companyId}:shop:${shopId()}`);
    // Neither the schedule nor a person's button shortens the wait.
    await outside.server.app.database.owner.query(
      `update shop_stream set next_run_at = now() + interval '1 hour' where shop_id = $1 and kind = 'orders'`,
      [shopId()],
    );
    await enqueueDue(outside.server.app);
    await outside.server.ok(calls.syncShops, { ids: [shopId()] }, main);
    const [later] = (await jobs('channels.syncShop')).filter((each) => each.payload.shopId === shopId());
    expect(later?.runAt.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    await sync(shopId());
    expect(await outside.orders(shopId())).toContain(first.orderIds[0]);
    expect(await outside.shop(shopId())).toMatchObject({ last_error_kind: null, next_run_at: null });
  });

  it('backs off in growing steps while the platform is away, and says so', async () => {
    await rewind(shopId());
    const minutes: number[] = [];
    await outside.faults(platform, { status500: true });
    for (let i = 0; i < 6; i++) {
      await sync(shopId());
      const shop = await outside.shop(shopId());
      minutes.push(Math.round(((shop.next_run_at as Date).getTime() - Date.now()) / 60_000));
    }
    expect(minutes).toEqual([1, 2, 5, 10, 30, 30]);
    const alerts = await outside.server.ok(getAlerts, {}, main);
    expect(alerts.find((alert) => alert.key === `shop.failing:${shopId()}`)?.level).toBe('bad');
    const row = (await outside.server.ok(calls.listShops, {}, main)).rows.find((each) => each.id === shopId());
    expect(row?.lastErrorText).toBe('暂时无法连接平台，将自动重试');
    await outside.control('faults', { clear: true });
    await sync(shopId());
    const found = await outside.server.ok(calls.findShop, { id: shopId() }, main);
    expect(found).toMatchObject({ failures: 0, lastErrorText: null, nextSyncAt: null });
    expect(found.log.map((entry) => entry.event)).toContain('recovered');
  });

  it('sets aside what cannot be read while the rest goes on, and takes it in when it reads well', async () => {
    const { orderIds } = await arrive(platform, 30);
    await rewind(shopId());
    await outside.faults(platform, { malformed: 2 });
    await sync(shopId());
    const deadLetters = await outside.server.ok(calls.listDeadLetters, { shopId: shopId() }, main);
    expect(deadLetters.rows).toHaveLength(2);
    expect(deadLetters.rows[0]?.reason).not.toBe('');
    expect(deadLetters.rows[0]?.raw).toMatchObject({});
    const inNow = await outside.orders(shopId());
    expect(orderIds.filter((id) => inNow.includes(id)).length).toBeGreaterThanOrEqual(28);
    await rewind(shopId());
    await sync(shopId());
    const again = await outside.server.ok(calls.listDeadLetters, { shopId: shopId() }, main);
    expect(again.rows.map((row) => row.seen)).toEqual([2, 2]);
    const member = await outside.server.member(main.companyId, [rights.salesChannel.view]);
    await outside.server.app.database.owner.query(`insert into user_scope values ($1, $2, 'shop', $3)`, [
      main.companyId,
      member.userId,
      shopId(),
    ]);
    expect((await outside.server.ok(calls.listDeadLetters, { shopId: shopId() }, member)).rows[0]?.raw).toBeNull();
    await outside.faults(platform, { malformed: 0 });
    const retried = await outside.server.ok(calls.retryDeadLetters, { ids: again.rows.map((row) => row.id) }, main);
    expect(retried.done).toBe(2);
    expect((await jobs('channels.fetchOrder')).filter((job) => job.payload.shopId === shopId())).toHaveLength(2);
    await rewind(shopId());
    await sync(shopId());
    expect((await outside.server.ok(calls.listDeadLetters, { shopId: shopId() }, main)).rows).toEqual([]);
    expect(await outside.orders(shopId())).toEqual(there(platform));
  });

  it('finds the one order that cannot be stored and takes in the others of its page', async () => {
    const { orderIds } = await arrive(platform, 25);
    const poison = orderIds[11] ?? '';
    endTrouble = ordersIngesting.listen((_tx, { orders }) => {
      if (orders.some((order) => order.platformOrderNo === poison)) throw new Error('no room for this one');
    });
    await rewind(shopId());
    await sync(shopId());
    const { rows } = await outside.server.ok(calls.listDeadLetters, { shopId: shopId() }, main);
    expect(rows.map((row) => [row.platformOrderNo, row.reason])).toEqual([[poison, 'no room for this one']]);
    expect(await outside.orders(shopId())).toEqual(there(platform).filter((id) => id !== poison));
    expect(await outside.shop(shopId())).toMatchObject({ failures: 0, cursor: null });
  });

  it('loses no order for characters that no database holds', async () => {
    const { orderIds } = await arrive(platform, 1);
    const sold = outside.sandbox.world.shop(platform).byId.get(orderIds[0] ?? '');
    if (!sold?.lines[0]) throw new Error('no order');
    sold.address.name = 'Ann\0Buyer';
    sold.lines[0].title = 'Lamp \ud83d';
    await rewind(shopId());
    await sync(shopId());
    expect(await outside.orders(shopId())).toEqual(there(platform));
    const { rows } = await outside.server.app.database.owner.query(
      `select o.ship_to ->> 'name' as name, l.title from sales_order o
       join order_line l on l.company_id = o.company_id and l.order_id = o.id where o.platform_order_no = $1 and l.title like 'Lamp%'`,
      [sold.id],
    );
    expect(rows).toEqual([{ name: 'Ann\uFFFDBuyer', title: 'Lamp \uFFFD' }]);
  });

  it('parks nothing when no order can be stored at all: that is our fault, and it is tried again', async () => {
    await outside.server.app.database.owner.query('delete from dead_letter');
    endTrouble = ordersIngesting.listen(() => Promise.reject(new Error('a bug')));
    await rewind(shopId());
    await sync(shopId());
    expect(await outside.shop(shopId())).toMatchObject({
      last_error_kind: 'internal',
      cursor: null,
      last_error: 'a bug',
    });
    expect((await outside.server.ok(calls.listDeadLetters, { shopId: shopId() }, main)).rows).toEqual([]);
  });
});

describe('the running house', () => {
  const push = (body: object, topic: string, id: string, secret = 'hush', shop = 'tradewind-demo.myshopify.com') => {
    const text = JSON.stringify(body);
    return fetch(`${outside.server.url}/api/push/shopify`, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(text).digest('base64'),
        'x-shopify-shop-domain': shop,
        'x-shopify-topic': topic,
        'x-shopify-webhook-id': id,
      },
    });
  };

  it('takes a signed push once, whatever its order, and nothing that is not signed', async () => {
    const { orderIds } = await arrive('shopify', 1);
    const body = { id: Number(orderIds[0]), updated_at: '2020-01-01T00:00:00Z' };
    expect((await push(body, 'orders/create', 'd-1', 'guessed')).status).toBe(401);
    expect((await fetch(`${outside.server.url}/api/push/shopify`, { method: 'POST', body: '{}' })).status).toBe(401);
    const mine = async () =>
      (await jobs('channels.fetchOrder')).filter((job) => job.payload.platformOrderNo === orderIds[0]);
    expect(await mine()).toHaveLength(0);
    const answers = await Promise.all([1, 2, 3].map(() => push(body, 'orders/updated', 'd-2')));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await push(body, 'orders/create', 'd-3')).status).toBe(200);
    expect(await mine()).toHaveLength(1);
    expect((await push(body, 'orders/create', 'd-4', 'hush', 'nobody.myshopify.com')).status).toBe(200);
    expect(await mine()).toHaveLength(1);
  });

  it('asks for each order that one push tells of, once', async () => {
    await outside.connect(main, { platform: 'wish' });
    const body = JSON.stringify(['w-1', 'w-2', 'w-1', 'w-3'].map((id) => ({ data: { id }, timestamp: 1 })));
    const notify = () =>
      fetch(`${outside.server.url}/api/push/wish`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'wish-hmac-sha256': createHmac('sha256', 'wish-demo-secret').update(body).digest('base64'),
          'wish-topic': 'ORDER_ALL',
          'wish-merchant-id': outside.sandbox.world.shop('wish').id,
          'wish-subscription-id': 's-1',
        },
      });
    expect([(await notify()).status, (await notify()).status]).toEqual([200, 200]);
    const requested = (await jobs('channels.fetchOrder')).map((job) => job.payload.platformOrderNo);
    expect(requested.filter((no) => String(no).startsWith('w-'))).toEqual(['w-1', 'w-2', 'w-3']);
  });

  it('brings an order in by the platform’s own push, and the rest by the button', async () => {
    await rewind(shopify);
    await rewind(amazon);
    await outside.server.startWorker();
    await outside.server.ok(calls.syncShops, { ids: [shopify] }, main);
    await outside.server.until(async () => (await outside.orders(shopify)).length === there('shopify').length, 30);
    await outside.faults('shopify', { duplicateWebhooks: true, shuffleWebhooks: true });
    const made = await outside.control<{ orderIds: string[] }>('orders', { shop: 'shopify', count: 3 });
    await outside.server.until(async () => {
      const found = await outside.orders(shopify);
      return made.orderIds.every((id) => found.includes(id));
    }, 30);
    await outside.server.until(async () => {
      const observed = await outside.server.app.database.owner.query(
        `select from push_delivery where platform = 'shopify'`,
      );
      return observed.rows.length >= made.orderIds.length;
    });
    await outside.server.ok(calls.syncShops, { ids: [amazon] }, main);
    await outside.server.until(async () => (await outside.orders(amazon)).length === there('amazon').length, 30);
    expect(await outside.orders(amazon)).toEqual(there('amazon'));
    expect(await outside.orders(shopify)).toEqual(there('shopify'));
  });

  it('stops with a disabled shop and goes on when it is enabled; one with orders cannot be deleted', async () => {
    await outside.server.ok(calls.disableShop, { id: amazon }, main);
    const [late] = (await arrive('amazon', 1)).orderIds;
    await sync(amazon);
    expect(await outside.orders(amazon)).not.toContain(late);
    const refused = await outside.server.call(calls.removeShop, { id: amazon }, main);
    expect([refused.status, refused.data]).toMatchObject([409, { error: 'channels.shopHasOrders' }]);
    await rewind(amazon);
    await outside.server.ok(calls.enableShop, { id: amazon }, main);
    await outside.server.until(async () => (await outside.orders(amazon)).includes(late ?? ''), 30);
  });
});
