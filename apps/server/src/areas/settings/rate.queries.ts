import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { Decimal } from '../../core/money.ts';
import { arrayOf } from '../../core/scope.ts';
import { changePercent } from './rate.service.ts';

type Source = 'initial' | 'ecb' | 'manual';
interface Dated extends Record<string, unknown> {
  currency: string;
  toBase: string;
  onDay: string;
  source: Source;
}

const plain = <T extends { toBase: string }>(row: T): T => ({ ...row, toBase: new Decimal(row.toBase).toFixed() });

/** The rates valid on `day`; for all currencies if none is named. */
export async function ratesOfDay(tx: Tx, day: string, currencies: readonly string[]): Promise<Dated[]> {
  const rows = await tx.rows<Dated>(sql`
    select distinct on (currency) currency, to_base, on_day, source from exchange_rate
    where company_id = ${sql.company} and on_day <= ${day}
      and (cardinality(${arrayOf(currencies)}::text[]) = 0 or currency = any(${arrayOf(currencies)}::text[]))
    order by currency, on_day desc`);
  return rows.map(plain);
}

interface Page {
  page: number;
  pageSize: number;
}

interface OverviewRow extends Dated {
  previous: string | null;
  rates: number;
  plannedRate: string | null;
  plannedDay: string | null;
}

/** One row for each currency: today's rate, the previous and the scheduled one. Latest changes first. */
export async function rateOverview(tx: Tx, today: string, page: Page & { text?: string | undefined }) {
  const code = `${(page.text ?? '').toUpperCase().replace(/[^A-Z]/g, '')}%`;
  const rows = await tx.rows<OverviewRow>(sql`
    with ranked as (
      select *, row_number() over (partition by currency order by on_day desc) as place,
        count(*) over (partition by currency)::int as rates
      from exchange_rate where company_id = ${sql.company} and on_day <= ${today}
    ), planned as (
      select distinct on (currency) currency, to_base, on_day, count(*) over (partition by currency)::int as more
      from exchange_rate where company_id = ${sql.company} and on_day > ${today} order by currency, on_day
    )
    select r.currency, r.to_base, r.on_day, r.source, p.to_base as previous,
      r.rates + coalesce(n.more, 0) as rates, n.to_base as "plannedRate", n.on_day as "plannedDay"
    from ranked r left join ranked p on p.currency = r.currency and p.place = 2
    left join planned n on n.currency = r.currency
    where r.place = 1 and r.currency like ${code} order by r.on_day desc, r.currency`);
  const shown = rows.slice((page.page - 1) * page.pageSize, page.page * page.pageSize);
  return { rows: shown.map(asOverview), total: rows.length, totalExact: true };
}

function asOverview({ plannedRate, plannedDay, previous, ...row }: OverviewRow) {
  return {
    ...plain(row),
    previous: previous === null ? null : new Decimal(previous).toFixed(),
    changePercent: previous === null ? null : changePercent(previous, row.toBase).toFixed(2),
    planned:
      plannedRate === null || plannedDay === null
        ? null
        : { toBase: new Decimal(plannedRate).toFixed(), onDay: plannedDay },
  };
}

export async function rateHistory(tx: Tx, currency: string, page: Page) {
  const rows = await tx.rows<Dated & { total: number }>(sql`
    select currency, to_base, on_day, source, count(*) over ()::int as total from exchange_rate
    where company_id = ${sql.company} and currency = ${currency} order by on_day desc
    limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`);
  return { rows: rows.map(({ total, ...row }) => plain(row)), total: rows[0]?.total ?? 0, totalExact: true };
}
