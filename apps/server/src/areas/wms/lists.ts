import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { countRows, endOfPrefix, Params, pageStatement } from '../../core/database/statement.ts';
import { readFailure } from '../../core/jobs/failure.ts';
import { say } from '../../core/text/texts.ts';
import { givesLabels } from './access.ts';
import { housesOf } from './adopt.ts';
import { connections } from './connections.ts';
import { troubled } from './outbox.ts';

/** A page of rows with how many there are, cut off where counting would take long. */
async function paged<T extends Record<string, unknown>>(
  tx: Tx,
  { page, pageSize }: { page: number; pageSize: number },
  columns: string,
  from: string,
  where: (params: Params) => string,
): Promise<{ rows: T[]; total: number; totalExact: boolean }> {
  const params = new Params();
  const matching = where(params);
  const limit = `limit ${params.add(pageSize)} offset ${params.add((page - 1) * pageSize)}`;
  const rows = await pageStatement<T>(
    tx,
    `select ${columns} ${from} where ${matching} order by t.id desc ${limit}`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, `${from} where ${where(counted)}`, counted);
  return { rows, ...totals };
}

const inScope = (tx: Tx, params: Params, column: string) =>
  tx.rights.warehouseIds ? [`${column} = any(${params.add(tx.rights.warehouseIds)}::bigint[])`] : [];

type OrderRow = ResultOf<typeof calls.wmsOrders>['rows'][number];
const ORDER = `t.id, t.connection_id as "connectionId", t.warehouse_id as "warehouseId", w.name as "warehouseName", t.kind,
  t.doc_id as "docId", t.client_no as "clientNo", t.order_id as "orderId", t.order_no as "orderNo", t.state, t.attempts,
  t.next_at as "nextAt", t.error, t.error_code as "errorCode", t.provider_no as "providerNo", t.status,
  t.raw_status as "rawStatus", t.cancel_state as "cancelState", t.packages, t.created_at as "createdAt", t.sent_at as "sentAt"`;
const FROM_ORDER = `from wms_order t join warehouse w on w.company_id = t.company_id and w.id = t.warehouse_id`;

const iso = (at: unknown) => (at === null || at === undefined ? null : new Date(at as string).toISOString());

/** A provider's words as they are; what is missing on our side in the reader's language. */
function shownError(error: string | null, language: Language): string | null {
  if (error === null) return null;
  const { code, params } = readFailure(error);
  return code === null ? error : say(language, code, params).trim();
}

function shownOrder(row: OrderRow, language: Language): OrderRow {
  return {
    ...row,
    error: shownError(row.error, language),
    nextAt: iso(row.nextAt),
    createdAt: iso(row.createdAt) ?? '',
    sentAt: iso(row.sentAt),
    packages: row.packages.map((one) => ({
      packageNo: one.packageNo,
      carrier: one.carrier ?? '',
      trackingNumber: one.trackingNumber ?? '',
    })),
  };
}

export async function orderPage(tx: Tx, language: Language, query: ParsedOf<typeof calls.wmsOrders>) {
  const found = await paged<OrderRow>(tx, query, ORDER, FROM_ORDER, (params) => {
    const where = [`t.company_id = ${params.add(tx.companyId)}`, ...inScope(tx, params, 't.warehouse_id')];
    if (query.id) where.push(`t.connection_id = ${params.add(query.id)}`);
    if (query.houseId) where.push(`t.warehouse_id = ${params.add(query.houseId)}`);
    if (query.state) where.push(`t.state = ${params.add(query.state)}`);
    if (query.troubled) where.push(troubled('t'));
    const text = query.text?.trim();
    if (text) {
      const [from, to] = [params.add(text), params.add(endOfPrefix(text))];
      where.push(
        `(t.client_no >= ${from} and t.client_no < ${to} or t.order_no >= ${from} and t.order_no < ${to} or t.provider_no = ${from})`,
      );
    }
    return where.join(' and ');
  });
  return { ...found, rows: found.rows.map((row) => shownOrder(row, language)) };
}

/** How a notice is at its provider. */
export async function inboundThere(
  app: App,
  tx: Tx,
  language: Language,
  inboundId: number,
): Promise<ResultOf<typeof calls.inboundAtWms>> {
  const [notice] = await tx.prepared<{ warehouseId: number }>(
    'wms_notice_house',
    `select warehouse_id as "warehouseId" from inbound where company_id = $1 and id = $2
       and ($3::bigint[] is null or warehouse_id = any($3))`,
    [tx.companyId, inboundId, tx.rights.warehouseIds],
  );
  const connected = notice !== undefined && (await housesOf(tx, [notice.warehouseId])).size > 0;
  if (!connected) return { connected, order: null };
  const [row] = await tx.prepared<OrderRow & { provider: string; sandbox: boolean }>(
    'wms_notice_order',
    `select ${ORDER}, c.provider, c.sandbox ${FROM_ORDER}
     join wms_connection c on c.company_id = t.company_id and c.id = t.connection_id where t.company_id = $1 and t.kind = 'inbound' and t.doc_id = $2`,
    [tx.companyId, inboundId],
  );
  if (!row) return { connected, order: null };
  const there = row.providerNo !== null && (row.state === 'sent' || row.state === 'done');
  return {
    connected,
    order: { ...shownOrder(row, language), labels: there && givesLabels(app, row.provider, row.sandbox) },
  };
}

type ProductRow = ResultOf<typeof calls.wmsProducts>['rows'][number];
export async function productPage(tx: Tx, query: ParsedOf<typeof calls.wmsProducts>) {
  const found = await paged<ProductRow>(
    tx,
    query,
    `t.id, t.product_id as "productId", p.sku, p.name_zh as "nameZh", p.name_en as "nameEn", t.code, t.state, t.problem,
      t.measured, t.pushed_at as "pushedAt"`,
    'from wms_product t join product p on p.company_id = t.company_id and p.id = t.product_id',
    (params) => {
      const where = [`t.company_id = ${params.add(tx.companyId)}`, `t.connection_id = ${params.add(query.id)}`];
      if (query.state) where.push(`t.state = ${params.add(query.state)}`);
      const text = query.text?.trim();
      if (text) {
        const [from, to] = [params.add(text), params.add(endOfPrefix(text))];
        where.push(`(t.code >= ${from} and t.code < ${to} or p.sku >= ${from} and p.sku < ${to})`);
      }
      return where.join(' and ');
    },
  );
  return { ...found, rows: found.rows.map((row) => ({ ...row, pushedAt: iso(row.pushedAt) })) };
}

type DifferenceRow = ResultOf<typeof calls.wmsDifferences>['rows'][number];
export async function differencePage(tx: Tx, query: ParsedOf<typeof calls.wmsDifferences>) {
  const found = await paged<DifferenceRow>(
    tx,
    query,
    `t.id, t.warehouse_id as "warehouseId", t.product_id as "productId", coalesce(p.sku, '') as sku, t.code, t.ours, t.theirs,
      t.shipped, t.received, t.rest, t.entries, t.jump, t.state, t.remark, t.seen_at as "seenAt", t.settled_by as "settledBy"`,
    'from wms_difference t left join product p on p.company_id = t.company_id and p.id = t.product_id',
    (params) =>
      [
        `t.company_id = ${params.add(tx.companyId)}`,
        `t.warehouse_id = ${params.add(query.houseId)}`,
        `t.state = ${params.add(query.state)}`,
        ...inScope(tx, params, 't.warehouse_id'),
      ].join(' and '),
  );
  return { ...found, rows: found.rows.map((row) => ({ ...row, seenAt: iso(row.seenAt) ?? '' })) };
}

type FeeRow = ResultOf<typeof calls.wmsFees>['rows'][number];
export async function feePage(tx: Tx, query: ParsedOf<typeof calls.wmsFees>) {
  const found = await paged<FeeRow>(
    tx,
    query,
    `t.id, t.fee_id as "feeId", t.at, t.ref_type as "refType", t.ref_no as "refNo", o.client_no as "clientNo",
      t.fee_type as "feeType", t.direction, t.amount, t.currency, t.settlement`,
    'from wms_fee t left join wms_order o on o.company_id = t.company_id and o.id = t.wms_order_id',
    (params) => `t.company_id = ${params.add(tx.companyId)} and t.connection_id = ${params.add(query.id)}`,
  );
  return { ...found, rows: found.rows.map((row) => ({ ...row, at: iso(row.at) ?? '' })) };
}

type HouseRow = NonNullable<ResultOf<typeof calls.wmsHouse>>;
export async function housePage(app: App, tx: Tx, language: Language, houseId: number): Promise<HouseRow | null> {
  const visible = tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(houseId);
  const house = visible ? (await housesOf(tx, [houseId])).get(houseId) : undefined;
  if (!house) return null;
  const [connection] = await connections(app, tx, house.connectionId);
  if (!connection) return null;
  const [about] = await tx.prepared<Pick<HouseRow, 'stockAt' | 'stockError' | 'methodsAt'>>(
    'wms_house_about',
    `select stock_at as "stockAt", stock_error as "stockError", methods_at as "methodsAt" from wms_warehouse
     where company_id = $1 and warehouse_id = $2`,
    [tx.companyId, houseId],
  );
  const methods = await tx.prepared<HouseRow['methods'][number]>(
    'wms_house_methods',
    `select code, name, carrier, countries, max_weight_grams as "maxWeightGrams", tracking, gone from wms_method
     where company_id = $1 and warehouse_id = $2 order by gone, code`,
    [tx.companyId, houseId],
  );
  const choices = await tx.prepared<HouseRow['choices'][number]>(
    'wms_house_choices',
    `select channel_id as "channelId", method_code as "methodCode" from wms_method_choice
     where company_id = $1 and warehouse_id = $2 order by channel_id`,
    [tx.companyId, houseId],
  );
  const channels = await tx.prepared<HouseRow['channels'][number]>(
    'wms_house_channels',
    'select id, name from shipping_channel where company_id = $1 and enabled order by name, id limit 200',
    [tx.companyId],
  );
  return {
    connection,
    code: house.code,
    stockAt: iso(about?.stockAt),
    stockError: shownError(about?.stockError ?? null, language),
    methodsAt: iso(about?.methodsAt),
    methods,
    choices,
    channels,
  };
}
