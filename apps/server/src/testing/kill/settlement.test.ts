import { afterAll, expect, it } from 'vitest';
import { takeSettlementLines } from '../../areas/channels/public.ts';
import { readConfig } from '../../core/config.ts';
import { systemContext } from '../../core/context.ts';
import { joinApp, type OpenApp, openApp } from '../../core/start.ts';
import { brokenChecks } from '../checks.ts';
import { until } from '../harness.ts';
import { runs } from '../property.ts';
import { freePort, Program } from './program.ts';
import { makeSettlementWorld, pagesOf, type SettlementWorld } from './settlement-world.ts';

type Page = ReturnType<typeof pagesOf>[number];

const KILLS = runs(2, 40);
const ORDERS = runs(400, 20_000);
const SECONDS = runs(240, 1200);

let stop: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
});

async function join(world: SettlementWorld): Promise<OpenApp> {
  const joined = await joinApp(readConfig(world.env));
  if (!joined) throw new Error('no database runs on this data folder');
  return joined;
}
/** How many lines are booked, of one order or of all. */
const countBooked = async ({ app }: OpenApp, companyId: number, orderNo?: string): Promise<number> => {
  const { rows } = await app.database.owner.query<{ n: number }>(
    `select count(*)::int as n from settlement_booking b join settlement_line l on l.company_id = $1 and l.id = b.line_id
     where b.company_id = $1 and ($2::text is null or l.platform_order_no = $2)`,
    [companyId, orderNo],
  );
  return rows[0]?.n ?? 0;
};

/**
 * Lists these pages and kills the program in the middle of booking the first of them: one of its last entries is held by
 * somebody else, so its transaction has written the others and waits. @returns how many lines of that order were booked
 */
async function killWhileBooking(program: Program, world: SettlementWorld, pages: readonly Page[]): Promise<number> {
  const joined = await join(world);
  const { app } = joined;
  const orderNo = pages[0]?.at(-1)?.platformOrderNo;
  const holder = await app.database.owner.connect();
  holder.on('error', () => {});
  try {
    await holder.query('begin');
    await holder.query(
      `insert into ledger_entry (company_id, on_day, doc_kind, doc_id, step, text, debit_base, credit_base, actor)
       select company_id, '2026-11-20', 'sales_order', id, 'fee:estimate:reversed', 'held', 0, 0, 'test'
       from sales_order where company_id = $1 and platform_order_no = $2`,
      [world.companyId, orderNo],
    );
    for (const page of pages)
      await app.database.inCompany(systemContext(world.companyId, 'test'), (tx) =>
        takeSettlementLines(tx, world.shopId, page),
      );
    await until(async () => {
      const waiting = await app.database.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%ledger_entry%'`,
      );
      return waiting.rowCount !== 0;
    }, SECONDS);
    const booked = await countBooked(joined, world.companyId, orderNo);
    await program.kill();
    return booked;
  } finally {
    holder.release(true);
    await joined.close();
  }
}

/** What the books of a company say, without ids: accounts, orders, lines, and how often each was booked. */
async function books({ app }: OpenApp, companyId: number): Promise<unknown[]> {
  const { rows } = await app.database.owner.query(
    `select 'account' as what, concat_ws('/', l.account, l.currency) as about, concat_ws('/', count(*), sum(l.amount), sum(l.base_amount)) as value
       from ledger_line l where l.company_id = $1 group by l.account, l.currency
     union all select 'balance', concat_ws('/', account, party_kind, currency), concat_ws('/', sum(amount), sum(base_amount))
       from ledger_balance where company_id = $1 group by account, party_kind, currency
     union all select 'order', o.platform_order_no, concat_ws('/', p.goods, p.shipping, p.platform_fee, p.fee_estimate, p.unsettled, p.profit, p.fee_state)
       from order_profit p join sales_order o on o.company_id = $1 and o.id = p.order_id where p.company_id = $1
     union all select 'line', l.reference, concat_ws('/', b.account, b.generation, (select count(*) from ledger_entry e
         where e.company_id = $1 and e.doc_kind = 'settlement_line' and e.doc_id = l.id))
       from settlement_line l left join settlement_booking b on b.company_id = $1 and b.line_id = l.id where l.company_id = $1
     union all select 'settlement', h.number, concat_ws('/', h.currency, h.lines, h.amount)
       from settlement h where h.company_id = $1
     order by 1, 2`,
    [companyId],
  );
  return rows;
}

it(
  `${KILLS} kills in the middle of booking ${ORDERS * 5} lines of a settlement: each is booked once, and the books are those without a kill`,
  async () => {
    const world = await makeSettlementWorld(await freePort(), ORDERS);
    const program = new Program(world.env);
    stop.push(() => program.stop());
    const pages = pagesOf(ORDERS);
    const share = (kill: number) => Math.floor((pages.length * kill) / KILLS);
    for (let kill = 0; kill < KILLS; kill++) {
      await program.start();
      expect(await killWhileBooking(program, world, pages.slice(share(kill), share(kill + 1)))).toBe(0);
    }
    await program.start();
    const joined = await join(world);
    await until(async () => {
      const { rows } = await joined.app.database.owner.query<{ n: number }>(
        `select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier like '%settlementsTaken%' and j.attempts < j.max_attempts`,
      );
      return rows[0]?.n === 0 && (await countBooked(joined, world.companyId)) === ORDERS * 5;
    }, SECONDS);
    await joined.close();
    await program.stop();

    const opened = await openApp(readConfig(world.env));
    try {
      const [killed, unharmed] = [await books(opened, world.companyId), await books(opened, world.unharmedId)];
      expect(unharmed.length).toBeGreaterThan(ORDERS * 6);
      expect(killed).toEqual(unharmed);
      for (const companyId of [world.companyId, world.unharmedId])
        expect(await brokenChecks(opened.app, companyId)).toEqual([]);
    } finally {
      await opened.close();
    }
  },
  runs(10, 60) * 60_000,
);
