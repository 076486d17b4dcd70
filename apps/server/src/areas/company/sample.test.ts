import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getViewing, viewAs } from '@tradewind/contract/access.ts';
import { addProduct, listProducts } from '@tradewind/contract/catalog.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { getSample, leaveSample, listCompanyChanges, removeSample, visitSample } from '@tradewind/contract/company.ts';
import { getSetup } from '@tradewind/contract/dashboard.ts';
import {
  disableUser,
  editPasswordWithOriginal,
  getUserInfoMain,
  saveOrUpdateUser,
} from '@tradewind/contract/identity.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { orderPlan } from '@tradewind/contract/plans.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../core/context.ts';
import { hashToken } from '../../core/crypto.ts';
import { removeCompany } from '../../core/database/remove-company.ts';
import { schedules } from '../../core/jobs/schedule.ts';
import { type Answer, ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { mailKeyTo, openSession } from '../identity/public.ts';
import { createCompany } from './companies.ts';
import { takeMonthly } from './plan/usage.ts';

let server: TestServer;
let main: Person;
let clerk: Person;
let other: Person;
const owner = async (text: string, ...values: unknown[]) => (await server.app.database.owner.query(text, values)).rows;

beforeAll(async () => {
  server = await ownServer({ TRADEWIND_ROLES: 'api,worker' });
  main = await server.company('Harbour');
  clerk = await server.member(main.companyId);
  other = await server.company('Elsewhere');
  await server.ok(addProduct, { sku: 'OWN-1', nameZh: '自己的', nameEn: 'Own' }, main);
});
afterAll(() => server.close());

const sampleOf = async (person: Person) =>
  (await owner('select id from company where sample_of = $1', person.companyId)).map((row) => row.id as number);
const skus = async (person: Person) => (await server.ok(listProducts, {}, person)).rows.map((row) => row.sku);
const refusal = ({ status, data }: Answer<unknown>) => [status, (data as unknown as { error: string }).error];
const again = async (person: Person): Promise<Person> => ({
  ...person,
  token: await openSession(server.app, person, { address: '127.0.0.1', userAgent: 'test' }),
});

/** How many rows a company has in each table that has any. */
async function rowsOf(companyId: number): Promise<Record<string, number>> {
  const tables = await owner(`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('audit_entry', 'session')`);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [{ n }] = await owner(`select count(*)::int as n from ${name} where company_id = $1`, companyId);
    if (n > 0) found[name] = n;
  }
  return found;
}

test('a member cannot make one, and what is not there is not removed', async () => {
  expect(refusal(await server.call(visitSample, {}, clerk))).toEqual([403, 'company.sampleMainOnly']);
  expect(refusal(await server.call(removeSample, {}, clerk))).toEqual([403, 'company.sampleMainOnly']);
  await server.ok(removeSample, {}, main);
  await server.ok(leaveSample, {}, main);
  expect(await server.ok(getSample, {}, main)).toEqual({
    state: 'none',
    percent: null,
    visiting: false,
    mayManage: true,
  });
});

test('two presses at once make one company, and both are in it', async () => {
  const second = await again(main);
  await Promise.all([server.ok(visitSample, {}, main), server.ok(visitSample, {}, second)]);
  await server.ok(visitSample, {}, main);
  expect(await sampleOf(main)).toHaveLength(1);
  for (const person of [main, second])
    expect(await server.ok(getSample, {}, person)).toEqual({
      state: 'loading',
      percent: 0,
      visiting: true,
      mayManage: true,
    });
});

test('a job of an older version, which does not say how many days it fills, shows how far it is', async () => {
  const change = (payload: string) =>
    owner(`update graphile_worker._private_jobs set payload = ${payload} where task_id =
      (select id from graphile_worker._private_tasks where identifier = 'demo.fill')`);
  await change(`jsonb_set(payload::jsonb, '{step}', '49') - 'days'`);
  expect(await server.ok(getSample, {}, main)).toMatchObject({ state: 'loading', percent: 50 });
  await change(`payload::jsonb || '{"step": 0, "days": 14}'`);
  expect(await server.ok(getSample, {}, main)).toMatchObject({ state: 'loading', percent: 0 });
});

test('it fills by itself, and shows its own data and none of the visitor’s', { timeout: 240_000 }, async () => {
  // A few days show as much as a fortnight.
  await owner(`update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{days}', '3')
    where payload ->> 'step' = '0'`);
  await server.startWorker();
  await server.until(async () => (await server.ok(getSample, {}, main)).state === 'ready', 220);
  const [id] = await sampleOf(main);
  const { total, rows } = await server.ok(listOrders, {}, main);
  expect(total).toBeGreaterThan(50);
  expect(new Set(rows.map((row) => row.platform))).toEqual(new Set(['amazon', 'shopify']));
  expect(await skus(main)).not.toContain('OWN-1');
  expect(await server.ok(getUserInfoMain, {}, main)).toMatchObject({
    customerId: String(id),
    companyName: '示例公司',
    name: main.userLoginId,
    userLoginId: main.userLoginId,
    sample: true,
    mainAccount: true,
  });
  // Nothing is set up there, and no sample company of it is offered.
  expect(await server.ok(getSetup, {}, main)).toMatchObject({ steps: [], fresh: false, over: true });

  await server.ok(leaveSample, {}, main);
  expect(await skus(main)).toEqual(['OWN-1']);
  expect((await server.ok(listOrders, {}, main)).total).toBe(0);
});

test('every member may visit what is there, and acts in it under the own name', async () => {
  await server.ok(visitSample, {}, clerk);
  expect(await server.ok(getSample, {}, clerk)).toMatchObject({ state: 'ready', visiting: true, mayManage: false });
  await server.ok(addProduct, { sku: 'TRY-1', nameZh: '试试', nameEn: 'Try' }, clerk);
  const [id] = await sampleOf(main);
  expect(await owner(`select company_id as company from product where sku = 'TRY-1'`)).toEqual([{ company: id }]);
  // As at home, its main account looks as a member; leaving ends that as well.
  await server.ok(viewAs, { userLoginId: 'picker' }, clerk);
  expect((await server.ok(getViewing, {}, clerk)).viewing).toMatchObject({ name: '陈师傅', by: clerk.userLoginId });
  expect(refusal(await server.call(removeSample, {}, clerk))).toEqual([403, 'core.onlyViewing']);
  await server.ok(leaveSample, {}, clerk);
  expect(await server.ok(getViewing, {}, clerk)).toMatchObject({ viewing: null });
  expect(await server.ok(getSample, {}, clerk)).toMatchObject({ visiting: false });
});

test('another company’s session stays in its own, whatever its row says', async () => {
  const [id] = await sampleOf(main);
  expect(await server.ok(getSample, {}, other)).toMatchObject({ state: 'none' });
  for (const companyId of [id, main.companyId]) {
    const intruder = await again(other);
    await owner(
      'update session set visiting_company_id = $1 where token_hash = $2',
      companyId,
      hashToken(intruder.token),
    );
    expect(await server.ok(getUserInfoMain, {}, intruder)).toMatchObject({ customerId: String(other.companyId) });
    expect(await skus(intruder)).toEqual([]);
  }
  // Nor does one's own company open that way.
  const oneself = await again(clerk);
  await owner('update session set visiting_company_id = company_id where token_hash = $1', hashToken(oneself.token));
  expect(await server.ok(getUserInfoMain, {}, oneself)).toMatchObject({ mainAccount: false });
});

test('whoever is disabled at home loses it at once', async () => {
  const leaver = await server.member(main.companyId);
  await server.ok(visitSample, {}, leaver);
  expect((await server.ok(listOrders, {}, leaver)).total).toBeGreaterThan(50);
  await server.ok(disableUser, { userLoginId: leaver.userLoginId }, main);
  expect((await server.call(listOrders, {}, leaver)).status).toBe(401);
});

test('what concerns real people, shops and money is refused there, and not at home', async () => {
  const visitor = await again(main);
  await server.ok(visitSample, {}, visitor);
  const inputs = [
    server.call(authorizeShop, { platform: 'shopify', fields: { shopDomain: 'x' } }, visitor),
    server.call(editPasswordWithOriginal, { originalPassword: 'a', password: 'Harbour202620' } as never, visitor),
    server.call(orderPlan, {} as never, visitor),
    server.call(saveOrUpdateUser, {} as never, visitor),
  ];
  for (const answer of await Promise.all(inputs)) expect(refusal(answer)).toEqual([403, 'core.notInSample']);
  expect(refusal(await server.call(saveOrUpdateUser, {} as never, main))).toEqual([400, 'core.badInput']);
  const flagged = calls.filter(({ call }) => call.notInSample).map(({ area, name }) => `${area}.${name}`);
  expect(flagged.sort()).toEqual([
    'channels.authorizeShop',
    'channels.bindShop',
    'channels.sheinAccessToken',
    'channels.temuWarehouseAuthorized',
    'channels.tiktokUsUserAccessToken',
    'channels.tiktokUserAccessToken',
    'company.archiveLink',
    'company.requestArchive',
    'company.updateCompany',
    'company.uploadLicence',
    'developer.addDeveloper',
    'finance.connectReceivingKeys',
    'finance.getBankAccountAuth',
    'finance.getBankAccoutToken',
    'finance.revokeReceiving',
    'identity.disableSecondFactor',
    'identity.editPasswordWithOriginal',
    'identity.editUserPassword',
    'identity.enableSecondFactor',
    'identity.endOtherSessions',
    'identity.endSession',
    'identity.mailPasswordKey',
    'identity.renewRecoveryCodes',
    'identity.resetSecondFactor',
    'identity.saveOrUpdateUser',
    'identity.startSecondFactor',
    'logistics.getAuthUrl',
    'logistics.saveOrUpdateUpsAuth',
    'logistics.saveTracker',
    'plans.orderPlan',
    'plans.payBill',
    'procurement.cancelSourcing',
    'procurement.connectSourcing',
    'procurement.paySourcing',
    'procurement.placeSourcing',
    'procurement.releaseSourcing',
    'wms.saveWmsConnection',
  ]);
});

test('no mail leaves it, and no application of it reaches the provider', async () => {
  const [id = 0] = await sampleOf(main);
  const mail = async (companyId: number, userId: number) => {
    await server.app.database.inCompany(systemContext(companyId, 'test'), (tx) => mailKeyTo(tx, userId, 'password'));
    await server.until(async () => {
      const waiting = await owner(`select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t
        on t.id = j.task_id where t.identifier = 'identity.mailKey'`);
      return waiting.length === 0;
    });
  };
  const [host] = await owner('select id, email from user_account where company_id = $1 and main_account', id);
  await mail(id, Number(host?.id));
  await mail(main.companyId, main.userId);
  const sent = readdirSync(join(server.app.config.dataDir, 'outbox'));
  expect(sent.filter((name) => name.includes('@sample'))).toEqual([]);
  expect(sent.filter((name) => name.includes(main.userLoginId))).toHaveLength(1);
  expect(await owner('select 1 from login where company_id = $1', id)).toEqual([]);

  await owner('update company set provider = true where id = $1', other.companyId);
  for (const company of [id, main.companyId])
    await owner(
      `insert into company_change (company_id, wanted, created_by) values ($1, '{"name": "New"}', 0)`,
      company,
    );
  const { list } = await server.ok(listCompanyChanges, {}, other);
  expect(list.map((row) => row.customerId)).toEqual([String(main.companyId)]);
});

test('removing it sends everybody home and leaves no row of it, and all of the home company’s', {
  timeout: 120_000,
}, async () => {
  const [id = 0] = await sampleOf(main);
  const visitor = await again(clerk);
  await server.ok(visitSample, {}, visitor);
  // What schedules add to every company by the clock is there before.
  await (schedules().find((one) => one.name === 'orders.fillInOnce') ?? expect.fail()).work(server.app);
  await server.app.database.inCompany(systemContext(main.companyId, 'test'), takeMonthly);
  const before = await rowsOf(main.companyId);
  await server.ok(visitSample, {}, main);
  await Promise.all([server.ok(removeSample, {}, main), server.ok(removeSample, {}, await again(main))]);
  expect(await server.ok(getUserInfoMain, {}, main)).toMatchObject({ customerId: String(main.companyId) });
  expect(await server.ok(getSample, {}, visitor)).toMatchObject({ state: 'none', visiting: false });
  await server.until(async () => (await owner('select 1 from company where id = $1', id)).length === 0, 100);
  expect(await rowsOf(id)).toEqual({});
  expect(await owner('select 1 from session where visiting_company_id = $1', id)).toEqual([]);
  expect(await rowsOf(main.companyId)).toEqual(before);
});

test('nobody’s visit for thirty days removes it, a living session keeps it, and so does the home company’s end', async () => {
  const nightly = () => {
    const schedule = schedules().find((one) => one.name === 'company.samples');
    return schedule ? schedule.work(server.app) : expect.fail();
  };
  const removals = () => owner(`select 1 from graphile_worker._private_jobs where key like '%company.samples/each'`);
  /** Its data would only take time. */
  const empty = () => createCompany(server.app, { name: 'Sample', validated: true, sampleOf: other.companyId });
  const id = await empty();
  const stays = async () =>
    (await owner('select extract(day from sample_until - now())::int as days from company where id = $1', id))[0]?.days;
  const longAgo = () => owner(`update company set sample_until = now() - interval '1 minute' where id = $1`, id);
  expect(await stays()).toBe(29);
  await longAgo();
  await server.ok(visitSample, {}, other);
  expect(await sampleOf(other)).toEqual([id]);
  expect(await stays()).toBe(29);
  await nightly();
  await longAgo();
  await nightly();
  expect(await removals()).toEqual([]);
  await server.ok(leaveSample, {}, other);
  await nightly();
  await server.until(async () => (await owner('select 1 from company where id = $1', id)).length === 0);
  expect(await rowsOf(id)).toEqual({});

  const next = await empty();
  await removeCompany(server.app, other.companyId);
  expect(await rowsOf(next)).toEqual({});
  expect(await owner('select 1 from company where id = any($1)', [next, other.companyId])).toEqual([]);
});
