import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { explained, fillBig } from '../../../testing/explain.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import '../public.ts';
import { ageingPage } from './ageing.queries.ts';
import { balancePage } from './balances.queries.ts';
import { balanceEntry, balanceLines } from './lines.queries.ts';
import { costFees } from './statements/costs.ts';
import { statementLines, statements } from './statements/lists.ts';

/** Two lines each, a hundred a day: a shop's debt of a carrier's label. */
const ENTRIES = 500_000;
const A_DAY = 1_000;
const PARTIES = 50;
const BIG = ['ledger_entry', 'ledger_line', 'wms_fee', 'provider_statement_line'];
/** The lines of a page, of its entry, or of the days that a filter names; ageing reads those of its accounts. */
const PAGE = 1_000;
const COUNTED = 12_000;

let server: TestServer;
let ctx: Ctx;
let statementId = 0;
beforeAll(async () => {
  server = await ownServer();
  const main = await server.company();
  ctx = main.ctx;
  const { owner } = server.app.database;
  const of = [main.companyId];
  await fillBig(owner, BIG, async () => {
    await owner.query(
      `insert into ledger_entry (company_id, on_day, doc_kind, doc_id, step, text, debit_base, credit_base, actor)
       select $1, current_date - (${ENTRIES} - n) / ${A_DAY}, 'test', n, 's', 'sale', 1, 1, 'a' from generate_series(1, ${ENTRIES}) n`,
      of,
    );
    await owner.query(
      `insert into ledger_line (company_id, entry_id, account, party_kind, party_id, amount, currency, rate, base_amount)
       select e.company_id, e.id, l.account, l.kind, 1 + e.doc_id % ${PARTIES}, l.amount, 'CNY', 1, l.amount from ledger_entry e,
         (values ('platform_unsettled', 'shop', 1), ('carrier_payable', 'carrier_account', -1)) l(account, kind, amount)
       where e.company_id = $1 order by e.id`,
      of,
    );
    await owner.query(
      `insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
       select company_id, account, party_kind, party_id, currency, sum(amount), sum(base_amount) from ledger_line
       where company_id = $1 group by 1, 2, 3, 4, 5`,
      of,
    );
    await owner.query(
      `with n as (insert into wms_connection (company_id, provider, name, keys, push_token, created_at)
         values ($1, 'zipto', 'Zipto', '', 't', now()) returning id)
       insert into wms_fee (company_id, connection_id, fee_id, at, ref_type, fee_type, direction, amount, currency)
       select $1, n.id, 'F' || g, now() - (100000 - g) * interval '1 minute', 'other', 'FREIGHT', 'charge', 1, 'CNY' from n, generate_series(1, 100000) g`,
      of,
    );
    const { rows } = await owner.query(
      `with w as (insert into warehouse (company_id, code, name, kind, address) values ($1, 'W1', 'Main', 'overseas', '{}') returning id),
         i as (insert into bill_issuer (company_id, name, currency, tolerance_percent, tolerance_amount, claim_days)
           values ($1, '3PL', 'CNY', 0, 0, 30) returning id)
       insert into provider_statement (company_id, number, issuer_id, warehouse_id, currency, billed_on, from_day, to_day, tolerance_percent,
         tolerance_amount, file_name, file_key, file_hash, line_count, amount, created_by, created_at)
       select $1, 'S-' || g, i.id, w.id, 'CNY', '2026-11-01', '2026-11-01', '2026-11-30', 0, 0, '', '', g::text, 100, 1, 'a', now()
       from w, i, generate_series(1, 1000) g returning id`,
      of,
    );
    statementId = Number(rows.at(-1)?.id);
    await owner.query(
      `insert into provider_statement_line (company_id, statement_id, line, tracking_number, reference, fee_type, day, amount)
       select company_id, id, g, 'T' || id || '-' || g, 'R', 'FREIGHT', '2026-11-01', 1 from provider_statement, generate_series(1, 100) g
       where company_id = $1`,
      of,
    );
  });
});
afterAll(() => server.close());

const page = { page: 1, pageSize: 50 };
const shop = { party: 'shop', partyId: 7, account: 'platform_unsettled', currency: 'CNY' } as const;
const month = { from: new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10) };

it.each<[what: string, touched: number, work: (tx: Tx) => Promise<unknown>]>([
  ['all balances', PAGE, (tx) => balancePage(tx, ctx, page)],
  ['the last lines of a party', COUNTED, (tx) => balanceLines(tx, ctx, { ...shop, ...page })],
  ['the tenth page of them', COUNTED, (tx) => balanceLines(tx, ctx, { ...shop, page: 10, pageSize: 50 })],
  ['an entry', PAGE, (tx) => balanceEntry(tx, ctx, 400_000)],
  ['changes of a week', 3 * 8 * A_DAY, (tx) => balancePage(tx, ctx, { ...page, ...month })],
  ['a party in a week', 4 * (ENTRIES / PARTIES), (tx) => balanceLines(tx, ctx, { ...shop, ...page, ...month })],
  ['ageing', ENTRIES + 1, (tx) => ageingPage(tx, ctx, { side: 'payable', ...page })],
  ['statements', PAGE, (tx) => statements.page(tx, page)],
  ['lines of a statement', PAGE, (tx) => statementLines.page(tx, { statementId, ...page })],
  ['fees of a day', COUNTED, (tx) => costFees(tx, { from: month.from, ...page })],
])('%s are read by an index among a million lines', async (_what, touched, work) => {
  expect(await explained(server.app.database, ctx, work, { big: BIG, touched })).toEqual([]);
});
