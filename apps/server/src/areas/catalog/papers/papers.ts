import { PAPER_WARNING_DAYS, type PaperKind } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { arrayOf } from '../../../core/scope.ts';

const SOON = sql.literal(PAPER_WARNING_DAYS);
const today = (tx: Pick<Tx, 'now'>): Sql => dayOf(sql`${tx.now}`);

/** The state of paper `c` on the company's day. */
export const paperState = (tx: Pick<Tx, 'now'>): Sql => sql`case when c.expires_on < ${today(tx)} then 'expired'
  when c.valid_from > ${today(tx)} then 'upcoming' when c.expires_on <= ${today(tx)} + ${SOON} then 'soon' else 'valid' end`;

/** Today's paper about the battery in product `productId`, for parcels to a country: its kind, content and count. */
export const batteryOf = (tx: Pick<Tx, 'now'>, productId: Sql, country: Sql): Sql => sql`select c.battery,
    c.battery_content, c.battery_count from compliance_paper c where c.company_id = ${sql.company}
    and c.product_id = ${productId} and c.kind = 'un383' and c.battery is not null and c.country in (${country}, '*')
    and (c.valid_from is null or c.valid_from <= ${today(tx)}) and (c.expires_on is null or c.expires_on >= ${today(tx)})
  order by c.country = '*', c.expires_on desc nulls first, c.id desc limit 1`;

export type DuePapers = 'due' | 'soon' | 'expired';

/** The condition that paper `c` is over, or is soon, and no later one of its kind and country takes its place. */
export function isDue(tx: Pick<Tx, 'now'>, which: DuePapers): Sql {
  const until = which === 'expired' ? sql`${today(tx)} - 1` : sql`${today(tx)} + ${SOON}`;
  const from = which === 'soon' ? sql`and c.expires_on >= ${today(tx)}` : sql.empty;
  return sql`c.company_id = ${sql.company} and c.expires_on <= ${until} ${from} and not exists (
    select from compliance_paper n where n.company_id = ${sql.company} and n.product_id = c.product_id and n.kind = c.kind
      and n.country = c.country and (n.expires_on is null or n.expires_on > c.expires_on))`;
}

export interface DuePaper {
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  kind: PaperKind;
  country: string;
  expiresOn: string;
  /** Negative: so many days ago. */
  days: number;
}

/** Papers of enabled products that are over or soon are, the most urgent first. */
export function duePapers(tx: Tx, most: number): Promise<DuePaper[]> {
  return tx.rows<DuePaper>(sql`select c.product_id, p.sku, p.name_zh, p.name_en, c.kind, c.country,
      c.expires_on::text as expires_on, c.expires_on - ${today(tx)} as days
    from compliance_paper c join product p on p.company_id = ${sql.company} and p.id = c.product_id
    where ${isDue(tx, 'due')} and p.enabled order by c.expires_on, c.id limit ${most}`);
}

/**
 * The first paper of these kinds that one of the products lacks in a country today, and when its last one expired. Only
 * goods with a battery need a UN38.3 report.
 */
export function missingPaper(
  tx: Tx,
  { productIds, kinds, country }: { productIds: readonly number[]; kinds: readonly string[]; country: string },
): Promise<{ sku: string; kind: PaperKind; expiredOn: string | null } | undefined> {
  return tx.row(sql`select p.sku, k.kind, (select max(c.expires_on)::text from compliance_paper c
      where c.company_id = ${sql.company} and c.product_id = p.id and c.kind = k.kind and c.country in (${country}, '*')
        and c.expires_on < ${today(tx)}) as expired_on
    from product p cross join unnest(${arrayOf(kinds)}::text[]) with ordinality k(kind, place)
    where p.company_id = ${sql.company} and p.id = any(${arrayOf(productIds)}::bigint[]) and (k.kind <> 'un383' or p.battery)
      and not exists (select from compliance_paper c where c.company_id = ${sql.company} and c.product_id = p.id
        and c.kind = k.kind and c.country in (${country}, '*') and (c.valid_from is null or c.valid_from <= ${today(tx)})
        and (c.expires_on is null or c.expires_on >= ${today(tx)}))
    order by p.sku, k.place limit 1`);
}
