import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buyersDataFile, eraseBuyersData, findBuyersData, listPersonalData } from '@tradewind/contract/orders.ts';
import { listAudit } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../../../areas.ts';
import { companyTables } from '../../../core/database/company-tables.ts';
import { personalData } from '../../../core/personal-data.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { makeOrder, type OrderWorld, openWorld } from '../orders.testing.ts';
import { personalDataDoc } from './doc.testing.ts';

let server: TestServer;
let world: OrderWorld;
const ANN = {
  ...{
    name: 'Ann Example',
    company: '',
    line1: '17 Quiet Lane',
    line2: '',
    city: 'Berlin',
    state: '',
    postalCode: '10115',
  },
  ...{ country: 'DE', phone: '+49 30 1234567' },
};
const annsOrder = (no: string) =>
  makeOrder(no, {
    buyerName: 'Ann Example',
    buyerEmail: 'annie@mail.test',
    buyerNote: 'Ring twice',
    shipTo: ANN,
  } as never);

const rows = async (text: string, values: unknown[] = []) => (await server.app.database.owner.query(text, values)).rows;
const idsFor = async (text: string) =>
  (await server.ok(findBuyersData, { text }, world.main)).orders.map(({ displayNo }) => displayNo);

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 50 });
  await world.take([annsOrder('ANN-1'), annsOrder('ANN-2'), makeOrder('BOB-1')]);
});
afterAll(() => server.close());

test('a person is found by name, mail, phone, address and order number, and only by a main account', async () => {
  for (const text of ['ann example', 'ANNIE@mail.test', '+49 (30) 1234567', 'quiet lane'])
    expect([text, (await idsFor(text)).sort()]).toEqual([text, ['ANN-1', 'ANN-2']]);
  expect(await idsFor('ANN-1')).toEqual(['ANN-1']);
  expect(await idsFor('nobody@example.test')).toEqual([]);
  const { places } = await server.ok(findBuyersData, { text: 'ann example' }, world.main);
  expect(places.map(({ table }) => table)).toEqual(expect.arrayContaining(['sales_order', 'order_term']));
  const clerk = await server.member(world.main.companyId, []);
  for (const answer of [
    await server.call(findBuyersData, { text: 'ann example' }, clerk),
    await server.call(eraseBuyersData, { orderIds: [1] }, clerk),
    await server.call(listPersonalData, {}, clerk),
    await server.call(buyersDataFile, { orderIds: [1] }, clerk),
  ])
    expect(answer.status).toBe(403);
  // Another company finds nothing.
  const other = await server.company('Other');
  expect((await server.ok(findBuyersData, { text: 'ann example' }, other)).orders).toEqual([]);
});

test('their data is handed out whole, and erased: closed orders at once, open ones when they end', async () => {
  const [one, two] = [await world.idOf('ANN-1'), await world.idOf('ANN-2')];
  const file = await server.call(buyersDataFile, { orderIds: [one] }, world.main);
  expect(file.status).toBe(200);
  const handed = file.data as Record<string, unknown[]>;
  expect(handed.sales_order).toEqual([
    expect.objectContaining({ buyer_name: 'Ann Example', buyer_email: 'annie@mail.test', buyer_note: 'Ring twice' }),
  ]);
  await rows(`update sales_order set status = 'delivered', delivered_at = now() where company_id = $1 and id = $2`, [
    world.main.companyId,
    one,
  ]);
  await rows(
    `insert into address_check (company_id, order_id, address_key, carrier, verdict, suggestions, detail, checked_at)
    values ($1, $2, 'k', 'ups', 'valid', '[{"line1": "17 Quiet Lane"}]', '', now())`,
    [world.main.companyId, one],
  );
  const before = await rows(
    'select total_amount, currency, country from sales_order where company_id = $1 and id = $2',
    [world.main.companyId, one],
  );
  expect(await server.ok(eraseBuyersData, { orderIds: [one, two] }, world.main)).toEqual({ erased: 1, later: 1 });
  expect(await idsFor('ann example')).toEqual(['ANN-2']);
  expect((await server.ok(findBuyersData, { text: 'ann example' }, world.main)).orders[0]).toMatchObject({
    over: false,
    requested: true,
  });
  // What the law needs stays.
  expect(
    await rows('select total_amount, currency, country from sales_order where company_id = $1 and id = $2', [
      world.main.companyId,
      one,
    ]),
  ).toEqual(before);
  await everywhereWithout(one, ['Ann Example', 'annie@mail.test', 'Quiet Lane', '1234567', 'Ring twice']);
  const audit = await server.ok(listAudit, {}, world.main);
  const actions = audit.rows.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['orders.buyersDataSearched', 'orders.buyersDataHandedOut', 'orders.buyersDataErased']),
  );
});

/** No row of the database that names this order holds any of these words. */
async function everywhereWithout(orderId: number, words: string[]): Promise<void> {
  const { companyId } = world.main;
  for (const { name, columns } of await companyTables(server.app.database.owner)) {
    const column = name === 'sales_order' ? 'id' : columns.find((one) => one.name === 'order_id')?.name;
    if (!column) continue;
    const found = await rows(
      `select to_jsonb(t)::text as row from "${name}" t where company_id = $1 and ${column} = $2`,
      [companyId, orderId],
    );
    for (const { row } of found)
      for (const word of words) expect([name, word, String(row).includes(word)]).toEqual([name, word, false]);
  }
}

test('every column of text or JSON of a declared table is declared, and no table with names of columns for persons is forgotten', async () => {
  const tables = await companyTables(server.app.database.owner);
  const declared = new Map(personalData().map((entry) => [entry.table, entry]));
  const isText = (type: string) => ['text', 'jsonb', 'text[]', 'json'].includes(type);
  const forgotten = tables.flatMap(({ name, columns }) => {
    const entry = declared.get(name);
    if (!entry) return [];
    const known = [...Object.keys(entry.columns), ...entry.harmless];
    return columns
      .filter(({ name: one, type }) => isText(type) && !known.includes(one))
      .map((one) => `${name}.${one.name}`);
  });
  expect(forgotten).toEqual([]);
  const unknown = [...declared.values()].flatMap(({ table, columns, harmless }) => {
    const there = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
    return [...Object.keys(columns), ...harmless]
      .filter((name) => !there.includes(name))
      .map((name) => `${table}.${name}`);
  });
  expect(unknown).toEqual([]);
  const persons =
    /^(buyer_|ship_to$|e?mail$|phone$|contacts?$|recipient|address$|addressee|user_agent$|wechat$|payee$|counterparty$)/;
  const suspicious = tables
    .filter(({ name }) => !declared.has(name))
    .flatMap(({ name, columns }) =>
      columns.filter((one) => isText(one.type) && persons.test(one.name)).map((one) => `${name}.${one.name}`),
    );
  // A warehouse of Amazon.
  expect(suspicious).toEqual(['fba_part.address']);
});

test('docs/personal-data.md is the declaration', () => {
  const file = join(import.meta.dirname, '../../../../../../docs/personal-data.md');
  if (process.env.WRITE_DOCS) writeFileSync(file, personalDataDoc());
  expect(readFileSync(file, 'utf8')).toBe(personalDataDoc());
});
