import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Outside, openOutside } from '../../areas/channels/testing/sandbox.ts';
import { openBusyWorld } from '../../areas/integrity/integrity.testing.ts';
import type { Person } from '../../testing/harness.ts';
import { runs, SEED } from '../../testing/property.ts';
import { Dice, type Ids, type Known } from './fuzz.testing.ts';
import { type Asker, Fuzz, memory } from './fuzz-run.testing.ts';
import { rowsOf } from './matrix.testing.ts';

/** How many requests of inputs that nobody means: some for each call, very many in a soak run. */
const REQUESTS = Number(process.env.TEST_FUZZ ?? runs(3 * calls.length, 150_000));
const LONGEST_MS = runs(300_000, 4 * 3_600_000);
/** Stands in every text of the first company that its owner alone may read. */
const SECRET = 'OTHERS-7Q';

let outside: Outside;
let fuzz: Fuzz;
let owner: Asker;
let others: Asker[];

beforeAll(async () => {
  outside = await openOutside();
  const { server } = outside;
  const first: Person = (await openBusyWorld(server)).main;
  const second: Person = (await openBusyWorld(server)).main;
  await hide(first.companyId);
  const [ids, othersIds] = [await idsOf(first.companyId), await idsOf(second.companyId)];
  const member = await server.member(second.companyId);
  const hidden = [SECRET, first.userLoginId];
  const known = async (own: Ids, foreign: Ids, companyId?: number): Promise<Known> => ({
    ids: own,
    othersIds: foreign,
    texts: companyId === undefined ? [] : await textsOf(companyId),
  });
  owner = { who: 'owner', person: first, known: await known(ids, othersIds, first.companyId), hidden: [] };
  const outsider = await known(othersIds, ids, second.companyId);
  others = [
    ...[1, 2, 3].map(() => ({ who: 'another company', person: second, known: outsider, hidden })),
    { who: 'a member without rights', person: member, known: outsider, hidden },
    { who: 'a stranger', person: undefined, known: await known(ids, othersIds), hidden },
  ];
  fuzz = new Fuzz(server, new Dice(SEED));
});
afterAll(() => outside.close());

const rows = async <T extends object>(text: string, companyId: number): Promise<T[]> =>
  (await outside.server.app.database.owner.query(text, [companyId])).rows as T[];

async function hide(companyId: number): Promise<void> {
  for (const [table, columns] of [
    ['shop', ['name']],
    ['warehouse', ['name']],
    ['product', ['name_zh', 'name_en']],
    ['sales_order', ['display_no', 'buyer_name', 'buyer_email']],
    ['order_line', ['title']],
    ['user_account', ['name', 'email']],
  ] as const)
    await rows(
      `update ${table} set ${columns.map((column) => `${column} = '${SECRET} ' || ${column}`)} where company_id = $1`,
      companyId,
    );
}

/** Ids of all tables that have any. */
async function idsOf(companyId: number): Promise<Ids> {
  const tables = await rows<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.columns i
       on i.table_schema = c.table_schema and i.table_name = c.table_name and i.column_name = 'id' and i.data_type = 'bigint'
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.column_name = 'company_id' and $1::int is not null order by 1`,
    companyId,
  );
  const ids = new Map<string, number[]>();
  for (const { name } of tables) {
    const found = await rows<{ id: number }>(
      `select id from ${name} where company_id = $1 order by id limit 12`,
      companyId,
    );
    if (found.length > 0)
      ids.set(
        name,
        found.map(({ id }) => id),
      );
  }
  return ids;
}

const textsOf = async (companyId: number): Promise<string[]> =>
  (
    await rows<{ text: string }>(
      `select sku as text from product where company_id = $1 union select platform_order_no from sales_order where company_id = $1
       union select user_login_id from user_account where company_id = $1 union select number from outbound where company_id = $1
       union select code from location where company_id = $1 union select tracking_number from parcel where company_id = $1 order by 1`,
      companyId,
    )
  ).flatMap(({ text }) => (text ? [text] : []));

const say = (words: string) => process.stdout.write(`${words}\n`);

it(
  `${REQUESTS} inputs that nobody means: no answer is an error of ours, and no row of another company comes back`,
  async () => {
    // Collecting all garbage takes seconds, for figures that only a long run shows.
    const weighed = () => (process.env.TEST_SOAK || process.env.TEST_FUZZ ? memory() : undefined);
    const before = weighed();
    const companyId = owner.person?.companyId ?? 0;
    const its = await rowsOf(outside.server.app.database.owner, companyId);
    await fuzz.run(others, Math.floor(REQUESTS / 3));
    const still = await rowsOf(outside.server.app.database.owner, companyId);
    const middle = weighed();
    await fuzz.run([owner], Math.ceil((2 * REQUESTS) / 3));
    const { findings } = fuzz;
    const after = weighed();
    if (process.env.TEST_SOAK || process.env.TEST_FUZZ || findings.wrong.size > 0)
      say(`seed ${SEED}: ${findings.told()}\nmemory in MB: ${JSON.stringify({ before, middle, after })}`);
    expect([...findings.wrong.keys()].sort()).toEqual([]);
    expect(still).toEqual(its);
    expect((await fetch(`${outside.server.url}/api/health`)).status).toBe(200);
    // Inputs that are all refused at the door would prove little.
    expect(findings.worked.size).toBeGreaterThan(calls.length / 4);
  },
  LONGEST_MS,
);
