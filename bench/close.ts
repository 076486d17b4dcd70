import { performance } from 'node:perf_hooks';
import '../apps/server/src/areas.ts';
import { monthFigures } from '@tradewind/contract/finance/closing.ts';
import { closeMonth, computeMonth, writeFigures } from '../apps/server/src/areas/finance/closing/months.ts';
import { book } from '../apps/server/src/areas/finance/public.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round, timesOf } from './lib.ts';

const CONNECTIONS = 8;
const SHOPS = 20;
const MONTHS = 12;
/** The first is closed with all that lies before it; the second goes on from there. */
const CLOSED = ['2025-11-01', '2025-12-01'];

/**
 * Closing a month of a year's ledger while eight connections book in it without a pause: how long closing takes, how long
 * its figures take after it, and how long a booking waits at most.
 */
export async function close(args: string[]): Promise<Figures> {
  const orders = Number(args[0] ?? 1_000_000);
  const bench = await openBench();
  const { app, ctx } = bench;
  await fill(bench, orders);
  const figures: Figures = { orders };
  const { rows } = await app.database.owner.query('select count(*)::int as lines from ledger_line');
  figures.lines = rows[0].lines;
  for (const [at, month] of CLOSED.entries()) {
    const stop = bookers(bench, month);
    const timed = async (name: string, work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      figures[`${name}${at + 1}Seconds`] = round((performance.now() - start) / 1000, 2);
      log(`${name} ${month} ${figures[`${name}${at + 1}Seconds`]}`);
    };
    await timed('compute', () => app.database.inCompany(ctx, (tx) => computeMonth(tx, month)));
    await timed('close', () => app.database.inCompany(ctx, (tx) => closeMonth(tx, ctx, month)));
    await timed('figures', () => writeFigures(app, ctx));
    const times = await stop();
    figures[`bookings${at + 1}`] = times.length;
    figures[`booking${at + 1}P50Ms`] = round(percentile(times, 0.5));
    figures[`booking${at + 1}MaxMs`] = round(Math.max(...times));
  }
  const client = new Client(await bench.startApi(18_472), bench.token);
  const pages = await timesOf(20, () => client.text(monthFigures, { month: '2025-12' }), 3);
  figures.closedPageP95Ms = round(percentile(pages, 0.95));
  const open = await timesOf(5, () => client.text(monthFigures, { month: '2026-01' }), 1);
  figures.openPageP95Ms = round(percentile(open, 0.95));
  await bench.close();
  return figures;
}

/** Ten lines an order, in three entries, over a year. */
async function fill({ app, companyId }: Bench, orders: number): Promise<void> {
  const { owner } = app.database;
  const kept = await owner.query(
    `select indexdef, indexname from pg_indexes where tablename in ('ledger_entry', 'ledger_line') and indexname not like '%_pk'`,
  );
  for (const { indexname } of kept.rows) await owner.query(`drop index ${indexname}`);
  await owner.query(
    `insert into shop (company_id, platform, name, account, module_id, state)
     select $1, 'ebay', 'Shop ' || n, 'a' || n, 404, 'authorized' from generate_series(1, $2) n`,
    [companyId, SHOPS],
  );
  await owner.query(
    `insert into ledger_entry (company_id, on_day, doc_kind, doc_id, step, order_id, text, debit_base, credit_base, actor)
     select $1, '2025-01-01'::date + (n::bigint * 365 / $2)::int, k.kind, n, k.step, n, k.text, 71, 71, 'fill'
     from generate_series(1, $2::int) n, (values ('sales_order', 'sale', 'sale'), ('sales_order', 'fee:estimate', 'feeEstimate'), ('outbound', 'cost', 'cost')) k(kind, step, text)`,
    [companyId, orders],
  );
  log('entries');
  await owner.query(
    `insert into ledger_line (company_id, entry_id, account, party_kind, party_id, amount, currency, rate, base_amount, shop_id)
     select $1, e.id, l.account, l.party, case l.party when 'shop' then s.id when 'warehouse' then 1 else 0 end, l.amount, 'USD', 7.1, l.amount * 7.1, s.id
     from ledger_entry e
     join (select id, row_number() over (order by id) - 1 as n from shop where company_id = $1) s on s.n = e.doc_id % ${SHOPS}
     join (values ('sale', 'platform_unsettled', 'shop', 12), ('sale', 'sales', '', -10), ('sale', 'shipping_income', '', -3),
       ('sale', 'discount', '', 2), ('sale', 'tax_payable', '', -1), ('sale', 'platform_unsettled', 'shop', 0),
       ('fee:estimate', 'platform_fee', '', 1), ('fee:estimate', 'platform_unsettled', 'shop', -1),
       ('cost', 'goods_cost', '', 4), ('cost', 'stock_value', 'warehouse', -4)) l(step, account, party, amount) on l.step = e.step
     where e.company_id = $1`,
    [companyId],
  );
  log('lines');
  for (const { indexdef } of kept.rows) await owner.query(indexdef);
  await owner.query(
    `insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
     select company_id, account, party_kind, party_id, currency, sum(amount), sum(base_amount) from ledger_line group by 1, 2, 3, 4, 5`,
  );
  await owner.query(
    `insert into finance_period (company_id, month, state, version, changed_at, changed_by)
     select $1, '2025-01-01'::date + make_interval(months => n), case when n < ${MONTHS - 2} then 'closed' else 'open' end, 0, now(), '' from generate_series(0, ${MONTHS - 1}) n`,
    [companyId],
  );
  await owner.query('analyze');
  log('indexes');
}

/** People who book in the month without a pause. @returns ends them; how long each booking took, in milliseconds */
function bookers({ app, ctx }: Bench, month: string): () => Promise<number[]> {
  const times: number[] = [];
  let going = true;
  const plain = { currency: 'CNY', rate: '1' };
  const loops = Array.from({ length: CONNECTIONS }, async (_, who) => {
    for (let n = 0; going; n++) {
      const start = performance.now();
      await app.database.inCompany(ctx, (tx) =>
        book(tx, [
          {
            ...{ docKind: `bench${month}`, docId: n * CONNECTIONS + who + 1, step: 's', onDay: month, text: 'sale' },
            lines: [
              { account: 'bank_fee', amount: '1', ...plain },
              { account: 'cash', amount: '-1', ...plain },
            ],
          },
        ]),
      );
      times.push(performance.now() - start);
    }
  });
  return async () => {
    going = false;
    await Promise.all(loops);
    return times;
  };
}
