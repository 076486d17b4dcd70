import type { DeclaredGoods } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { notFound } from '../../../core/errors.ts';

const NO_PRICE = sql`null::numeric`;
const TEXTS = ['hs_export', 'hs_import', 'name_zh', 'name_en', 'material', 'purpose', 'origin'] as const;

/** The field of the nearest rule that fills it. */
const nearest = (column: Sql, filled: Sql): Sql =>
  sql`(array_agg(${column} order by x.rank) filter (where ${filled}))[1]`;

/** Units of the base currency for one of `currency`; null: no rate is known. */
const toBase = (
  tx: Pick<Tx, 'now'>,
  currency: Sql,
): Sql => sql`(select case when c.base_currency = ${currency} then 1 else (
    select e.to_base from exchange_rate e where e.company_id = ${sql.company} and e.currency = ${currency}
      and e.on_day <= ${dayOf(sql`${tx.now}`)} order by e.on_day desc limit 1) end
  from company c where c.id = ${sql.company})`;

const inDollars = (tx: Pick<Tx, 'now'>, column: Sql): Sql => sql`case when d.currency = 'USD' then ${column}
  when ${column} is not null then round(${column} * ${toBase(tx, sql`d.currency`)} / ${toBase(tx, sql`'USD'`)}, 4) end`;

/** The rank of a rule as a word: see CUSTOMS_SOURCES of the contract. */
const sourceOf = (rank: Sql): Sql => sql`case when ${rank} is null then 'own' when ${rank} < 0 then 'line'
  when ${rank} = 0 then 'productCountry' when ${rank} < 200 then 'categoryCountry' when ${rank} = 200 then 'product' else 'category' end`;

interface CustomsOptions {
  /** What counts where nothing has a value: a unit's price, in dollars. */
  price?: Sql;
  /** What an order declares itself: a select of (hs_code, name_zh, name_en, origin, value_usd). */
  line?: Sql;
  /** Adds the column `sources`: where the values come from. */
  traced?: boolean;
}

/** The columns of `sources`. */
const SOURCES = sql`, jsonb_build_object('nameZh', ${sourceOf(sql`r.name_zh_rank`)}, 'nameEn', ${sourceOf(sql`r.name_en_rank`)},
    'hsCode', ${sourceOf(sql`coalesce(r.hs_import_rank, r.hs_export_rank)`)}, 'origin', ${sourceOf(sql`r.origin_rank`)},
    'valueUsd', case when r.value is not null then ${sourceOf(sql`r.value_rank`)} when g.declared_value_usd > 0 then 'own'
      when v.value is not null then 'paid' end) as sources`;

/**
 * What is declared for a product that goes to a country, as one row with the columns of `DeclaredGoods`: for
 * ``cross join lateral (${customsOf(...)}) d``. Each field comes from the nearest rule that fills it: the order's line,
 * product x country, category x country (the nearest category above first), product `*`, category `*`, the product's own
 * data. Without a value `price` counts. A cap holds for each of them but the line's, which a person saw under it.
 */
export function customsOf(
  tx: Pick<Tx, 'now'>,
  product: Sql,
  country: Sql,
  { price = NO_PRICE, line, traced = false }: CustomsOptions = {},
): Sql {
  const fields = sql.join(TEXTS.map((name) => sql`d.${sql.id(name, TEXTS)}`));
  const rule = (rank: Sql) => sql`${rank} as rank, ${fields}, ${inDollars(tx, sql`d.value`)} as value,
    ${inDollars(tx, sql`d.cap`)} as cap`;
  const there = sql`d.country in (${country}, '*')`;
  const general = sql`case when d.country = '*' then 200 else 0 end`;
  const texts = TEXTS.flatMap((name) => {
    const column = sql`x.${sql.id(name, TEXTS)}`;
    const [filled, rank] = [sql`${column} <> ''`, `${name}_rank`];
    return [
      sql`${nearest(column, filled)} as ${sql.id(name, TEXTS)}`,
      ...(traced ? [sql`${nearest(sql`x.rank`, filled)} as ${sql.id(rank, [rank])}`] : []),
    ];
  });
  const ofLine = line
    ? sql`select -1 as rank, o.hs_code as hs_export, o.hs_code as hs_import, o.name_zh, o.name_en, '' as material, '' as purpose,
        o.origin, o.value_usd as value, null::numeric as cap from (${line}) o union all`
    : sql.empty;
  return sql`select coalesce(r.hs_export, g.hs_code) as hs_export, coalesce(r.hs_import, r.hs_export, g.hs_code) as hs_code,
      coalesce(r.name_zh, g.name_zh) as name_zh, coalesce(r.name_en, g.name_en) as name_en,
      coalesce(r.material, '') as material, coalesce(r.purpose, '') as purpose, coalesce(r.origin, g.origin) as origin,
      case when r.value_rank < 0 then trim_scale(r.value)::text
        when v.value is not null then trim_scale(least(v.value, r.cap))::text end as value_usd,
      trim_scale(r.cap)::text as cap_usd${traced ? SOURCES : sql.empty}
    from product g cross join lateral (
      select ${sql.join(texts)}, ${nearest(sql`x.value`, sql`x.value is not null`)} as value,
        ${nearest(sql`x.rank`, sql`x.value is not null`)} as value_rank, ${nearest(sql`x.cap`, sql`x.cap is not null`)} as cap
      from (${ofLine}
        select ${rule(general)} from customs_data d
        where d.company_id = ${sql.company} and d.product_id = g.id and ${there}
        union all
        select ${rule(sql`${general} + 100 - a.level`)} from category own
        cross join unnest(string_to_array(rtrim(own.path, '.'), '.')::bigint[]) with ordinality a(id, level)
        join customs_data d on d.company_id = ${sql.company} and d.category_id = a.id and ${there}
        where own.company_id = ${sql.company} and own.id = g.category_id
      ) x
    ) r cross join lateral (select coalesce(r.value, nullif(g.declared_value_usd, 0), ${price}) as value) v
    where g.company_id = ${sql.company} and g.id = ${product}`;
}

/** @throws notFound catalog.productNotFound */
export async function declaredGoods(tx: Tx, productId: number, country: string): Promise<DeclaredGoods> {
  const found = await tx.row<DeclaredGoods>(customsOf(tx, sql`${productId}::bigint`, sql`${country}::text`));
  if (!found) throw notFound('catalog.productNotFound');
  return found;
}
