import type { Unreadable } from '@tradewind/connectors/capabilities/unreadable.ts';
import {
  type AccountBalance,
  type ReceivingAccount,
  type StatementLeg,
  signed,
} from '@tradewind/connectors/receiving/registry.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { hintCompany } from '../../../core/hints.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { squeezed } from '../banking/formats/statement.ts';
import { takeStatement } from '../banking/ingest.ts';
import { runRules } from '../banking/rules.ts';
import { type Ask, withConnection } from './access.ts';
import { keepUnread, NONE_SET_ASIDE } from './set-aside/keep.ts';
import { type Wallet, walletsOf } from './wallets.ts';

const DAY_MS = 86_400_000;
/** The provider's clock may be ahead of ours. */
const AHEAD_MS = 60_000;

/** A line that a file had first may have another day, by so much. */
const MOVED_DAYS = 40;

interface Reading {
  accounts: ReceivingAccount[];
  /** Around the statement: nothing moved meanwhile where both are the same. */
  before: AccountBalance[];
  after: AccountBalance[];
  legs: StatementLeg[];
  unreadable: Unreadable[];
  from: string;
  to: string;
}

/** Reads the last days of a connection, and further back where it was not read for longer. */
export async function readConnection(app: App, ctx: Ctx, id: number, days: number): Promise<void> {
  const now = ctx.now().getTime();
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ state: string; readUntil: Date | null }>(
      sql`select state, read_until from receiving_connection where company_id = ${sql.company} and id = ${id}`,
    ),
  );
  // Ended since the job was written.
  if (!row || row.state === 'revoked' || row.state === 'expired') return;
  const start = Math.min(now, row.readUntil?.getTime() ?? now) - days * DAY_MS;
  const window = { from: new Date(start).toISOString(), to: new Date(now + AHEAD_MS).toISOString() };
  await withConnection(app, ctx, id, async (ask) => {
    const accounts = await ask((connector, access) => connector.accounts(access));
    const before = await ask((connector, access) => connector.balances(access));
    const lines = await everyPage(ask, window);
    const after = await ask((connector, access) => connector.balances(access));
    await app.database.inCompany(ctx, async (tx) => {
      await keep(tx, id, { accounts, before, after, ...lines, ...window }, new Date(now));
      hintCompany(tx, 'work');
    });
  });
}

async function everyPage(ask: Ask, window: { from: string; to: string }) {
  // The same line may come twice while others arrive; the last one counts.
  const legs = new Map<string, StatementLeg>();
  const unreadable: Unreadable[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask((connector, access) => connector.statement(access, { ...window, cursor }));
    for (const leg of page.legs) legs.set(`${leg.externalTxnId}\n${leg.leg}`, leg);
    unreadable.push(...page.unreadable);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { legs: [...legs.values()], unreadable };
}

async function keep(tx: Tx, id: number, reading: Reading, now: Date): Promise<void> {
  // One at a time: two readings of one connection must not open the same account.
  await tx.rows(sql`select id from receiving_connection where company_id = ${sql.company} and id = ${id} for update`);
  const { accounts, after, legs, unreadable, from, to } = reading;
  const currencies = [...after, ...legs].map(({ currency }) => currency);
  const wallets = await walletsOf(tx, id, accounts, [...new Set(currencies)]);
  await keepLegs(tx, id, legs);
  await keepUnread(tx, id, new Date(from), unreadable);
  for (const wallet of wallets) {
    const balance = after.find(({ currency }) => currency === wallet.currency);
    const settled = reading.before.find(({ currency }) => currency === wallet.currency)?.total === balance?.total;
    if (balance) await keepBalance(tx, id, wallet, balance, settled);
    await takeLines(tx, id, wallet, { from, to, closing: settled ? (balance?.total ?? null) : null });
  }
  await tx.rows(sql`update receiving_connection set state = case when state = 'error' then 'active' else state end,
      last_error = null, read_until = greatest(read_until, ${now}) where company_id = ${sql.company} and id = ${id}`);
}

async function keepLegs(tx: Tx, id: number, legs: readonly StatementLeg[]): Promise<void> {
  for (const some of setsOf(legs, 1_000)) {
    const rows = some.map((leg) => ({
      ...{ txn: leg.externalTxnId, leg: leg.leg, at: leg.at, value_day: leg.valueDate ?? null, amount: signed(leg) },
      ...{ currency: leg.currency, kind: leg.kind, raw_kind: leg.rawKind, state: leg.status },
      ...{ counterparty: squeezed(leg.counterparty ?? ''), reference: squeezed(leg.reference ?? '') },
      balance_after: leg.balanceAfter ?? null,
    }));
    await tx.rows(sql`
      insert into receiving_leg as l (company_id, connection_id, external_txn_id, leg, at, on_day, value_day, amount, currency, kind,
        raw_kind, state, counterparty, reference, balance_after, changed_at)
      select ${sql.company}, ${id}, r.txn, r.leg, r.at, ${dayOf(sql`r.at`)}, r.value_day, r.amount, r.currency, r.kind,
        r.raw_kind, r.state, r.counterparty, r.reference, r.balance_after, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(txn text, leg text, at timestamptz, value_day date, amount numeric,
        currency text, kind text, raw_kind text, state text, counterparty text, reference text, balance_after numeric)
      on conflict (company_id, connection_id, external_txn_id, leg) do update set state = excluded.state, amount = excluded.amount,
        value_day = excluded.value_day, balance_after = excluded.balance_after, changed_at = excluded.changed_at
      where l.state <> excluded.state or l.amount <> excluded.amount`);
  }
}

/**
 * Opening + lines that succeeded = what the provider says; else somebody has to explain it. Nothing is booked for it. While a
 * line is set aside nobody knows the opening yet.
 */
async function keepBalance(
  tx: Tx,
  id: number,
  wallet: Wallet,
  balance: AccountBalance,
  settled: boolean,
): Promise<void> {
  const { available, pending = null, frozen = null, total, asOf } = balance;
  await tx.rows(sql`
    with s as (select coalesce(sum(amount), 0) as moved, ${NONE_SET_ASIDE(id)} as whole from receiving_leg
      where company_id = ${sql.company} and connection_id = ${id} and currency = ${wallet.currency} and state = 'SUCCESS')
    update receiving_account a set available = ${available}::numeric, pending = ${pending}::numeric, frozen = ${frozen}::numeric,
      total = ${total}::numeric, as_of = ${asOf}::timestamptz,
      opening = case when a.opening is null and ${settled} and s.whole then ${total}::numeric - s.moved else a.opening end,
      gap = case when ${settled} then coalesce(${total}::numeric - s.moved - a.opening, case when s.whole then 0 end) else a.gap end
    from s where a.company_id = ${sql.company} and a.id = ${wallet.id}`);
}

/** What succeeded becomes lines of the bank statement. What was taken back is shown there, and stays booked. */
async function takeLines(
  tx: Tx,
  id: number,
  wallet: Wallet,
  { from, to, closing }: { from: string; to: string; closing: string | null },
): Promise<void> {
  const key = sql`${`${id}:`}::text || l.external_txn_id || ':' || l.leg`;
  const within = sql`l.company_id = ${sql.company} and l.connection_id = ${id} and l.currency = ${wallet.currency}
    and l.at >= ${from}::timestamptz and l.at < ${to}::timestamptz and l.amount <> 0`;
  const lines = await tx.rows<{
    externalId: string;
    onDay: string;
    valueDay: string | null;
    amount: string;
    counterparty: string;
    reference: string;
    balanceAfter: string | null;
  }>(sql`select ${key} as external_id, l.on_day::text as on_day, l.value_day::text as value_day, l.amount::text as amount,
      l.counterparty, case when l.reference = '' then l.raw_kind else l.reference end as reference, l.balance_after::text as balance_after
    from receiving_leg l where ${within} and l.state = 'SUCCESS' order by l.at, l.id`);
  if (lines.length > 0) {
    const taken = await takeStatement(tx, { id: wallet.moneyAccountId, currency: wallet.currency }, 'api', {
      ...{ account: '', currency: wallet.currency, reference: '', opening: null, closing },
      ...{ fromDay: lines[0]?.onDay ?? null, toDay: lines.at(-1)?.onDay ?? null },
      lines: lines.map((line, at) => ({ ...line, line: at + 1, currency: wallet.currency })),
    });
    await runRules(tx, taken.lineIds);
  }
  await tx.rows(sql`update bank_line b set reversed = r.reversed from (
      select ${key} as key, l.state in ('REVERSED', 'FAILED') as reversed from receiving_leg l where ${within}) r
    where b.company_id = ${sql.company} and b.account_id = ${wallet.moneyAccountId} and b.on_day >= ${dayOf(sql`${from}`)} - ${sql.literal(MOVED_DAYS)} and b.external_ids ->> 'api' = r.key
      and b.reversed <> r.reversed`);
}
