import type { CountLine, CountPlace } from '@tradewind/contract/warehouse.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { say } from '../../../core/text/texts.ts';
import { shownHistory } from '../outbound/moves.ts';
import { counts, LINE, LINE_FROM } from './list.ts';
import { seesBooks } from './shows-books.ts';

const MOST = 2_000;

export function placesOf(tx: Tx, countId: number, onlyLeft: boolean): Promise<CountPlace[]> {
  return tx.rows<CountPlace>(
    sql`select p.location_id, l.code, p.round, p.again, p.actor, p.counted_at
     from count_location p join location l on l.company_id = ${sql.company} and l.id = p.location_id
     where p.company_id = ${sql.company} and p.count_id = ${countId} and (not ${onlyLeft} or p.round = 0 or p.again)
     order by p.path_order, l.code limit ${sql.literal(MOST)}`,
  );
}

type LineRow = Omit<CountLine, 'reason'> & { code: string | null };

function linesOf(tx: Tx, id: number): Promise<LineRow[]> {
  return tx.rows<LineRow>(
    sql`select ${LINE} ${LINE_FROM} where l.company_id = ${sql.company} and l.count_id = ${id}
     order by (l.counted <> l.expected and l.round = p.round) desc, p.path_order, o.code, g.sku, l.batch_id, l.round desc limit ${sql.literal(MOST)}`,
  );
}

/**
 * Blind counters see only their own counts: no system quantities, no counts of others, no missing products, no order by
 * variance.
 */
function ownLinesOf(tx: Tx, id: number): Promise<LineRow[]> {
  return tx.rows<LineRow>(
    sql`select ${LINE} ${LINE_FROM} where l.company_id = ${sql.company} and l.count_id = ${id} and l.user_id = ${tx.actor.userId} and l.counted > 0
     order by p.path_order, o.code, g.sku, l.batch_id, l.round desc limit ${sql.literal(MOST)}`,
  );
}

export async function countDetail(tx: Tx, ctx: Ctx, id: number) {
  const row = await counts.one(tx, id);
  const sees = seesBooks(tx, row);
  const seesCost = maySee(tx.rights, 'seeCost');
  const [places, lines, products, history, soFar] = await Promise.all([
    placesOf(tx, id, false),
    sees ? linesOf(tx, id) : ownLinesOf(tx, id),
    tx.rows<{ id: number; sku: string }>(
      sql`select p.id, p.sku from stock_count c cross join jsonb_array_elements(c.product_ids) x
       join product p on p.company_id = ${sql.company} and p.id = x.value::bigint
       where c.company_id = ${sql.company} and c.id = ${id} order by p.sku`,
    ),
    shownHistory(tx, 'count', id),
    sees && seesCost && ['counting', 'waiting'].includes(row.state) ? valueSoFar(tx, id) : null,
  ]);
  return {
    ...row,
    valueSoFar: soFar,
    products,
    places,
    history,
    lines: lines.map(({ code, ...line }) => ({
      ...line,
      expected: sees ? line.expected : null,
      difference: sees ? line.difference : null,
      value: sees && seesCost ? line.value : null,
      reason: code ? say(ctx.language, code) : null,
    })),
  };
}

/** Variance value so far at the products' last costs, gains less losses. Null before the first count. */
async function valueSoFar(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx.rows<{ value: string | null }>(
    sql`select case when count(*) > 0 then coalesce(sum(value::numeric), 0)::numeric(18,2)::text end as value
     from (select ${LINE} ${LINE_FROM} where l.company_id = ${sql.company} and l.count_id = ${id} and l.round = p.round) x`,
  );
  return row?.value ?? null;
}

type Lying = {
  locationId: number;
  sku: string;
  barcode: string | null;
  nameZh: string;
  nameEn: string;
  condition: string;
  onHand: number;
};

/** System quantities in the locations of a count, one row per product and condition. */
export function goodsOf(tx: Tx, countId: number, locationIds: readonly number[]): Promise<Lying[]> {
  return tx.rows<Lying>(
    sql`select b.location_id, g.sku, g.barcode, g.name_zh, g.name_en, b.condition, sum(b.on_hand)::int as on_hand
     from stock_count c join bin_stock b on b.company_id = ${sql.company} and b.location_id = any(${locationIds}::bigint[])
     join product g on g.company_id = ${sql.company} and g.id = b.product_id
     where c.company_id = ${sql.company} and c.id = ${countId} and b.on_hand > 0
       and (c.product_ids is null or c.product_ids @> to_jsonb(b.product_id))
     group by 1, 2, 3, 4, 5, 6 order by g.sku, b.condition`,
  );
}

export async function countWork(tx: Tx, id: number) {
  const row = await counts.one(tx, id);
  const places = await placesOf(tx, id, true);
  const goods = seesBooks(tx, row)
    ? Map.groupBy(
        await goodsOf(
          tx,
          id,
          places.map((place) => place.locationId),
        ),
        (one) => one.locationId,
      )
    : new Map<number, Lying[]>();
  return {
    id,
    number: row.number,
    blind: !seesBooks(tx, row),
    total: row.locations,
    left: row.locations - row.counted + row.again,
    places: places.map((place) => ({
      ...place,
      goods: (goods.get(place.locationId) ?? []).map(({ locationId: _place, ...one }) => one),
    })),
  };
}
