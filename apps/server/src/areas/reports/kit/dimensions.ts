import type { Language } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { inShops, inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { platformName } from '../../channels/public.ts';
import type { Dimension } from './report.ts';

// The usual dimensions, by what a row of a source has of them.

export const byDay = (day: Sql): Dimension => ({ value: day, type: 'day', daily: true });
export const byWeek = (day: Sql): Dimension => ({
  ...{ value: sql`date_trunc('week', ${day})::date`, type: 'day', daily: true },
});
export const byMonth = (day: Sql): Dimension => ({ value: sql`to_char(${day}, 'YYYY-MM')`, type: 'text' });

/** A value that is its own label. */
export const byText = (value: Sql): Dimension => ({ value, type: 'text' });
/** A state, or another word of ours. */
export const byWord = (value: Sql, words: Readonly<Record<string, readonly [zh: string, en: string]>>): Dimension => ({
  ...{ value, type: 'text' },
  labels: (_tx, language) =>
    sql`select * from jsonb_each_text(${sql.json(Object.fromEntries(Object.entries(words).map(([key, pair]) => [key, pair[language === 'zh' ? 0 : 1]])))}) as words(key, label)`,
  word: (one, language) => words[one]?.[language === 'zh' ? 0 : 1] ?? one,
});

/** A value of a list that companies extend. */
export const byOption = (value: Sql, list: string): Dimension => ({
  ...{ value, type: 'text' },
  labels: (_tx, language) =>
    sql`select value as key, ${language === 'zh' ? sql`label_zh` : sql`label_en`} as label from drop_option
      where company_id = ${sql.company} and zoot = ${list}`,
});

export const byShop = (shopId: Sql): Dimension => ({
  ...{ value: shopId, type: 'id' },
  labels: (tx) =>
    sql`select id as key, name as label from shop where company_id = ${sql.company} and ${inShops(tx, sql`id`)}`,
});
const shopOf = (shopId: Sql) => ({
  name: 'shop',
  sql: sql`left join shop of_shop on of_shop.company_id = ${sql.company} and of_shop.id = ${shopId}`,
});
export const byPlatform = (shopId: Sql): Dimension => ({
  ...{ value: sql`coalesce(of_shop.platform, '')`, type: 'text', join: shopOf(shopId) },
  labels: (tx) =>
    sql`select distinct platform as key, platform as label from shop where company_id = ${sql.company} and ${inShops(tx, sql`id`)}`,
  word: platformName,
});
/** The department that a shop belongs to. */
export const byDepartment = (shopId: Sql): Dimension => ({
  ...{ value: sql`coalesce(of_shop.department_id, 0)`, type: 'id', join: shopOf(shopId) },
  labels: () => sql`select id as key, name as label from department where company_id = ${sql.company}`,
});
/** Who runs a shop. */
export const byOperator = (shopId: Sql): Dimension => ({
  ...{ value: sql`coalesce(of_shop.operator_id, 0)`, type: 'id', join: shopOf(shopId) },
  labels: (tx) => sql`select id as key, name as label from user_account u where company_id = ${sql.company}
    and exists (select from shop s where s.company_id = ${sql.company} and s.operator_id = u.id and ${inShops(tx, sql`s.id`)})`,
});
/** Too many to choose from: their page is found by its number. */
export const byOrder = (orderId: Sql): Dimension => ({
  ...{ value: orderId, type: 'id', many: true },
  labels: (tx) =>
    sql`select id as key, display_no as label from sales_order where company_id = ${sql.company} and ${inShops(tx, sql`shop_id`)}`,
});
// One for all rows: each holds memory that the engine does not count, and a file of a million rows made as many.
const COUNTRY_NAMES = {
  zh: new Intl.DisplayNames(['zh'], { type: 'region' }),
  en: new Intl.DisplayNames(['en'], { type: 'region' }),
} as const satisfies Record<Language, Intl.DisplayNames>;
export const byCountry = (country: Sql): Dimension => ({
  ...{ value: country, type: 'text' },
  word: (value, language) => (/^[A-Z]{2}$/.test(value) ? (COUNTRY_NAMES[language].of(value) ?? value) : value),
});
export const byWarehouse = (warehouseId: Sql): Dimension => ({
  ...{ value: warehouseId, type: 'id' },
  labels: (tx) =>
    sql`select id as key, name as label from warehouse where company_id = ${sql.company} and ${inWarehouses(tx, sql`id`)}`,
});

/** The account of a carrier. */
export const byCarrier = (accountId: Sql): Dimension => ({
  ...{ value: accountId, type: 'id' },
  labels: () => sql`select id as key, name as label from carrier_account where company_id = ${sql.company}`,
});
export const byChannel = (channelId: Sql): Dimension => ({
  ...{ value: channelId, type: 'id' },
  labels: () => sql`select id as key, name as label from shipping_channel where company_id = ${sql.company}`,
});

const productOf = (productId: Sql) => ({
  name: 'product',
  sql: sql`left join product of_product on of_product.company_id = ${sql.company} and of_product.id = ${productId}`,
});
/** A merged product counts as the one that stayed. */
export const byProduct = (productId: Sql): Dimension => ({
  ...{ value: sql`coalesce(of_product.merged_into, ${productId})`, type: 'id', join: productOf(productId) },
  among: (ids) => sql`${productId} = any(array(select id from product where company_id = ${sql.company}
    and (id = any(${ids}) or merged_into = any(${ids}))) || ${ids})`,
  labels: (
    _tx,
    language,
  ) => sql`select id as key, concat_ws(' · ', sku, nullif(${language === 'zh' ? sql`name_zh` : sql`name_en`}, '')) as label
    from product where company_id = ${sql.company}`,
});
export const byFamily = (productId: Sql): Dimension => ({
  ...{ value: sql`coalesce(of_product.family_id, 0)`, type: 'id', join: productOf(productId) },
  labels: () => sql`select id as key, code as label from product_family where company_id = ${sql.company}`,
});
export const byCategory = (productId: Sql): Dimension => ({
  ...{ value: sql`coalesce(of_product.category_id, 0)`, type: 'id', join: productOf(productId) },
  labels: (_tx, language) =>
    sql`select id as key, ${language === 'zh' ? sql`name_zh` : sql`name_en`} as label from category where company_id = ${sql.company}`,
});

export const bySupplier = (supplierId: Sql): Dimension => ({
  ...{ value: supplierId, type: 'id' },
  labels: (
    _tx,
    language,
  ) => sql`select id as key, ${language === 'zh' ? sql`coalesce(nullif(name_zh, ''), name_en)` : sql`coalesce(nullif(name_en, ''), name_zh)`} as label
    from supplier where company_id = ${sql.company}`,
});

/** An account of the ledger, among these; `own` names what is none. */
export const byAccount = (
  account: Sql,
  names: readonly string[],
  own: Readonly<Record<string, readonly [zh: string, en: string]>> = {},
): Dimension => ({
  ...{ value: account, type: 'text' },
  labels: () => sql`select a as key, a as label from unnest(${[...names, ...Object.keys(own)]}::text[]) a`,
  word: (one, language) => own[one]?.[language === 'zh' ? 0 : 1] ?? say(language, `finance.account.${one}`),
});

export const UNDATED = ['无确定日期', 'No day known'] as const;
/** Weeks to come, by their Monday. What has no day stands apart. */
export const byWeekAhead = (day: Sql): Dimension => ({
  value: sql`coalesce(to_char(date_trunc('week', ${day}::timestamp), 'YYYY-MM-DD'), 'undated')`,
  type: 'text',
  word: (one, language) => (one === 'undated' ? UNDATED[language === 'zh' ? 0 : 1] : one),
});
