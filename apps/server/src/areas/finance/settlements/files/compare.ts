import type { ResultOf } from '@tradewind/contract/call.ts';
import type {
  compareSettlementFile,
  listSettlementFileDifferences,
  WitnessFinding,
} from '@tradewind/contract/finance/settlement-files.ts';
import type { LineKind } from '@tradewind/contract/finance/settlements.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { type Sql, sql } from '../../../../core/database/sql.ts';
import { COUNT_LIMIT } from '../../../../core/database/statement.ts';
import { ruleBroken } from '../../../../core/errors.ts';
import { arrayOf } from '../../../../core/scope.ts';
import { settlementFiles } from './lists.ts';

interface Part extends Record<string, unknown> {
  number: string;
  fromAt: Date | null;
  toAt: Date | null;
  /** The platform lists a settlement of this number. */
  known: boolean;
}
interface Sides {
  listed: Sql;
  inFile: Sql;
  byNumber: number;
  byDays: number;
}

/**
 * The lines of both sides: by the settlement's number where the platform lists it under the same one, else by its days.
 * Files do not list what they pay out, so payouts are left out.
 */
async function sidesOf(tx: Tx, id: number): Promise<Sides> {
  const { shopId, role } = await settlementFiles.one(tx, id);
  if (role !== 'witness') throw ruleBroken('finance.fileNoWitness');
  const parts = await tx.rows<Part>(sql`select t.number, min(t.from_at) as from_at, max(t.to_at) as to_at,
      t.number <> '' and exists (select 1 from settlement_line l where l.company_id = ${sql.company} and l.shop_id = ${shopId}
        and l.settlement_id = t.number) as known
    from settlement_file_total t where t.company_id = ${sql.company} and t.file_id = ${id} group by 1 order by 1`);
  const numbers = parts.flatMap(({ number }) => (number === '' ? [] : [number]));
  const known = arrayOf(parts.flatMap(({ number, known }) => (known ? [number] : [])));
  const rest = spanOf(parts.filter((part) => !part.known));
  const nameless = spanOf(parts.filter(({ number }) => number === ''));
  const columns = (l: Sql) =>
    sql`${l}.kind, coalesce(${l}.platform_order_no, '') as order_no, ${l}.currency, ${l}.amount`;
  const ofShop = (l: Sql) =>
    sql`${l}.company_id = ${sql.company} and ${l}.shop_id = ${shopId} and ${l}.kind <> 'payout'`;
  const [l, w] = [sql`l`, sql`w`];
  const listed = [
    sql`select ${columns(l)} from settlement_line l where ${ofShop(l)} and l.settlement_id = any(${known}::text[])`,
  ];
  if (rest)
    listed.push(sql`select ${columns(l)} from settlement_line l where ${ofShop(l)}
      and l.posted_at >= ${rest.from}::timestamptz and l.posted_at <= ${rest.to}::timestamptz
      and (l.settlement_id is null or l.settlement_id <> all(${known}::text[]))`);
  const inFile = [
    sql`select ${columns(w)} from settlement_witness_line w where ${ofShop(w)} and w.settlement_id = any(${arrayOf(numbers)}::text[])`,
  ];
  if (nameless)
    inFile.push(sql`select ${columns(w)} from settlement_witness_line w where ${ofShop(w)} and w.settlement_id is null
      and w.posted_at >= ${nameless.from}::timestamptz and w.posted_at <= ${nameless.to}::timestamptz`);
  const byNumber = parts.filter((part) => part.known).length;
  const union = (some: readonly Sql[]) => some.reduce((all, one) => sql`${all} union all ${one}`);
  return { listed: union(listed), inFile: union(inFile), byNumber, byDays: parts.length - byNumber };
}

function spanOf(parts: readonly Part[]): { from: Date; to: Date } | undefined {
  const times = parts.flatMap(({ fromAt, toAt }) => [fromAt, toAt].flatMap((at) => (at ? [at.getTime()] : [])));
  if (times.length === 0) return undefined;
  return { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
}

/** Both sides added up by these columns. */
const added = ({ listed, inFile }: Sides, by: Sql): Sql => sql`(select ${by}, currency,
    coalesce(sum(amount) filter (where side = 'listed'), 0) as listed, coalesce(sum(amount) filter (where side = 'file'), 0) as in_file,
    count(*) filter (where side = 'listed') as listed_lines, count(*) filter (where side = 'file') as file_lines
  from (select 'listed' as side, a.* from (${listed}) a union all select 'file', b.* from (${inFile}) b) x group by ${by}, currency)`;

interface Compared extends Record<string, unknown> {
  currency: string;
  listed: string;
  inFile: string;
  difference: string;
}

export async function compareFile(tx: Tx, id: number): Promise<ResultOf<typeof compareSettlementFile>> {
  const sides = await sidesOf(tx, id);
  const kinds = await tx.rows<Compared & { kind: LineKind }>(sql`select kind, currency, listed::text as listed,
      in_file::text as in_file, (in_file - listed)::text as difference
    from ${added(sides, sql`kind`)} k order by currency, kind`);
  return { byNumber: sides.byNumber, byDays: sides.byDays, kinds };
}

export async function differencesOf(
  tx: Tx,
  { id, page, pageSize }: { id: number; page: number; pageSize: number },
): Promise<ResultOf<typeof listSettlementFileDifferences>> {
  const sides = await sidesOf(tx, id);
  const rows = await tx.rows<Compared & { orderNo: string; finding: WitnessFinding; total: number }>(sql`
    select order_no, currency, listed::text as listed, in_file::text as in_file, (in_file - listed)::text as difference,
      case when file_lines = 0 then 'onlyListed' when listed_lines = 0 then 'onlyInFile' else 'different' end as finding,
      (count(*) over ())::int as total
    from ${added(sides, sql`order_no`)} o where listed <> in_file
    order by abs(in_file - listed) desc, order_no, currency limit ${pageSize} offset ${(page - 1) * pageSize}`);
  const total = rows[0]?.total ?? 0;
  return { rows: rows.map(({ total: _, ...row }) => row), total, totalExact: total < COUNT_LIMIT };
}
