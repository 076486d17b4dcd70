import { createPrivateKey, createSign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { getUserInfoMain, saveOrUpdateUser } from '@tradewind/contract/identity.ts';
import {
  cancelBill,
  checkBill,
  getMyPlan,
  listBills,
  listPlans,
  orderPlan,
  payBill,
} from '@tradewind/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALIPAY_APP, ALIPAY_PRIVATE_KEY } from '../../../../../sandbox/src/alipay/keys.ts';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/main.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { defineMonthly } from './limits.ts';
import { lookAfterBills } from './settle.ts';
import { countUse, takeMonthly } from './usage.ts';

let server: TestServer;
let sandbox: Sandbox;
let folder: string;
const outside = () => ({ seed: 7, dataFile: '/nowhere', stateFile: join(folder, 'sandbox.json') });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradewind-alipay-'));
  sandbox = await startSandbox({ port: 0, ...outside() });
  server = await ownServer({ SANDBOX_PORT: String(sandbox.port) });
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
});

const sql = (text: string, values: unknown[] = []) => server.app.database.owner.query(text, values);
const onPlan = async (plan: string, expires: string | null = null) => {
  const main = await server.company();
  await sql('update company set plan = $2, plan_expires_at = $3 where id = $1', [main.companyId, plan, expires]);
  return main;
};
const expiry = async (main: Person) => (await server.ok(getMyPlan, {}, main)).expireTime;
const trade = (main: Person, billId: number) => `TW${main.companyId}B${billId}`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const daysLeft = (iso: string | null) => (Date.parse(iso ?? '') - Date.now()) / 86_400_000;

/** Pays as a payer does: opens the page, presses pay. */
async function pay(main: Person, bill: { id: number; payUrl: string }, notify = true) {
  const opened = await fetch(bill.payUrl);
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('¥')]);
  const address = `${sandbox.url}/alipay/cashier/${trade(main, bill.id)}/pay${notify ? '' : '?notify=off'}`;
  return (await fetch(address, { method: 'POST', redirect: 'manual' })).headers.get('location') ?? '';
}
const stateOf = async (main: Person, id: number) =>
  (await server.ok(listBills, {}, main)).rows.find((bill) => bill.id === id)?.state;
const paid = (main: Person, id: number) => server.until(async () => (await stateOf(main, id)) === 'paid');
const audited = async (main: Person) =>
  (await sql('select action from audit_entry where company_id = $1 order by id', [main.companyId])).rows.map(
    (r) => r.action,
  );

/** A notification, signed by Alipay by default. */
async function notify(main: Person, billId: number, change: Record<string, string> = {}, sign = true) {
  const said: Record<string, string> = {
    app_id: ALIPAY_APP.appId,
    notify_type: 'trade_status_sync',
    out_trade_no: trade(main, billId),
    seller_id: ALIPAY_APP.sellerId,
    total_amount: '1299.00',
    trade_no: '2026112122001',
    trade_status: 'TRADE_SUCCESS',
    ...change,
  };
  const text = Object.keys(said)
    .sort()
    .map((name) => `${name}=${said[name]}`)
    .join('&');
  const key = createPrivateKey({ key: Buffer.from(ALIPAY_PRIVATE_KEY, 'base64'), format: 'der', type: 'pkcs8' });
  const signature = sign ? createSign('RSA-SHA256').update(text).sign(key, 'base64') : 'Zm9yZ2Vk';
  const body = new URLSearchParams({ ...said, sign_type: 'RSA2', sign: signature });
  return (await fetch(`${server.url}/api/push/alipay`, { method: 'POST', body })).text();
}

describe('§2 /pricePlan: plans', () => {
  it('are shown to visitors, side by side, with what each leaves out', async () => {
    const { plans, currency } = await server.ok(listPlans, {});
    expect(currency).toBe('CNY');
    expect(plans.map((plan) => [plan.code, plan.monthPrice, plan.limits.users])).toEqual([
      ['basic', '99', 3],
      ['standard', '399', 50],
      ['professional', '1299', null],
    ]);
    expect(plans[0]?.lockedModules.map((module) => module.id)).toEqual([440, 708]);
  });

  it('§3 user session: setMealName is the plan in the user language', async () => {
    const main = await onPlan('professional');
    expect((await server.ok(getUserInfoMain, {}, main)).setMealName).toBe('专业版');
  });
});

describe('limits of a plan', () => {
  const member = (name: string) => ({
    user: { userLoginId: `${name}.${Math.random().toString(36).slice(2, 8)}`, name, email: `${name}@test.invalid` },
  });

  it('let the last user in once when two are added at the same time', async () => {
    const main = await onPlan('basic');
    await server.member(main.companyId);
    const both = await Promise.all(
      ['ann', 'bob'].map((name) => server.call(saveOrUpdateUser, member(name) as never, main)),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 422]);
    const refused = both.find((answer) => answer.status === 422);
    expect(refused?.data).toMatchObject({ error: 'company.limit.users' });
    expect(refused?.msg).toMatch(/基础版.*3/);
    expect((await server.ok(getMyPlan, {}, main)).meters[0]).toEqual({ kind: 'users', used: 3, limit: 3, over: false });
  });

  it('hold for shops', async () => {
    const main = await onPlan('basic');
    for (let i = 0; i < 3; i++)
      await sql(
        `insert into shop (company_id, platform, name, account, module_id, state) values ($1, 'shopify', $2, $2, 410, 'authorized')`,
        [main.companyId, `shop${i}.myshopify.com`],
      );
    const answer = await server.call(authorizeShop, { platform: 'shopify', fields: { shopDomain: 'fourth' } }, main);
    expect(answer).toMatchObject({ status: 422, data: { error: 'company.limit.shops' } });
  });

  it('refuse additions after the plan has run out; what is there stays readable', async () => {
    const main = await onPlan('standard', inDays(-1));
    expect((await server.call(saveOrUpdateUser, member('eve') as never, main)).data).toMatchObject({
      error: 'company.planOver',
    });
    expect(await server.ok(getMyPlan, {}, main)).toMatchObject({ expired: true });
    expect((await server.ok(getUserInfoMain, {}, main)).planExpired).toBe(true);
  });

  it('count orders and API calls by month; beyond them is shown, nothing is refused', async () => {
    const main = await onPlan('basic');
    defineMonthly('orders', async () => 3001);
    await server.app.database.inCompany(main.ctx, async (tx) => {
      await countUse(tx, 'apiCalls', 4);
      await countUse(tx, 'apiCalls', 3);
      await takeMonthly(tx);
      await takeMonthly(tx);
    });
    const mine = await server.ok(getMyPlan, {}, main);
    expect(mine.meters.slice(2)).toEqual([
      { kind: 'ordersPerMonth', used: 3001, limit: 3000, over: true },
      { kind: 'apiCallsPerMonth', used: 7, limit: 10_000, over: false },
    ]);
    expect(mine.months).toMatchObject([{ orders: 3001, apiCalls: 7 }]);
  });
});

describe('a bill', () => {
  it('is paid through Alipay: the notification extends the plan, the browser comes back to it', async () => {
    const main = await onPlan('basic', inDays(10));
    const bill = await server.ok(orderPlan, { plan: 'basic', months: 12 }, main);
    expect(bill).toMatchObject({ amount: '999.00', number: expect.stringMatching(/^BILL-\d{8}-0001$/) });
    const location = await pay(main, bill);
    await paid(main, bill.id);
    expect(daysLeft(await expiry(main))).toBeGreaterThan(10 + 364);
    const back = await fetch(location, { redirect: 'manual' });
    expect(back.headers.get('location')).toBe(`${server.url}/#/choosePlan?bill=${bill.id}`);
    expect(await audited(main)).toEqual(['bill.ordered', 'bill.paid']);
  });

  it('begins another plan at once and counts what is left of the former one by price', async () => {
    const main = await onPlan('standard', inDays(30));
    const bill = await server.ok(orderPlan, { plan: 'professional', months: 1 }, main);
    await pay(main, bill);
    await paid(main, bill.id);
    expect(await server.ok(getMyPlan, {}, main)).toMatchObject({ plan: 'professional' });
    const left = daysLeft(await expiry(main));
    expect(left).toBeGreaterThan(28 + 9);
    expect(left).toBeLessThan(31 + 9.5);
  });

  it('unlocks modules for those who are signed in', async () => {
    const main = await onPlan('basic', inDays(1));
    const before = await server.ok(getUserInfoMain, {}, main);
    const bill = await server.ok(orderPlan, { plan: 'professional', months: 1 }, main);
    await pay(main, bill);
    await paid(main, bill.id);
    expect((await server.ok(getUserInfoMain, {}, main)).setMealName).not.toBe(before.setMealName);
  });

  it('is found paid when the notification is lost', async () => {
    const main = await onPlan('basic', inDays(1));
    const bill = await server.ok(orderPlan, { plan: 'basic', months: 1 }, main);
    await pay(main, bill, false);
    expect(await stateOf(main, bill.id)).toBe('open');
    await lookAfterBills(server.app);
    expect(await stateOf(main, bill.id)).toBe('open');
    await sql(`update bill set created_at = now() - interval '6 minutes' where id = $1`, [bill.id]);
    await lookAfterBills(server.app);
    expect(await stateOf(main, bill.id)).toBe('paid');
    expect((await server.ok(checkBill, { id: bill.id }, main)).state).toBe('paid');
  });

  const AWAY = { status: 503, data: { error: 'company.paymentAway' } };
  /** Orders and pays while the sandbox misbehaves. */
  async function paidUnder(faults: Record<string, unknown>) {
    sandbox.faults.set('alipay', faults);
    const main = await onPlan('professional', inDays(5));
    const bill = await server.ok(orderPlan, { plan: 'professional', months: 1 }, main);
    await pay(main, bill);
    return { main, bill };
  }

  it.each([
    ['is lost', { loseWebhooks: 1 }, []],
    ['comes late', { lateWebhookMs: 400 }, []],
    ['comes twice at once', { duplicateWebhooks: true }, []],
    ['says another amount', { wrongAmount: 1 }, ['bill.wrongAmount']],
    ['is signed by nobody', { wrongSignature: 1 }, []],
  ])('is booked once when the notification %s', async (_what, faults, also) => {
    const { main, bill } = await paidUnder(faults);
    await paid(main, bill.id);
    expect(daysLeft(await expiry(main))).toBeLessThan(5 + 31.5);
    expect(await audited(main)).toEqual(['bill.ordered', ...also, 'bill.paid']);
    sandbox.faults.clear();
  });

  it('is found paid when every notification is wrong, once Alipay answers again', async () => {
    const { main, bill } = await paidUnder({ wrongAmount: true });
    await server.until(async () => (await audited(main)).includes('bill.wrongAmount'));
    sandbox.faults.set('alipay', { status500: 1, match: 'trade.query' });
    expect(await server.call(checkBill, { id: bill.id }, main)).toMatchObject(AWAY);
    expect(await stateOf(main, bill.id)).toBe('open');
    sandbox.faults.set('alipay', { throttle: 1 });
    expect(await server.call(checkBill, { id: bill.id }, main)).toMatchObject(AWAY);
    expect((await server.ok(checkBill, { id: bill.id }, main)).state).toBe('paid');
    sandbox.faults.clear();
  });

  it('is booked though Alipay goes down between payment and notification', async () => {
    const { main, bill } = await paidUnder({ lateWebhookMs: 600_000 });
    await sandbox.close();
    expect(await server.call(checkBill, { id: bill.id }, main)).toMatchObject(AWAY);
    sandbox = await startSandbox({ port: sandbox.port, ...outside() });
    await paid(main, bill.id);
  });

  it('stays open when Alipay cannot be told that it is cancelled', async () => {
    const main = await onPlan('basic', inDays(1));
    const bill = await server.ok(orderPlan, { plan: 'basic', months: 1 }, main);
    await fetch(bill.payUrl);
    sandbox.faults.set('alipay', { throttle: 1, match: 'trade.close' });
    expect(await server.call(cancelBill, { id: bill.id }, main)).toMatchObject(AWAY);
    expect(await stateOf(main, bill.id)).toBe('open');
    await server.ok(cancelBill, { id: bill.id }, main);
    sandbox.faults.clear();
  });

  it.each([
    ['forged', {}, false],
    ['of another amount', { total_amount: '1.00' }, true],
    ['for another seller', { seller_id: '2088000000000001' }, true],
    ['for another app', { app_id: '2021000000000001' }, true],
    ['of a trade that is none of ours', { out_trade_no: 'TW1B999999' }, true],
  ])('is not paid by a notification %s', async (_what, change, sign) => {
    const main = await onPlan('professional', inDays(5));
    const bill = await server.ok(orderPlan, { plan: 'professional', months: 1 }, main);
    expect(await notify(main, bill.id, change, sign)).toBe('fail');
    expect(await stateOf(main, bill.id)).toBe('open');
    expect(daysLeft(await expiry(main))).toBeLessThan(5);
  });

  it('is paid once however often and in whatever order it is told', async () => {
    const main = await onPlan('professional', inDays(5));
    const bill = await server.ok(orderPlan, { plan: 'professional', months: 1 }, main);
    const said = await Promise.all([
      ...[1, 2, 3].map(() => notify(main, bill.id)),
      notify(main, bill.id, { trade_status: 'TRADE_FINISHED' }),
      notify(main, bill.id, { trade_status: 'WAIT_BUYER_PAY' }),
    ]);
    expect(said).toEqual(Array(5).fill('success'));
    expect(await notify(main, bill.id, { trade_status: 'WAIT_BUYER_PAY' })).toBe('success');
    expect(daysLeft(await expiry(main))).toBeLessThan(5 + 31.5);
    expect((await audited(main)).filter((action) => action === 'bill.paid')).toHaveLength(1);
  });

  it('paid twice by two trades extends once and is told to be refunded', async () => {
    const main = await onPlan('professional', inDays(5));
    const bill = await server.ok(orderPlan, { plan: 'professional', months: 1 }, main);
    for (const number of ['A1', 'B2', 'B2']) expect(await notify(main, bill.id, { trade_no: number })).toBe('success');
    expect(daysLeft(await expiry(main))).toBeLessThan(5 + 31.5);
    expect((await audited(main)).filter((action) => action === 'bill.paidTwice')).toHaveLength(1);
  });

  it('is taken when the money comes after it ran out', async () => {
    const main = await onPlan('professional', inDays(5));
    const bill = await server.ok(orderPlan, { plan: 'professional', months: 1 }, main);
    await fetch(bill.payUrl);
    await sql(
      `update bill set created_at = now() - interval '25 hours', expires_at = now() - interval '1 hour' where id = $1`,
      [bill.id],
    );
    expect((await server.call(payBill, { id: bill.id }, main)).status).toBe(409);
    await lookAfterBills(server.app);
    expect(await stateOf(main, bill.id)).toBe('expired');
    expect(await notify(main, bill.id)).toBe('success');
    expect(await stateOf(main, bill.id)).toBe('paid');
  });

  it('that is cancelled can no longer be paid; one that was paid cannot be cancelled', async () => {
    const main = await onPlan('basic', inDays(1));
    const first = await server.ok(orderPlan, { plan: 'basic', months: 1 }, main);
    await fetch(first.payUrl);
    await server.ok(cancelBill, { id: first.id }, main);
    expect(await pay(main, first).then(() => stateOf(main, first.id))).toBe('cancelled');
    const second = await server.ok(orderPlan, { plan: 'basic', months: 1 }, main);
    await pay(main, second, false);
    expect((await server.call(cancelBill, { id: second.id }, main)).status).toBe(409);
    expect(await stateOf(main, second.id)).toBe('paid');
  });

  it("is nobody else's, and needs a plan that is on offer", async () => {
    const [main, other] = [await onPlan('basic', inDays(1)), await server.company()];
    const bill = await server.ok(orderPlan, { plan: 'basic', months: 1 }, main);
    expect((await server.call(payBill, { id: bill.id }, other)).status).toBe(404);
    expect(await server.call(orderPlan, { plan: 'golden', months: 1 }, main)).toMatchObject({
      data: { fields: [{ path: 'plan' }] },
    });
    const forever = await onPlan('standard');
    expect((await server.call(orderPlan, { plan: 'standard', months: 1 }, forever)).data).toMatchObject({
      error: 'company.planForever',
    });
  });
});
