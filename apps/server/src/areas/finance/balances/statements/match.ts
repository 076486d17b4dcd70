import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type decideStatementLines, STATEMENT_LINES_MOST } from '@tradewind/contract/finance.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { addRows, updateRows } from '../../../../core/database/write.ts';
import { writeHistory } from '../../../../core/documents.ts';
import { setsOf } from '../../../../core/import-sheet.ts';
import { arrayOf } from '../../../../core/scope.ts';
import type { providerStatementLine } from '../balances.tables.ts';
import { lockStatement, type Statement, statementDocument } from './documents.ts';
import { type Item, itemsOf } from './items.ts';
import { type FeeLine, type Matched, matchLines } from './match.rules.ts';

const SET = 2_000;
/** Lines that a history names. */
const NOTED = 20;
/** Whose differences are booked unless a person says otherwise: what the provider took in fact. */
const TAKES = ['different', 'theirs'];

/** Statements of one warehouse are compared one after another, and with the fees of now. */
const holdWarehouse = (tx: Tx, id: number) =>
  tx.rows(sql`select 1 from warehouse where company_id = ${sql.company} and id = ${id} for update`);

/** Compares all lines again. What a person decided of lines stays where the result does. @throws ruleBroken settings.noRate */
export async function matchAgain(tx: Tx, id: number): Promise<void> {
  const statement = await lockStatement(tx, id, 'match');
  await compare(tx, statement);
  writeHistory(tx, [{ docKind: statementDocument.kind, docId: id, event: 'matched', toState: statement.state }]);
}

export async function compare(tx: Tx, statement: Statement): Promise<void> {
  await holdWarehouse(tx, statement.warehouseId);
  await tx.rows(sql`delete from provider_statement_match m using provider_statement_line l where m.company_id = ${sql.company}
    and l.company_id = ${sql.company} and l.id = m.line_id and l.statement_id = ${statement.id}`);
  await tx.rows(
    sql`delete from provider_statement_line where company_id = ${sql.company} and statement_id = ${statement.id} and line = 0`,
  );
  const lines = await tx.rows<
    FeeLine & { result: string; takes: boolean }
  >(sql`select id, tracking_number, reference, fee_type,
      day::text as day, amount::text as amount, result, takes
    from provider_statement_line where company_id = ${sql.company} and statement_id = ${statement.id} order by line
    limit ${sql.literal(STATEMENT_LINES_MOST)}`);
  const items = await itemsOf(tx, statement);
  const matched = matchLines(lines, items, statement);
  const before = new Map(lines.map((line) => [line.id, line]));
  const orders = await ordersOf(
    tx,
    statement,
    lines.filter((_, at) => matched[at]?.items.length === 0),
  );
  await writeResults(
    tx,
    matched.map((one) => {
      const line = before.get(one.id);
      const takes = line?.result === one.result ? line.takes : TAKES.includes(one.result);
      return { ...one, takes, order: orders.get(one.id) };
    }),
  );
  await addOurs(tx, statement, items, matched);
  await sumUp(tx, statement.id);
}

type Order = { outboundId: number; orderId: number };
async function writeResults(tx: Tx, rows: readonly (Matched & { takes: boolean; order: Order | undefined })[]) {
  for (const some of setsOf(rows, SET)) {
    await tx.rows(
      updateRows<typeof providerStatementLine>(
        'provider_statement_line',
        some.map(({ id, result, ours, items, twiceId, takes, order }) => {
          const of = items.find((item) => item.orderId !== null);
          const { outboundId = null, orderId = null } = of ?? order ?? {};
          return { id, result, ours, twiceId, takes, outboundId, orderId };
        }),
      ),
    );
    const claims = some.flatMap(({ id, items }) =>
      items.map((item) => ({ kind: item.kind, itemId: item.id, lineId: id })),
    );
    await tx.rows(sql`insert into provider_statement_match (company_id, kind, item_id, line_id)
      select ${sql.company}, r.kind, r."itemId", r."lineId"
      from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as r(kind text, "itemId" bigint, "lineId" bigint) returning 1`);
  }
}

/** The boxes that lines name of which we know no fee. */
async function ordersOf(tx: Tx, { warehouseId }: Statement, lines: readonly FeeLine[]): Promise<Map<number, Order>> {
  const keys = [...new Set(lines.flatMap((line) => [line.reference, line.trackingNumber]))].filter((key) => key !== '');
  if (keys.length === 0) return new Map();
  const rows = await tx.rows<Order & { key: string }>(sql`
    select b.id as outbound_id, b.order_id, k.key from (
      select b.id, b.number as key from outbound b where b.company_id = ${sql.company} and b.number = any(${arrayOf(keys)}::text[])
      union select p.outbound_id, p.tracking_number from parcel p
        where p.company_id = ${sql.company} and p.tracking_number = any(${arrayOf(keys)}::text[])
      union select b.id, t.term from order_term t join outbound b on b.company_id = ${sql.company} and b.order_id = t.order_id
        where t.company_id = ${sql.company} and not t.buyer and t.term = any(${arrayOf(keys)}::text[])) k
    join outbound b on b.company_id = ${sql.company} and b.id = k.id and b.warehouse_id = ${warehouseId} order by b.id desc`);
  const byKey = new Map(rows.map(({ key, ...order }) => [key, order]));
  return new Map(
    lines.flatMap((line) => {
      const order = byKey.get(line.reference) ?? byKey.get(line.trackingNumber);
      return order ? [[line.id, order] as const] : [];
    }),
  );
}

/** Fees of the statement's days that no line of any statement has. */
async function addOurs(tx: Tx, statement: Statement, items: readonly Item[], matched: readonly Matched[]) {
  const taken = new Set(matched.flatMap((one) => one.items));
  const rest = items.filter((item) => item.within && item.lineId === null && !taken.has(item));
  for (const some of setsOf(rest, SET))
    await addRows<typeof providerStatementLine>(
      tx,
      'provider_statement_line',
      some.map(({ kind, id, trackingNumber, reference, feeType, day, amount, outboundId, orderId }) => ({
        ...{ statementId: statement.id, line: 0, trackingNumber, reference, feeType, day, ours: amount },
        ...{ result: 'ours', outboundId, orderId, itemKind: kind, itemId: id },
      })),
    );
}

/** Kept on the statement for its list: the integrity checks compare them with the lines. */
async function sumUp(tx: Tx, id: number): Promise<void> {
  await tx.rows(sql`update provider_statement s set ours = x.ours, wrong_count = x.wrong
    from (select coalesce(sum(ours), 0) as ours, count(*) filter (where result <> 'matched')::int as wrong
      from provider_statement_line where company_id = ${sql.company} and statement_id = ${id}) x
    where s.company_id = ${sql.company} and s.id = ${id}`);
}

export async function decideLines(
  tx: Tx,
  { id, lineIds, takes }: ParsedOf<typeof decideStatementLines>,
): Promise<void> {
  await lockStatement(tx, id, 'decide');
  const decided = await tx.rows<{
    line: number;
    reference: string;
  }>(sql`update provider_statement_line set takes = ${takes}
    where company_id = ${sql.company} and statement_id = ${id} and id = any(${arrayOf(lineIds)}::bigint[])
      and result <> 'matched' and takes <> ${takes} returning line, reference`);
  if (decided.length === 0) return;
  const lines = decided.slice(0, NOTED).map(({ line, reference }) => line || reference);
  const detail = { takes, count: decided.length, lines };
  writeHistory(tx, [{ docKind: statementDocument.kind, docId: id, event: takes ? 'taken' : 'left', detail }]);
}
