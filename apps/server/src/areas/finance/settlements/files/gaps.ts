import type { ParsedOf } from '@tradewind/contract/call.ts';
import {
  type confirmSettlementFile,
  type SettlementFileState,
  settlementFileMay,
} from '@tradewind/contract/finance/settlement-files.ts';
import type { Ctx } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { type Sql, sql } from '../../../../core/database/sql.ts';
import { countAll, startOfDay } from '../../../../core/database/statement.ts';
import { assertMove, writeHistory } from '../../../../core/documents.ts';
import { conflict, notFound } from '../../../../core/errors.ts';
import { arrayOf, inShops } from '../../../../core/scope.ts';
import { fileDocument } from './documents.ts';

/**
 * The settlements of file `f` (settlement_file), each with its gap: of a witness what the file itself lacks, of a booked
 * file what the settlement lacks with all files that hold a part of it.
 */
export const PARTS: Sql = sql`(select t.number, t.currency, t.lines, t.lines_total, t.total, t.from_at, t.to_at, t.deposit_day,
    case when f.role = 'witness' then t.total - t.lines_total
      else coalesce(s.total, t.total) - coalesce(s.amount, 0) end as gap
  from settlement_file_total t left join settlement s on s.company_id = t.company_id and s.shop_id = f.shop_id
    and s.number = t.number and s.currency = t.currency and f.role = 'booked'
  where t.company_id = ${sql.company} and t.file_id = f.id)`;
/** Of file `f`: it was read, a settlement does not come to its total, and nobody has confirmed it. */
export const UNCONFIRMED: Sql = sql`f.state = 'read' and exists (select 1 from ${PARTS} p where p.gap <> 0)`;

/** Several files may state a settlement's total: the one with most of its lines counts, whichever came first. */
export async function stateTotals(tx: Tx, shopId: number, numbers: readonly string[]): Promise<void> {
  await tx.rows(sql`update settlement s set total = x.total
    from (select distinct on (t.number, t.currency) t.number, t.currency, t.total
      from settlement_file_total t join settlement_file f on f.company_id = t.company_id and f.id = t.file_id
      where t.company_id = ${sql.company} and f.shop_id = ${shopId} and f.role = 'booked' and t.total is not null
        and t.number = any(${arrayOf(numbers)}::text[]) order by t.number, t.currency, t.lines desc, t.total desc) x
    where s.company_id = ${sql.company} and s.shop_id = ${shopId} and s.number = x.number and s.currency = x.currency
      and s.total is distinct from x.total`);
}

/** Files with a gap that nobody has confirmed, of all days or of a month: from its first day to that of the next. */
export function unconfirmedGaps(tx: Tx, month?: { from: string; to: string }): Promise<number> {
  const inMonth = month ? sql`f.from_at < ${startOfDay(month.to)} and f.to_at >= ${startOfDay(month.from)}` : sql`true`;
  return countAll(
    tx,
    sql`from settlement_file f where f.company_id = ${sql.company} and ${UNCONFIRMED} and ${inMonth}`,
  );
}

interface Gapped extends Record<string, unknown> {
  name: string;
  state: SettlementFileState;
  gaps: { number: string; currency: string; gap: string }[];
}
/** @throws notFound finance.fileGone; conflict finance.fileNoGap */
export async function confirmFile(
  tx: Tx,
  ctx: Pick<Ctx, 'rights'>,
  { id, reason }: ParsedOf<typeof confirmSettlementFile>,
): Promise<void> {
  const file = await tx.row<Gapped>(sql`select f.name, f.state,
      (select coalesce(jsonb_agg(jsonb_build_object('number', p.number, 'currency', p.currency, 'gap', p.gap::text) order by p.number), '[]')
        from ${PARTS} p where p.gap <> 0) as gaps
    from settlement_file f where f.company_id = ${sql.company} and f.id = ${id} and ${inShops(ctx, sql`f.shop_id`)} for update of f`);
  if (!file) throw notFound('finance.fileGone');
  if (!settlementFileMay('confirm', { state: file.state, gaps: file.gaps.length }))
    throw conflict('finance.fileNoGap', { name: file.name });
  assertMove(fileDocument, file.state, 'confirmed', file.name);
  await tx.rows(sql`update settlement_file set state = 'confirmed', reason = ${reason}
    where company_id = ${sql.company} and id = ${id}`);
  writeHistory(tx, [
    {
      ...{ docKind: fileDocument.kind, docId: id, event: 'confirmed', fromState: file.state, toState: 'confirmed' },
      detail: { reason, gaps: file.gaps },
    },
  ]);
}
