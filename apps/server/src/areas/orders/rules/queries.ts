import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFrom } from '../reserve/ships-from.ts';
import { normalTerm } from '../terms.ts';
import type { Field, Rule } from './rules.ts';

/** The company's enabled rules in order, without deleted tags. */
export async function activeRules(tx: Tx): Promise<Rule[]> {
  return tx.rows<Rule>(
    sql`select r.id, r.name, r.version, r.kind, r.conditions,
       case r.kind when 'tag' then jsonb_build_object('tagIds',
         (select coalesce(jsonb_agg(t.id), '[]') from order_tag t where t.company_id = ${sql.company} and r.action -> 'tagIds' @> to_jsonb(t.id)))
       else r.action end as action,
       case r.kind when 'channel' then ${notFrom(sql`${sql.company}`, sql`(r.action ->> 'channelId')::bigint`)} end as "notFrom"
     from order_rule r where r.company_id = ${sql.company} and r.enabled order by r.kind, r.position, r.id`,
  );
}

export function asks(rules: readonly Rule[], ...fields: Field[]): boolean {
  return rules.some((rule) => rule.conditions.some(({ field }) => fields.includes(field)));
}

/** The company's time zone, read only if a rule needs it. */
export async function zoneFor(tx: Tx, rules: readonly Rule[]): Promise<string> {
  if (!asks(rules, 'weekday', 'hour')) return 'UTC';
  const [row] = await tx.rows<{ zone: string }>(sql`select time_zone as zone from company where id = ${sql.company}`);
  return row?.zone ?? 'UTC';
}

/** The buyers with earlier orders, by their address term. Reads nothing unless a rule needs it. */
export async function knownBuyers(tx: Tx, rules: readonly Rule[], emails: readonly string[]): Promise<Set<string>> {
  const terms = [...new Set(emails.map(normalTerm).filter(Boolean))];
  if (terms.length === 0 || !asks(rules, 'firstOrder')) return new Set();
  const rows = await tx.rows<{ term: string }>(
    sql`select e.term from unnest(${terms}::text[]) as e(term)
     where exists (select 1 from order_term t where t.company_id = ${sql.company} and t.term = e.term and t.buyer)`,
  );
  return new Set(rows.map((row) => row.term));
}
