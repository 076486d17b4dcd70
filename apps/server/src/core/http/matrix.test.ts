import { BASE_PERMISSIONS } from '@tradewind/contract/access.ts';
import { type Call, isReading } from '@tradewind/contract/call.ts';
import { leaveSample, visitSample } from '@tradewind/contract/company.ts';
import { logout } from '@tradewind/contract/identity.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { saveWholesale, saveWholesaleCustomer } from '@tradewind/contract/wholesale.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBusyWorld } from '../../areas/integrity/integrity.testing.ts';
import { type Answer, callOver, ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { leaves, rowsOf, sampleInput, uploadOf } from './matrix.testing.ts';

/** Refused to a member who has the right, on purpose. A call that comes here has to say why. */
const MORE_THAN_A_RIGHT = new Map<string, string>([
  ['company.requestArchive', 'only main accounts take everything out'],
  ['company.archiveLink', 'only main accounts take everything out'],
  ['orders.findBuyersData', 'only main accounts find, hand out and erase personal data'],
  ['orders.buyersDataFile', 'only main accounts find, hand out and erase personal data'],
  ['orders.eraseBuyersData', 'only main accounts find, hand out and erase personal data'],
  ['orders.listPersonalData', 'only main accounts find, hand out and erase personal data'],
  ['company.removeSample', 'only main accounts remove the sample company'],
  ['company.visitSample', 'only main accounts make the sample company'],
  ['access.viewAs', 'only main accounts look as a member'],
  ['reports.saveFileDays', 'only main accounts say how long files are kept'],
  ['identity.saveOrUpdateUser', 'the first account is the main account, which only main accounts touch'],
]);

/** Refuse by repeating the username that they were given. */
const ECHO = new Set(['identity.userAccountDel', 'messages.sendNewMessage']);

const named = calls.map(({ area, name, call }) => ({ key: `${area}.${name}`, area, call }));
const signedIn = named.filter(({ call }) => call.access !== 'public' && call !== logout && !call.stream);
const requested = signedIn.filter(({ call }) => call.method === 'GET' && !call.download);
const rights = [...new Set(named.flatMap(({ call }) => (Array.isArray(call.access) ? [...call.access] : [])))];
const SECRETS = { shop: 'SECRET-SHOP', server: 'SECRET-HOUSE', order: 'IN-WAVE' };

let server: TestServer;
let main: Person;
let stranger: Person;
let without: Person;
const owner = () => server.app.database.owner;

beforeAll(async () => {
  server = await ownServer();
  const world = await openBusyWorld(server);
  main = world.main;
  await addWholesale(server, main);
  await owner().query(`update shop set name = $2 where company_id = $1`, [main.companyId, SECRETS.shop]);
  await owner().query(`update warehouse set name = $2 where company_id = $1`, [main.companyId, SECRETS.server]);
  stranger = await server.company('Somebody else');
  without = await server.member(main.companyId);
});
afterAll(() => server.close());

/** A 2B customer and a quotation for them: who buys is a person here, too. */
async function addWholesale(server: TestServer, as: Person): Promise<void> {
  const { rows } = await owner().query(`select id from product where company_id = $1 order by id limit 1`, [
    as.companyId,
  ]);
  const address = { name: 'Ann Buyer', line1: '1 Elm St', city: 'Austin', postalCode: '78701', country: 'US' };
  const contacts = [{ name: 'Ann Buyer', email: 'ann@example.test', phone: '555' }];
  const customer = { name: 'Elm Trading', currency: 'USD', address, contacts };
  const { id: customerId } = await server.ok(saveWholesaleCustomer, customer, as);
  const lines = [{ productId: rows[0].id, quantity: 1, unitPrice: '5' }];
  await server.ok(saveWholesale, { customerId, lines }, as);
}

/** With everything that a member can have but places, before their first call. */
async function memberWithAll(more: { base: boolean; places: boolean }): Promise<Person> {
  const member = await server.member(main.companyId, rights);
  const values = [main.companyId, member.userId];
  if (more.base)
    for (const permission of BASE_PERMISSIONS)
      await owner().query('insert into user_base_permission values ($1, $2, $3)', [...values, permission]);
  if (more.places)
    await owner().query(
      `insert into user_scope (company_id, user_id, kind, target_id)
       select company_id, $2::bigint, 'shop', id from shop where company_id = $1
       union all select company_id, $2::bigint, 'warehouse', id from warehouse where company_id = $1`,
      values,
    );
  return member;
}

/** Texts that calls take, so that it is the rows that are not found and not the form that is wrong. */
const known = () => ({
  userLoginId: without.userLoginId,
  userLoginIds: without.userLoginId,
  receivers: without.userLoginId,
  password: 'Harbour202620',
  untilAt: '2100-01-01T00:00:00Z',
  timeZone: 'Asia/Shanghai',
  zootId: 'product.unit',
  country: 'US',
  accountNumber: 'A1B2C3',
});

async function send(call: Call, as: Person | undefined, input = sampleInput(call, known())) {
  if (call.upload) return upload(call, as, input);
  const answer = await callOver(server.url, call, input, as?.token);
  // Whatever they call next, they call in their own company.
  if (call === visitSample && as) await server.ok(leaveSample, {}, as);
  return answer;
}

async function upload(call: Call, as: Person | undefined, input: Record<string, unknown>): Promise<Answer<unknown>> {
  const headers: Record<string, string> = as ? { token: as.token } : {};
  const body = uploadOf(call.upload?.kinds[0], input);
  const response = await fetch(`${server.url}/api${call.path}`, { method: call.method, headers, body });
  const answered = (await response.json()) as { code: number; msg: string; data: unknown };
  return { status: response.status, ...answered, headers: response.headers };
}

describe('every call, by who makes it', () => {
  it.each(signedIn)('$key: a stranger is nobody', async ({ call }) => {
    expect(await send(call, undefined)).toMatchObject({ status: 401, code: 10086 });
  });

  it.each(signedIn)('$key: a member without the right is refused before the input is read', async ({ call }) => {
    const { status } = await send(call, without, {});
    if (call.access === 'user') expect([200, 400, 403, 404, 409, 422]).toContain(status);
    else expect(status).toBe(403);
  });

  /** Of a call its guard knows these alone: calls with the same ones stand for each other, and each has its turn. */
  const groups = [
    ...Map.groupBy(
      named.filter(({ call }) => Array.isArray(call.access)),
      ({ call }) => String(call.access),
    ).values(),
  ];

  it('a member with any one of its rights is let in, and by nothing beside it', async () => {
    const members = new Map<string, Person>();
    for (const right of rights) members.set(right, await server.member(main.companyId, [right]));
    const wrong: string[] = [];
    for (const group of groups) {
      const access: readonly string[] = group
        .flatMap(({ call }) => call.access)
        .filter((one) => typeof one === 'string');
      const moduleOf = (right: string) => right.split(':')[0] ?? '';
      const modules = new Set(access.map(moduleOf));
      const letsIn = (right: string) => access.includes(right) || access.includes(moduleOf(right));
      // Calls of other modules refuse whoever has none of theirs: seen above.
      const near = rights.filter((right) => modules.has(moduleOf(right)));
      for (const [those, expected] of [
        [near.filter(letsIn), 400],
        [near.filter((right) => !letsIn(right)), 403],
      ] as const)
        for (let turn = 0; turn < Math.max(those.length, group.length) && those.length > 0; turn++) {
          const { key, call } = group[turn % group.length] as (typeof group)[number];
          const right = those[turn % those.length] as string;
          const { status } = await send(call, members.get(right), { notAFieldOfIt: '1' });
          if (status !== expected) wrong.push(`${key} with ${right}: ${status}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  it('the main account of another company finds nothing of this one and changes nothing of it', async () => {
    const before = await rowsOf(owner(), main.companyId);
    const wrong: string[] = [];
    for (const { key, call } of signedIn) {
      const answer = await send(call, stranger);
      // 503: what an outside service did not answer.
      if (answer.status === 401 || (answer.status >= 500 && answer.status !== 503))
        wrong.push(`${key}: ${answer.status} ${answer.msg}`);
      const said = JSON.stringify(answer.data ?? '');
      const logins = ECHO.has(key) ? [] : [without.userLoginId];
      for (const secret of [...Object.values(SECRETS), main.userLoginId, ...logins])
        if (said.includes(secret)) wrong.push(`${key} tells ${secret}`);
    }
    expect(wrong).toEqual([]);
    expect(await rowsOf(owner(), main.companyId)).toEqual(before);
  });
});

describe('data scope and masks, over all calls that answer with data', () => {
  it('a member with every module and no shop or warehouse finds no row of theirs', async () => {
    const blind = await memberWithAll({ base: true, places: false });
    const found: string[] = [];
    let visibleToMain = 0;
    for (const { key, call } of requested) {
      const said = JSON.stringify((await send(call, blind)).data ?? '');
      for (const secret of Object.values(SECRETS)) if (said.includes(secret)) found.push(`${key} tells ${secret}`);
      const all = JSON.stringify((await send(call, main)).data ?? '');
      if (Object.values(SECRETS).some((secret) => all.includes(secret))) visibleToMain++;
    }
    expect(found).toEqual([]);
    expect(visibleToMain).toBeGreaterThan(10);
  });

  it('a member without seeCost and seeBuyer finds neither', async () => {
    const masked = await memberWithAll({ base: false, places: true });
    const BUYER = /Ann Buyer|1 Elm St|ann@example/;
    const found: string[] = [];
    let costs = 0;
    const buyers: string[] = [];
    for (const { key, call } of requested) {
      const answer = await send(call, masked);
      if (BUYER.test(JSON.stringify(answer.data ?? ''))) found.push(`${key} tells the buyer`);
      found.push(...costsIn(answer.data).map((path) => `${key} ${path}`));
      const all = (await send(call, main)).data;
      costs += costsIn(all).length;
      if (BUYER.test(JSON.stringify(all ?? ''))) buyers.push(key);
    }
    expect([...new Set(found)]).toEqual([]);
    expect(costs).toBeGreaterThan(0);
    expect(buyers).toEqual(
      expect.arrayContaining(['orders.getOrder', 'wholesale.listWholesaleCustomers', 'wholesale.getWholesale']),
    );
  });
});

describe('calls that only read', () => {
  it('also give pages far behind the last row', async () => {
    const paged = requested.flatMap(({ key, call }) => {
      const input = { ...sampleInput(call, known()), page: 900 };
      return call.input.safeParse(input).success ? [{ key, call, input }] : [];
    });
    const failed: string[] = [];
    for (const { key, call, input } of paged) {
      const { status, msg } = await send(call, main, input);
      if (status >= 500) failed.push(`${key}: ${msg}`);
    }
    expect(failed).toEqual([]);
    expect(paged.length).toBeGreaterThan(40);
  });

  it('write nothing: their transaction would refuse it', async () => {
    const failed: string[] = [];
    for (const { key, call } of signedIn.filter((one) => isReading(one.call) && !one.call.download)) {
      const { status, msg } = await send(call, main);
      if (status === 500) failed.push(`${key}: ${msg}`);
    }
    expect(failed).toEqual([]);
  });
});

const costsIn = (data: unknown): string[] =>
  leaves(data)
    .filter(([path, value]) => /(cost|profit|margin)/i.test(path.split('.').at(-1) ?? '') && Number(value) > 0)
    .map(([path, value]) => `${path}=${value}`);

describe('what needs more than a right', () => {
  it('a member with every right is refused by nothing but what is written down', async () => {
    const all = await memberWithAll({ base: true, places: true });
    const refused: string[] = [];
    for (const { key, call } of signedIn) {
      const { status } = await send(call, all);
      if (status === 403 && !MORE_THAN_A_RIGHT.has(key)) refused.push(key);
      if (status !== 403 && MORE_THAN_A_RIGHT.has(key)) refused.push(`${key} is not refused: ${status}`);
    }
    expect(refused).toEqual([]);
  });
});
