import { defineAction, writeAudit } from '../../../../core/audit.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { updateRows } from '../../../../core/database/write.ts';
import { setsOf } from '../../../../core/import-sheet.ts';
import { Decimal, money, toBase } from '../../../../core/money.ts';
import { companyOf, localDay } from '../../../company/public.ts';
import { rateKey, ratesOn } from '../../../settings/public.ts';
import { correctPrepaid } from '../../../warehouse/public.ts';
import { bookPrepaid } from '../../bookings/prepaid.ts';
import { book, reverse } from '../../ledger/book.ts';
import type { Entry } from '../../ledger/entry.ts';
import type { providerStatementLine } from '../balances.tables.ts';
import { lockStatement, noteMove, type Statement } from './documents.ts';

const deleted = defineAction('finance.statementDeleted', ['删除第三方仓对账单', '3PL statement deleted']);
const DOC = 'provider_statement_line';
const SET = 2_000;

interface Line {
  id: number;
  line: number;
  day: string;
  difference: string;
  outboundId: number | null;
  orderId: number | null;
  shopId: number | null;
}
/** What the books lack of a line: the whole of it where ours has nothing of it. */
export const DIFFERENCE = sql`(case l.result when 'duplicate' then l.amount when 'matched' then 0
  else coalesce(l.amount, 0) - coalesce(l.ours, 0) end)`;
const step = (round: number) => `difference:${round}`;
/** Where the differences of the warehouse `w` are booked. */
export const ACCOUNT = sql`case when w.prepaid_balance is null then 'warehouse_payable' else 'warehouse_prepaid' end`;

/** Books the chosen differences, once for each confirmation. @throws conflict finance.statementState */
export async function confirmStatement(tx: Tx, id: number): Promise<void> {
  const statement = await lockStatement(tx, id, 'confirm');
  const round = statement.round + 1;
  const kept = await tx.row<{ account: string }>(sql`select ${ACCOUNT} as account from warehouse w
    where w.company_id = ${sql.company} and w.id = ${statement.warehouseId} for update`);
  const lines =
    await tx.rows<Line>(sql`select l.id, l.line, l.day::text as day, ${DIFFERENCE}::text as difference, l.outbound_id,
      l.order_id, b.shop_id
    from provider_statement_line l left join outbound b on b.company_id = ${sql.company} and b.id = l.outbound_id
    where l.company_id = ${sql.company} and l.statement_id = ${id} and l.takes and ${DIFFERENCE} <> 0 order by l.id`);
  await claimOurs(tx, id);
  const rates = await ratesOfDays(tx, statement, lines);
  const prepaid = kept?.account === 'warehouse_prepaid';
  const rateOf = (line: Line) => rates.get(rateKey(statement.currency, line.day)) ?? '1';
  if (prepaid) await bookToPrepaid(tx, statement, lines, round, rateOf);
  else
    await book(
      tx,
      lines.map((line) => entryOf(statement, line, round, rateOf(line))),
    );
  const { baseCurrency } = await companyOf(tx);
  const done = lines.map((line) => ({
    id: line.id,
    booked: prepaid ? toBase(line.difference, rateOf(line)) : line.difference,
    bookedCurrency: prepaid ? baseCurrency : statement.currency,
    bookedTo: kept?.account ?? '',
  }));
  for (const some of setsOf(done, SET)) await tx.rows(updateRows<typeof providerStatementLine>(DOC, some));
  await tx.rows(sql`update provider_statement set state = 'confirmed', round = ${round}, confirmed_by = ${tx.actor.name},
    confirmed_at = ${tx.now} where company_id = ${sql.company} and id = ${id}`);
  noteMove(tx, statement, 'confirmed', 'confirmed', { lines: lines.length });
}

/** Fees of ours that are taken back belong to this statement; no later one may have them. */
async function claimOurs(tx: Tx, statementId: number): Promise<void> {
  await tx.rows(sql`insert into provider_statement_match (company_id, kind, item_id, line_id)
    select ${sql.company}, l.item_kind, l.item_id, l.id from provider_statement_line l
    where l.company_id = ${sql.company} and l.statement_id = ${statementId} and l.line = 0 and l.takes returning 1`);
}

function ratesOfDays(tx: Tx, { currency }: Statement, lines: readonly Line[]): Promise<Map<string, string>> {
  return ratesOn(
    tx,
    [...new Set(lines.map((line) => line.day))].map((day) => ({ currency, day })),
  );
}

const keyOf = (line: { id: number }, round: number) => `s${line.id}.${round}`;
async function bookToPrepaid(
  tx: Tx,
  { warehouseId }: Statement,
  lines: readonly Line[],
  round: number,
  rateOf: (line: Line) => string,
): Promise<void> {
  const rows = lines.map((line) => ({
    ...{ key: keyOf(line, round), warehouseId, outboundId: line.outboundId },
    amount: toBase(line.difference, rateOf(line)),
  }));
  const ids = await correctPrepaid(tx, rows);
  for (const some of setsOf(ids, SET)) await bookPrepaid(tx, some);
}

function entryOf(statement: Statement, line: Line, round: number, rate: string): Entry {
  const { id, orderId, shopId, day, difference } = line;
  const plain = { currency: statement.currency, rate };
  const warehouse = { partyKind: 'warehouse', partyId: statement.warehouseId } as const;
  const ofOrder = orderId !== null && shopId !== null;
  return {
    ...{ docKind: DOC, docId: id, step: step(round), onDay: day, text: 'statementDifference' },
    ...(ofOrder ? { order: { id: orderId, shopId } } : {}),
    lines: [
      { account: 'warehouse_fee', ...(ofOrder ? {} : warehouse), amount: difference, ...plain },
      { account: 'warehouse_payable', ...warehouse, amount: money(new Decimal(difference).neg()), ...plain },
    ],
  };
}

/** Takes back what the last confirmation booked; the statement can be compared and confirmed again. */
export async function undoStatement(tx: Tx, id: number): Promise<void> {
  const statement = await lockStatement(tx, id, 'undo');
  const { round, warehouseId } = statement;
  const lines = await tx.rows<{
    id: number;
    outboundId: number | null;
    booked: string;
    bookedTo: string;
  }>(sql`select id,
      outbound_id, booked::text as booked, booked_to from provider_statement_line
    where company_id = ${sql.company} and statement_id = ${id} and booked <> 0 order by id`);
  const prepaid = lines.filter((line) => line.bookedTo === 'warehouse_prepaid');
  const ids = await correctPrepaid(
    tx,
    prepaid.map((line) => ({
      ...{ key: `${keyOf(line, round)}:undone`, warehouseId, outboundId: line.outboundId },
      amount: money(new Decimal(line.booked).neg()),
    })),
  );
  for (const some of setsOf(ids, SET)) await bookPrepaid(tx, some);
  const { timeZone } = await companyOf(tx);
  await reverse(
    tx,
    lines
      .filter((line) => line.bookedTo === 'warehouse_payable')
      .map((line) => ({ docKind: DOC, docId: line.id, step: step(round) })),
    localDay(tx.now, timeZone),
    'statementUndone',
  );
  await tx.rows(sql`update provider_statement_line set booked = 0, booked_currency = '', booked_to = ''
    where company_id = ${sql.company} and statement_id = ${id} and booked_to <> ''`);
  await tx.rows(sql`delete from provider_statement_match m using provider_statement_line l where m.company_id = ${sql.company}
    and l.company_id = ${sql.company} and l.id = m.line_id and l.statement_id = ${id} and l.line = 0`);
  await tx.rows(sql`update provider_statement set state = 'open', confirmed_by = '', confirmed_at = null
    where company_id = ${sql.company} and id = ${id}`);
  noteMove(tx, statement, 'open', 'undone', { lines: lines.length });
}

export async function deleteStatement(tx: Tx, id: number): Promise<void> {
  const statement = await lockStatement(tx, id, 'delete');
  await tx.rows(sql`delete from provider_statement where company_id = ${sql.company} and id = ${id}`);
  writeAudit(tx, [
    { action: deleted, targetKind: 'provider_statement', targetId: id, targetName: statement.number, detail: {} },
  ]);
}
