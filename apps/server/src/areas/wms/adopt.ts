import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { WmsWarehouse } from '@tradewind/connectors/wms.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, Fail, notFound } from '../../core/errors.ts';
import { defineJob } from '../../core/jobs/jobs.ts';
import { adoptWarehouse, followProvider, warehouseConnected, warehouseDeleting } from '../warehouse/public.ts';
import { readAccount, withWms } from './access.ts';
import { askMethods, askSend, METHODS_JOB } from './jobs.ts';

/** The provider's message for the waiting user. */
export function inWords(error: unknown): never {
  if (error instanceof ConnectorError) throw new Fail('wms.saysNo', 422, { words: error.message.slice(0, 300) });
  throw error;
}

export async function theirWarehouses(app: App, ctx: Ctx, id: number): Promise<ResultOf<typeof calls.wmsWarehouses>> {
  const theirs = await withWms(app, ctx, id, (wms, access) => wms.warehouses(access)).catch(inWords);
  const ours = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{ code: string; warehouseId: number }>(
      sql`select code, warehouse_id from wms_warehouse where company_id = ${sql.company} and connection_id = ${id}`,
    ),
  );
  const idOf = new Map(ours.map((row) => [row.code, row.warehouseId]));
  return theirs.map((row) => ({ ...row, warehouseId: idOf.get(row.code) ?? null }));
}

/** The company's first account with a provider, for calls without one. */
export async function accountWith(app: App, ctx: Ctx, provider: string): Promise<number | undefined> {
  const [row] = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{ id: number }>(
      sql`select id from wms_connection where company_id = ${sql.company} and provider = ${provider} order by id limit 1`,
    ),
  );
  return row?.id;
}

type Desired = ParsedOf<typeof calls.adoptWmsWarehouses>;

/** Keeps codes that are connected already: a repeated click creates nothing twice. */
export async function adopt(app: App, ctx: Ctx, { id, warehouses }: Desired): Promise<{ ids: number[] }> {
  const account = await readAccount(app, ctx, id);
  const theirs = await withWms(app, ctx, id, (wms, access) => wms.warehouses(access)).catch(inWords);
  const byCode = new Map(theirs.map((row) => [row.code, row]));
  const strange = warehouses.findIndex(({ code }) => !byCode.has(code));
  if (strange >= 0) throw badField(`warehouses.${strange}.code`, 'wms.codeUnknown');
  return app.database.inCompany(ctx, async (tx) => {
    // Two users connect at once: the second sees the first one's warehouses.
    await tx.rows(sql`select 1 from wms_connection where company_id = ${sql.company} and id = ${id} for update`);
    const ids: number[] = [];
    for (const { code, personInCharge } of warehouses) {
      const found = byCode.get(code);
      if (found) ids.push(await adoptOne(tx, id, account.provider, found, personInCharge));
    }
    return { ids };
  });
}

async function adoptOne(
  tx: Tx,
  connectionId: number,
  provider: string,
  { code, name, country }: WmsWarehouse,
  personInCharge: string,
): Promise<number> {
  const [known] = await tx.rows<{ warehouseId: number }>(
    sql`select warehouse_id from wms_warehouse where company_id = ${sql.company} and connection_id = ${connectionId} and code = ${code}`,
  );
  if (known) return known.warehouseId;
  const warehouseId = await adoptWarehouse(tx, { provider, providerCode: code, name, country, personInCharge });
  await tx.rows(
    sql`insert into wms_warehouse (company_id, warehouse_id, connection_id, code) values (${sql.company}, ${warehouseId}, ${connectionId}, ${code})`,
  );
  await askMethods(tx, connectionId, warehouseId);
  return warehouseId;
}

warehouseConnected.listen(async (tx, { warehouseId, connected }) => {
  if ((await warehousesFor(tx, [warehouseId])).has(warehouseId)) connected();
});

/** The provider decides the name and country of a third-party warehouse. */
export async function readParticulars(
  app: App,
  ctx: Ctx,
  { warehouseId, connectionId, code }: Omit<Warehouse, 'provider'>,
): Promise<void> {
  const theirs = await withWms(app, ctx, connectionId, (wms, access) => wms.warehouses(access));
  const answered = theirs.find((row) => row.code === code);
  if (!answered) return;
  await app.database.inCompany(ctx, (tx) => followProvider(tx, warehouseId, answered));
}

const TABLES = ['wms_stock', 'wms_difference', 'wms_method_choice', 'wms_method', 'wms_warehouse'] as const;

// Connected by mistake and never used: it can be connected again.
warehouseDeleting.listen(async (tx, { warehouseId }) => {
  for (const table of TABLES)
    await tx.rows(
      sql`delete from ${sql.id(table, TABLES)} where company_id = ${sql.company} and warehouse_id = ${warehouseId}`,
    );
});

export type Warehouse = { warehouseId: number; connectionId: number; code: string; provider: string };

/** Provider data of third-party warehouses; own warehouses are absent. */
export async function warehousesFor(tx: Tx, warehouseIds: readonly number[]): Promise<Map<number, Warehouse>> {
  if (warehouseIds.length === 0) return new Map();
  const rows = await tx.rows<Warehouse>(
    sql`select h.warehouse_id, h.connection_id, h.code, c.provider from wms_warehouse h
     join wms_connection c on c.company_id = ${sql.company} and c.id = h.connection_id
     where h.company_id = ${sql.company} and h.warehouse_id = any(${[...new Set(warehouseIds)]}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.warehouseId, row]));
}

/** @throws notFound wms.notConnected */
export async function warehouseOf(tx: Tx, warehouseId: number): Promise<Warehouse> {
  const visible = tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(warehouseId);
  const warehouse = visible ? (await warehousesFor(tx, [warehouseId])).get(warehouseId) : undefined;
  if (!warehouse) throw notFound('wms.notConnected');
  return warehouse;
}

defineJob<{ connectionId: number; warehouseId: number }>(
  METHODS_JOB.name,
  ['同步第三方仓发货方式', 'Sync provider shipping methods'],
  async (app, ctx, { warehouseId }) => readMethods(app, ctx, warehouseId),
);

/** Methods no longer offered stay, marked: channels may use them. */
export async function readMethods(app: App, ctx: Ctx, warehouseId: number): Promise<void> {
  const warehouse = await app.database.inCompany(ctx, (tx) => warehouseOf(tx, warehouseId));
  const methods = await withWms(app, ctx, warehouse.connectionId, (wms, access) =>
    wms.shippingMethods(access, warehouse.code),
  );
  await app.database.inCompany(ctx, async (tx) => {
    await tx.rows(
      sql`update wms_method set gone = true where company_id = ${sql.company} and warehouse_id = ${warehouseId} and code <> all(${methods.map(({ code }) => code)}::text[])`,
    );
    await tx.rows(
      sql`insert into wms_method (company_id, warehouse_id, code, name, carrier, countries, max_weight_grams, tracking)
       select ${sql.company}, ${warehouseId}, r.code, r.name, coalesce(r.carrier, ''), coalesce(r.countries, '{}'), r."maxWeightGrams", r.tracking
       from jsonb_to_recordset(${JSON.stringify(methods)}::jsonb) as r(code text, name text, carrier text, countries text[], "maxWeightGrams" int, tracking text)
       on conflict (company_id, warehouse_id, code) do update set name = excluded.name, carrier = excluded.carrier,
         countries = excluded.countries, max_weight_grams = excluded.max_weight_grams, tracking = excluded.tracking, gone = false`,
    );
    await tx.rows(
      sql`update wms_warehouse set methods_at = ${tx.now} where company_id = ${sql.company} and warehouse_id = ${warehouseId}`,
    );
  });
}

type Choices = ParsedOf<typeof calls.chooseWmsMethods>;

const chosen = defineAction('wms.methodsChosen', ['设置服务商发货方式', 'Provider shipping methods set']);

export async function chooseMethods(tx: Tx, { houseId: chosenWarehouseId, choices }: Choices): Promise<void> {
  const warehouse = await warehouseOf(tx, chosenWarehouseId);
  const offered = await tx.rows<{ code: string }>(
    sql`select code from wms_method where company_id = ${sql.company} and warehouse_id = ${chosenWarehouseId} and not gone`,
  );
  const codes = new Set(offered.map(({ code }) => code));
  const strange = choices.findIndex(({ methodCode }) => !codes.has(methodCode));
  if (strange >= 0) throw badField(`choices.${strange}.methodCode`, 'wms.methodUnknown');
  await tx.rows(
    sql`delete from wms_method_choice where company_id = ${sql.company} and warehouse_id = ${chosenWarehouseId}`,
  );
  await tx.rows(
    sql`insert into wms_method_choice (company_id, warehouse_id, channel_id, method_code)
     select ${sql.company}, ${chosenWarehouseId}, r."channelId", r."methodCode" from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as r("channelId" bigint, "methodCode" text)
     on conflict (company_id, warehouse_id, channel_id) do update set method_code = excluded.method_code`,
  );
  const detail = { choices };
  writeAudit(tx, [{ action: chosen, targetKind: 'warehouse', targetId: chosenWarehouseId, targetName: '', detail }]);
  await wake(tx, warehouse.connectionId, ['wms.noMethod']);
}

/** A sent document may be there, whatever the answer: looks it up first; a rejected ASN is not there. */
export const AGAIN = sql`case when wms_order.payload_hash is null then 'waiting'
  when wms_order.kind = 'inbound' and wms_order.provider_no is not null and wms_order.state = 'exception' then 'waiting'
  else 'sending' end`;

/** Retries documents whose missing data is there now. */
export async function wake(tx: Tx, connectionId: number, codes: readonly string[]): Promise<void> {
  const woken = await tx.rows(
    sql`update wms_order set state = ${AGAIN}, next_at = ${tx.now}, error = null, error_code = null, attempts = 0
     where company_id = ${sql.company} and connection_id = ${connectionId} and state = 'exception' and error_code = any(${codes}::text[]) returning 1`,
  );
  if (woken.length > 0) await askSend(tx, connectionId);
}
