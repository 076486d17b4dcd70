import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { getWholesalePriceList, saveWholesalePriceList } from '@tradewind/contract/wholesale.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict } from '../../core/errors.ts';
import { productFacts } from '../catalog/public.ts';
import { companyOf, localDay } from '../company/public.ts';
import { AUDITED, audited } from './audited.ts';
import { priceLists } from './prices.list.ts';

export async function priceList(tx: Tx, id: number): Promise<ResultOf<typeof getWholesalePriceList>> {
  const list = await priceLists.one(tx, id);
  const rows = await tx.rows<ResultOf<typeof getWholesalePriceList>['rows'][number] & Record<string, unknown>>(sql`
    select w.product_id, p.sku, p.name_zh, p.name_en, w.from_quantity,
      trim_scale(w.unit_price)::text as unit_price
    from wholesale_price w join product p on p.company_id = w.company_id and p.id = w.product_id
    where w.company_id = ${sql.company} and w.price_list_id = ${id} order by p.sku, w.from_quantity limit 5000`);
  return { ...list, rows };
}

/** @throws badField name, rows; core.stale when someone else changed it */
export async function savePriceList(tx: Tx, input: ParsedOf<typeof saveWholesalePriceList>): Promise<{ id: number }> {
  if (input.validFrom && input.validTo && input.validFrom > input.validTo)
    throw badField('validTo', 'wholesale.endsBefore');
  await assertRows(tx, input.rows);
  const id = await writeList(tx, input);
  await tx.rows(sql`delete from wholesale_price where company_id = ${sql.company} and price_list_id = ${id}`);
  await tx.rows(sql`insert into wholesale_price (company_id, price_list_id, product_id, from_quantity, unit_price)
    select ${sql.company}, ${id}, r."productId", r."fromQuantity", r."unitPrice"
    from jsonb_to_recordset(${JSON.stringify(input.rows)}::jsonb) as r("productId" bigint, "fromQuantity" int, "unitPrice" numeric) returning 1`);
  audited(tx, AUDITED.listSaved, 'wholesale_price_list', id, input.name);
  return { id };
}

async function writeList(tx: Tx, input: ParsedOf<typeof saveWholesalePriceList>): Promise<number> {
  const { id, name, currency, validFrom, validTo } = input;
  const namesake = await tx.row(sql`select 1 as one from wholesale_price_list
    where company_id = ${sql.company} and name = ${name} and id is distinct from ${id ?? null}::bigint`);
  if (namesake) throw badField('name', 'wholesale.nameTaken', { name });
  const written = id
    ? await tx.row<{ id: number }>(sql`update wholesale_price_list set name = ${name}, currency = ${currency},
        valid_from = ${validFrom}, valid_to = ${validTo}, version = version + 1
        where company_id = ${sql.company} and id = ${id} and version = ${input.version ?? 0} returning id`)
    : await tx.row<{
        id: number;
      }>(sql`insert into wholesale_price_list (company_id, name, currency, valid_from, valid_to)
        values (${sql.company}, ${name}, ${currency}, ${validFrom}, ${validTo}) returning id`);
  if (!written) throw conflict('wholesale.stale');
  return written.id;
}

async function assertRows(tx: Tx, rows: readonly { productId: number; fromQuantity: number }[]): Promise<void> {
  const known = await productFacts(tx, [...new Set(rows.map((row) => row.productId))]);
  const visited = new Set<string>();
  rows.forEach((row, at) => {
    if (!known.has(row.productId)) throw badField(`rows.${at}.productId`, 'wholesale.productUnknown');
    const key = `${row.productId}/${row.fromQuantity}`;
    if (visited.has(key)) throw badField(`rows.${at}.fromQuantity`, 'wholesale.priceTwice');
    visited.add(key);
  });
}

export async function deletePriceList(tx: Tx, id: number): Promise<void> {
  const list = await priceLists.one(tx, id);
  if (list.customers > 0) throw conflict('wholesale.listInUse', { name: list.name, customers: list.customers });
  await tx.rows(sql`delete from wholesale_price_list where company_id = ${sql.company} and id = ${id}`);
  audited(tx, AUDITED.listDeleted, 'wholesale_price_list', id, list.name);
}

export interface ListedPrice {
  unitPrice: string | null;
  fromQuantity: number | null;
  priceListName: string | null;
}

/** Today's list prices of products in these quantities, in their order: the highest price break reached. */
export async function listedPrices(
  tx: Tx,
  of: { priceListId: number | null; currency: string },
  lines: readonly { productId: number; quantity: number }[],
): Promise<ListedPrice[]> {
  const today = localDay(tx.now, (await companyOf(tx)).timeZone);
  const rows = await tx.rows<ListedPrice & { at: number }>(sql`
    select r.at::int, trim_scale(p.unit_price)::text as unit_price, p.from_quantity, p.name as price_list_name
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, at) => ({ at, ...line })))}::jsonb)
      as r(at int, "productId" bigint, quantity int)
    left join lateral (select w.unit_price, w.from_quantity, l.name from wholesale_price_list l
      join wholesale_price w on w.company_id = l.company_id and w.price_list_id = l.id
      where l.company_id = ${sql.company} and l.id = ${of.priceListId} and l.currency = ${of.currency}
        and (l.valid_from is null or l.valid_from <= ${today}::date) and (l.valid_to is null or l.valid_to >= ${today}::date)
        and w.product_id = r."productId" and w.from_quantity <= r.quantity
      order by w.from_quantity desc limit 1) p on true
    order by r.at`);
  return rows;
}
