import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type DeclaredLine, mayAct, type saveOrderCustoms as saveCall } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { isVague } from '../../catalog/public.ts';
import { lastChange } from '../actions/actions.ts';
import type { orderLineCustoms } from '../line-customs.tables.ts';
import { orderDetail } from '../list/detail.ts';
import { goodsCustoms } from './goods-customs.ts';

/** Whether order `s` leaves the country of its warehouse. Null: one of the two is not known. */
export const ABROAD = sql`(select nullif(w.address ->> 'country', '') <> nullif(s.country, '') from warehouse w
  where w.company_id = ${sql.company} and w.id = s.warehouse_id)`;

/** What the order declares for its goods. @throws notFound also for orders out of the actor's shops and modules */
export async function orderCustoms(tx: Tx, id: number) {
  await orderDetail(tx, id);
  const [order, list] = await Promise.all([
    tx.row<{ country: string; abroad: boolean | null }>(
      sql`select s.country, ${ABROAD} as abroad from sales_order s where s.company_id = ${sql.company} and s.id = ${id}`,
    ),
    declaredLines(tx, id),
  ]);
  return { country: order?.country ?? '', abroad: order?.abroad ?? null, list };
}

const declaredLines = (tx: Tx, orderId: number): Promise<DeclaredLine[]> =>
  tx.rows<DeclaredLine>(sql`select l.id as line_id, p.id as product_id, p.sku, og.quantity,
      d.name_zh, d.name_en, d.hs_code, d.origin, d.value_usd, d.cap_usd, d.sources,
      jsonb_build_object('nameZh', coalesce(c.name_zh, ''), 'nameEn', coalesce(c.name_en, ''), 'hsCode', coalesce(c.hs_code, ''),
        'origin', coalesce(c.origin, ''), 'valueUsd', trim_scale(c.value_usd)::text) as own
    from order_line l join sales_order s on s.company_id = ${sql.company} and s.id = l.order_id
    join order_goods og on og.company_id = ${sql.company} and og.line_id = l.id
    join product p on p.company_id = ${sql.company} and p.id = og.product_id
    left join order_line_customs c on c.company_id = ${sql.company} and c.line_id = l.id and c.product_id = p.id
    cross join lateral (${goodsCustoms(tx, { traced: true })}) d
    where l.company_id = ${sql.company} and l.order_id = ${orderId} order by l.id, p.sku limit 1000`);

const FIELDS = ['nameZh', 'nameEn', 'hsCode', 'origin', 'valueUsd'] as const;

/**
 * @throws conflict orders.customsLate once the order has left, core.stale after another change; badField for a vague name,
 * and for a value of zero or above the cap
 */
export async function saveOrderCustoms(tx: Tx, input: ParsedOf<typeof saveCall>): Promise<void> {
  const { id, version, lineId, productId, ...fields } = input;
  const order = await orderDetail(tx, id);
  if (!mayAct('editCustoms', order)) throw conflict('orders.customsLate', { number: order.displayNo });
  const line = (await declaredLines(tx, id)).find((one) => one.lineId === lineId && one.productId === productId);
  if (!line) throw notFound('orders.lineNotFound');
  assertSense(fields, line);
  const written = await tx.row(sql`update sales_order set version = version + 1
    where company_id = ${sql.company} and id = ${id} and version = ${version} returning id`);
  if (!written) throw conflict('core.stale', await lastChange(tx, id));
  await tx.rows(sql`delete from order_line_customs
    where company_id = ${sql.company} and line_id = ${lineId} and product_id = ${productId}`);
  const own = FIELDS.some((name) => fields[name]);
  if (own) await addRows<typeof orderLineCustoms>(tx, 'order_line_customs', [{ lineId, productId, ...fields }]);
  const changes = FIELDS.flatMap((name) => {
    const [before, after] = [line.own[name] ?? '', fields[name] ?? ''];
    return before === after ? [] : [[name, [before, after]] as const];
  });
  const detail = { sku: line.sku, changes: Object.fromEntries(changes) };
  writeHistory(tx, [{ docKind: 'sales_order', docId: id, event: 'customsEdited', detail }]);
}

type Fields = Pick<ParsedOf<typeof saveCall>, (typeof FIELDS)[number]>;

function assertSense(fields: Fields, { capUsd }: DeclaredLine): void {
  for (const name of ['nameZh', 'nameEn'] as const)
    if (isVague(fields[name])) throw badField(name, 'catalog.vagueName');
  if (!fields.valueUsd) return;
  if (new Decimal(fields.valueUsd).isZero()) throw badField('valueUsd', 'catalog.zeroValue');
  if (capUsd && new Decimal(fields.valueUsd).gt(capUsd))
    throw badField('valueUsd', 'orders.customsAboveCap', { cap: capUsd });
}
