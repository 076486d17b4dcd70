import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { receiveReturn } from '@tradewind/contract/returns.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { endOfPrefix } from '../../core/database/statement.ts';
import { badField, notFound, ruleBroken } from '../../core/errors.ts';
import { arrayOf, inShops, inWarehouses } from '../../core/scope.ts';
import { returnsOfBox } from '../logistics/public.ts';
import { goodsMoving, moveStock } from '../stock/public.ts';
import { suggestPlaces } from '../warehouse/public.ts';
import { assertAct, lockReturn, moveReturn, notify, RETURN } from './document.ts';

type Input = ParsedOf<typeof receiveReturn>;

/** Location kinds for returned units, and those they are restocked to. */
const KINDS = { returns: ['returns'], shelf: ['storage', 'picking'] } as const;

export interface Place extends Record<string, unknown> {
  id: number;
  code: string;
  kind: string;
}

export function placesFor(
  tx: Tx,
  input: { warehouseId: number; use: keyof typeof KINDS; text?: string | undefined; id?: number },
): Promise<Place[]> {
  const from = (input.text ?? '').trim().toUpperCase();
  return tx.rows<Place>(sql`select id, code, kind from location where company_id = ${sql.company}
      and warehouse_id = ${input.warehouseId} and enabled and kind = any(${arrayOf(KINDS[input.use])}::text[])
      and code >= ${from} and code < ${endOfPrefix(from)} and (${input.id ?? null}::bigint is null or id = ${input.id ?? null})
      and ${inWarehouses(tx, sql`warehouse_id`)}
    order by code limit 50`);
}

type Choosing = Parameters<typeof placesFor>[1] & { productId?: number | undefined };

/** The same for people to choose from: on the shelf the places that put-away would suggest come first. */
export async function choicesFor(tx: Tx, input: Choosing): Promise<(Place & { suggested: boolean })[]> {
  const places = (await placesFor(tx, input)).map((place) => ({ ...place, suggested: false }));
  const { warehouseId, productId, use } = input;
  if (use !== 'shelf' || productId === undefined || (input.text ?? '').trim() !== '') return places;
  const wish = { warehouseId, productId, batchId: 0, quantity: 1 };
  const [best] = await suggestPlaces(tx, wish);
  if (!best) return places;
  const [place] = await placesFor(tx, { warehouseId, use, id: best.locationId });
  return place ? [{ ...place, suggested: true }, ...places.filter(({ id }) => id !== place.id)] : places;
}

/**
 * Receives the actual units, also more, less or other products than expected, into a returns location. Their condition
 * `returned` counts in no balance, so nobody can sell them.
 */
export async function receive(tx: Tx, input: Input): Promise<{ received: number }> {
  const one = await lockReturn(tx, input.id);
  assertAct(one, 'receive');
  const [place] = await placesFor(tx, {
    warehouseId: input.warehouseId,
    use: 'returns',
    ...(input.locationId ? { id: input.locationId } : {}),
  });
  if (!place) throw input.locationId ? badField('locationId', 'returns.wrongPlace') : ruleBroken('returns.noPlace');
  const lines = await productsOf(tx, one.id, input.lines);
  await goodsMoving.call(tx, { warehouseIds: [input.warehouseId] });
  const items = await tx.rows<{ id: number; productId: number; quantity: number }>(sql`
    insert into return_item (company_id, return_id, line_id, product_id, warehouse_id, location_id, quantity, remaining, at, actor)
    select ${sql.company}, ${one.id}, l."lineId", l."productId", ${input.warehouseId}, ${place.id}, l.quantity, l.quantity,
      ${tx.now}, ${tx.actor.name}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l("lineId" bigint, "productId" bigint, quantity int)
    returning id, product_id as "productId", quantity`);
  await moveStock(
    tx,
    items.map((item) => ({
      warehouseId: input.warehouseId,
      productId: item.productId,
      locationId: place.id,
      condition: 'returned',
      onHand: item.quantity,
      reason: 'returned',
      docKind: RETURN.kind,
      docId: one.id,
      docLine: item.id,
      step: 'receive',
    })),
  );
  const received = items.reduce((sum, item) => sum + item.quantity, 0);
  const detail = { units: received, location: place.code, ...(input.remark ? { remark: input.remark } : {}) };
  if (one.state === 'received') notify(tx, one.id, 'received', { detail });
  else await moveReturn(tx, one, 'received', 'received', detail);
  return { received };
}

interface Expected extends Record<string, unknown> {
  lineId: number;
  productId: number;
}

/** The product and the return line of each row. @throws badField for an unknown code */
async function productsOf(tx: Tx, returnId: number, lines: Input['lines']) {
  const expected =
    await tx.rows<Expected>(sql`select l.id as "lineId", coalesce(g.product_id, l.product_id) as "productId"
    from sales_return_line l left join order_goods g on g.company_id = l.company_id and g.line_id = l.order_line_id and g.bundled
    where l.company_id = ${sql.company} and l.return_id = ${returnId} and l.product_id is not null order by l.id, g.product_id`);
  const codes = lines.flatMap((line) => (line.code ? [line.code] : []));
  const ids = lines.flatMap((line) => (line.productId ? [line.productId] : []));
  const known = await tx.rows<{
    id: number;
    sku: string;
    barcode: string | null;
  }>(sql`select id, sku, barcode from product
    where company_id = ${sql.company} and (id = any(${arrayOf(ids)}::bigint[])
      or sku = any(${arrayOf(codes.map((code) => code.toUpperCase()))}::text[]) or barcode = any(${arrayOf(codes)}::text[])) and kind = 'single'`);
  return lines.map((line, i) => {
    const product = known.find((one) =>
      line.productId ? one.id === line.productId : one.sku === line.code?.toUpperCase() || one.barcode === line.code,
    );
    if (!product) throw badField(`lines.${i}.${line.code ? 'code' : 'productId'}`, 'returns.noProduct');
    const lineId = expected.find((one) => one.productId === product.id)?.lineId ?? null;
    return { lineId, productId: product.id, quantity: line.quantity };
  });
}

/** @throws notFound returns.notFound for a code without a return in the user's shops */
export async function idsOfCode(tx: Tx, code: string): Promise<number[]> {
  const text = code.trim();
  const upper = text.toUpperCase();
  const rows = await tx.rows<{ id: number }>(sql`select r.id from sales_return r where r.company_id = ${sql.company}
      and ${inShops(tx, sql`r.shop_id`)}
      and r.id in (select id from sales_return where company_id = ${sql.company} and number = ${upper}
        union all select id from sales_return where company_id = ${sql.company} and tracking_number in (${text}, ${upper}) and tracking_number <> ''
        union all ${returnsOfBox((number) => sql`${number} in (${text}, ${upper})`)}
        union all select id from sales_return where company_id = ${sql.company} and order_id in (
          select order_id from order_term where company_id = ${sql.company} and term = ${upper} and not buyer))
    order by r.state in ('rejected', 'closed', 'cancelled'), r.id desc limit 20`);
  if (rows.length === 0) throw notFound('returns.codeUnknown', { code: text });
  return rows.map((row) => row.id);
}
