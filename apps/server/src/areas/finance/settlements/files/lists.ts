import type { ResultOf } from '@tradewind/contract/call.ts';
import type {
  getSettlementFile,
  SettlementFileFilter,
  SettlementFileRow,
  SettlementInFile,
} from '@tradewind/contract/finance/settlement-files.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { dayOf } from '../../../../core/database/statement.ts';
import { readHistory } from '../../../../core/documents.ts';
import { defineList, is } from '../../../../core/lists.ts';
import { arrayOf, inShops } from '../../../../core/scope.ts';
import { fileDocument } from './documents.ts';
import { PARTS, UNCONFIRMED } from './gaps.ts';

export const settlementFiles = defineList<SettlementFileFilter, SettlementFileRow>({
  table: 'settlement_file',
  as: 'f',
  scope: (tx) => inShops(tx, sql`f.shop_id`),
  filters: {
    shopIds: (ids) => sql`f.shop_id = any(${arrayOf(ids)}::bigint[])`,
    role: is(sql`f.role`),
    state: is(sql`f.state`),
    unconfirmed: (only) => (only ? UNCONFIRMED : undefined),
  },
  order: sql`f.id desc`,
  columns: sql`f.id, f.name, f.shop_id, s.name as shop_name, s.platform, f.role, f.state, f.format, f.lines, f.taken, f.set_aside,
    ${dayOf(sql`f.from_at`)}::text as from_day, ${dayOf(sql`f.to_at`)}::text as to_day, p.settlements, p.currency, p.total::text as total,
    case when f.state = 'reading' then null else p.gap end::text as gap,
    case when f.state = 'reading' then 0 else p.gaps end as gaps, f.reason, f.created_by, f.created_at`,
  joins: sql`join shop s on s.company_id = ${sql.company} and s.id = f.shop_id
    cross join lateral (select count(*)::int as settlements, (count(*) filter (where p.gap <> 0))::int as gaps,
        case when count(distinct p.currency) = 1 then min(p.currency) end as currency,
        case when count(distinct p.currency) = 1 then sum(p.total) end as total,
        case when count(distinct p.currency) = 1 then sum(p.gap) end as gap
      from ${PARTS} p) p`,
  missing: 'finance.fileGone',
});

const PARTS_SHOWN = 500;
export async function fileDetail(tx: Tx, id: number): Promise<ResultOf<typeof getSettlementFile>> {
  const row = await settlementFiles.one(tx, id);
  const parts = await tx.rows<SettlementInFile & Record<string, unknown>>(sql`select p.number, p.currency,
      ${dayOf(sql`p.from_at`)}::text as from_day, ${dayOf(sql`p.to_at`)}::text as to_day, p.deposit_day::text as deposit_day, p.lines,
      p.total::text as total, p.lines_total::text as lines_total, case when f.state = 'reading' then null else p.gap end::text as gap
    from settlement_file f cross join lateral ${PARTS} p where f.company_id = ${sql.company} and f.id = ${id}
    order by p.number desc, p.currency limit ${sql.literal(PARTS_SHOWN)}`);
  const history = await readHistory(tx, fileDocument.kind, id);
  return { ...row, parts, history: history.map((event) => ({ ...event, at: event.at.toISOString() })) };
}
