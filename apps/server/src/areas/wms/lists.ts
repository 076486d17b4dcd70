import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { beginsWith } from '../../core/database/statement.ts';
import { readFailure } from '../../core/jobs/failure.ts';
import { defineList, is, when } from '../../core/lists.ts';
import { inWarehouses } from '../../core/scope.ts';
import { say } from '../../core/text/texts.ts';
import { givesLabels, takesAsns } from './access.ts';
import { warehousesFor } from './adopt.ts';
import { connections } from './connections.ts';
import { troubled } from './outbox.ts';

type FilterOf<C> = Omit<ParsedOf<C>, 'page' | 'pageSize'>;

type OrderRow = ResultOf<typeof calls.wmsOrders>['rows'][number];
const orders = defineList<FilterOf<typeof calls.wmsOrders>, OrderRow>({
  table: 'wms_order',
  as: 't',
  scope: (tx) => inWarehouses(tx, sql`t.warehouse_id`),
  filters: {
    id: is(sql`t.connection_id`),
    houseId: is(sql`t.warehouse_id`),
    state: is(sql`t.state`),
    troubled: when(troubled(sql`t`)),
    text: (text) =>
      sql`(${beginsWith(sql`t.client_no`, text)} or ${beginsWith(sql`t.order_no`, text)} or t.provider_no = ${text})`,
  },
  order: sql`t.id desc`,
  columns: sql`t.id, t.connection_id, t.warehouse_id, w.name as warehouse_name, t.kind, t.doc_id, t.client_no, t.order_id,
    t.order_no, t.state, t.attempts, t.next_at, t.error, t.error_code, t.provider_no, t.status, t.raw_status,
    t.cancel_state, t.packages, t.created_at, t.sent_at`,
  joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = t.warehouse_id`,
});

/** The provider's message unchanged, or our error in the user's language. */
function shownError(error: string | null, language: Language): string | null {
  if (error === null) return null;
  const { code, params } = readFailure(error);
  return code === null ? error : say(language, code, params).trim();
}

const shownOrder = (row: OrderRow, language: Language): OrderRow => ({
  ...row,
  error: shownError(row.error, language),
  packages: row.packages.map(({ packageNo, carrier, trackingNumber }) => ({
    packageNo,
    carrier: carrier ?? '',
    trackingNumber: trackingNumber ?? '',
  })),
});

export async function orderPage(tx: Tx, language: Language, query: ParsedOf<typeof calls.wmsOrders>) {
  const found = await orders.page(tx, query);
  return { ...found, rows: found.rows.map((row) => shownOrder(row, language)) };
}

/** The status of an ASN at its provider. */
export async function inboundThere(
  app: App,
  tx: Tx,
  language: Language,
  inboundId: number,
): Promise<ResultOf<typeof calls.inboundAtWms>> {
  const [notice] = await tx.rows<{ warehouseId: number }>(
    sql`select warehouse_id from inbound where company_id = ${sql.company} and id = ${inboundId}
       and (${tx.rights.warehouseIds}::bigint[] is null or warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))`,
  );
  const site = notice && (await warehousesFor(tx, [notice.warehouseId])).get(notice.warehouseId);
  const connected = site !== undefined && takesAsns(site.provider);
  if (!connected) return { connected, order: null };
  const sent = await tx.row<{ id: number; provider: string; sandbox: boolean }>(
    sql`select t.id, c.provider, c.sandbox from wms_order t
     join wms_connection c on c.company_id = ${sql.company} and c.id = t.connection_id
     where t.company_id = ${sql.company} and t.kind = 'inbound' and t.doc_id = ${inboundId}`,
  );
  const [row] = sent ? await orders.byIds(tx, [sent.id]) : [];
  if (!sent || !row) return { connected, order: null };
  const there = row.providerNo !== null && (row.state === 'sent' || row.state === 'done');
  return {
    connected,
    order: { ...shownOrder(row, language), labels: there && givesLabels(app, sent.provider, sent.sandbox) },
  };
}

export const wmsProducts = defineList<
  FilterOf<typeof calls.wmsProducts>,
  ResultOf<typeof calls.wmsProducts>['rows'][number]
>({
  table: 'wms_product',
  as: 't',
  filters: {
    id: is(sql`t.connection_id`),
    state: is(sql`t.state`),
    text: (text) => sql`(${beginsWith(sql`t.code`, text)} or t.product_id in (
      select p.id from product p where p.company_id = ${sql.company} and ${beginsWith(sql`p.sku`, text)}))`,
  },
  order: sql`t.id desc`,
  columns: sql`t.id, t.product_id, p.sku, p.name_zh, p.name_en, t.code, t.state, t.problem, t.measured, t.pushed_at`,
  joins: sql`join product p on p.company_id = ${sql.company} and p.id = t.product_id`,
});

export const differences = defineList<
  FilterOf<typeof calls.wmsDifferences>,
  ResultOf<typeof calls.wmsDifferences>['rows'][number]
>({
  table: 'wms_difference',
  as: 't',
  scope: (tx) => inWarehouses(tx, sql`t.warehouse_id`),
  filters: { houseId: is(sql`t.warehouse_id`), state: is(sql`t.state`) },
  order: sql`t.id desc`,
  columns: sql`t.id, t.warehouse_id, t.product_id, coalesce(p.sku, '') as sku, t.code, t.ours, t.theirs,
    t.shipped, t.received, t.rest, t.entries, t.jump, t.state, t.remark, t.seen_at, t.settled_by`,
  joins: sql`left join product p on p.company_id = ${sql.company} and p.id = t.product_id`,
});

export const fees = defineList<FilterOf<typeof calls.wmsFees>, ResultOf<typeof calls.wmsFees>['rows'][number]>({
  table: 'wms_fee',
  as: 't',
  filters: { id: is(sql`t.connection_id`) },
  order: sql`t.id desc`,
  columns: sql`t.id, t.fee_id, t.at, t.ref_type, t.ref_no, o.client_no, t.fee_type, t.direction, t.amount, t.currency,
    t.settlement`,
  joins: sql`left join wms_order o on o.company_id = ${sql.company} and o.id = t.wms_order_id`,
});

type WarehouseRow = NonNullable<ResultOf<typeof calls.wmsWarehouse>>;
export async function warehousePage(
  app: App,
  tx: Tx,
  language: Language,
  warehouseId: number,
): Promise<WarehouseRow | null> {
  const visible = tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(warehouseId);
  const warehouse = visible ? (await warehousesFor(tx, [warehouseId])).get(warehouseId) : undefined;
  if (!warehouse) return null;
  const [connection] = await connections(app, tx, warehouse.connectionId);
  if (!connection) return null;
  const [about] = await tx.rows<Pick<WarehouseRow, 'stockAt' | 'stockError' | 'methodsAt'>>(
    sql`select stock_at, stock_error, methods_at from wms_warehouse
     where company_id = ${sql.company} and warehouse_id = ${warehouseId}`,
  );
  const methods = await tx.rows<WarehouseRow['methods'][number]>(
    sql`select code, name, carrier, countries, max_weight_grams, tracking, gone from wms_method
     where company_id = ${sql.company} and warehouse_id = ${warehouseId} order by gone, code`,
  );
  const choices = await tx.rows<WarehouseRow['choices'][number]>(
    sql`select channel_id, method_code from wms_method_choice
     where company_id = ${sql.company} and warehouse_id = ${warehouseId} order by channel_id`,
  );
  const channels = await tx.rows<WarehouseRow['channels'][number]>(
    sql`select id, name from shipping_channel where company_id = ${sql.company} and enabled order by name, id limit 200`,
  );
  return {
    connection,
    code: warehouse.code,
    stockAt: about?.stockAt ?? null,
    stockError: shownError(about?.stockError ?? null, language),
    methodsAt: about?.methodsAt ?? null,
    methods,
    choices,
    channels,
  };
}
