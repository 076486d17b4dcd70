import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { WmsWarehouse } from '@tradewind/connectors/wms.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, Fail, notFound } from '../../core/errors.ts';
import { defineJob } from '../../core/jobs/jobs.ts';
import { adoptWarehouse, rememberWarehouse, warehouseConnected, warehouseDeleting } from '../warehouse/public.ts';
import { readAccount, withWms } from './access.ts';
import { askMethods, askSend, METHODS_JOB } from './jobs.ts';

/** Provider's words to a person who waits for them. */
export function inWords(error: unknown): never {
  if (error instanceof ConnectorError) throw new Fail('wms.saysNo', 422, { words: error.message.slice(0, 300) });
  throw error;
}

export async function theirWarehouses(app: App, ctx: Ctx, id: number): Promise<ResultOf<typeof calls.wmsWarehouses>> {
  const theirs = await withWms(app, ctx, id, (wms, access) => wms.warehouses(access)).catch(inWords);
  const ours = await app.database.inCompany(ctx, (tx) =>
    tx.prepared<{ code: string; warehouseId: number }>(
      'wms_warehouses_of',
      'select code, warehouse_id as "warehouseId" from wms_warehouse where company_id = $1 and connection_id = $2',
      [tx.companyId, id],
    ),
  );
  const idOf = new Map(ours.map((row) => [row.code, row.warehouseId]));
  return theirs.map((row) => ({ ...row, warehouseId: idOf.get(row.code) ?? null }));
}

/** The company's first account with a provider, for calls that name none. */
export async function accountWith(app: App, ctx: Ctx, provider: string): Promise<number | undefined> {
  const [row] = await app.database.inCompany(ctx, (tx) =>
    tx.prepared<{ id: number }>(
      'wms_account_with',
      'select id from wms_connection where company_id = $1 and provider = $2 order by id limit 1',
      [tx.companyId, provider],
    ),
  );
  return row?.id;
}

type Wanted = ParsedOf<typeof calls.adoptWmsWarehouses>;

/** Codes that are ours already stay as they are: a repeated click makes nothing twice. */
export async function adopt(app: App, ctx: Ctx, { id, warehouses }: Wanted): Promise<{ ids: number[] }> {
  const account = await readAccount(app, ctx, id);
  const theirs = await withWms(app, ctx, id, (wms, access) => wms.warehouses(access)).catch(inWords);
  const byCode = new Map(theirs.map((row) => [row.code, row]));
  const strange = warehouses.findIndex(({ code }) => !byCode.has(code));
  if (strange >= 0) throw badField(`warehouses.${strange}.code`, 'wms.codeUnknown');
  return app.database.inCompany(ctx, async (tx) => {
    // Two people who adopt at once: the second sees what the first one made.
    await tx.prepared('wms_adopt_lock', 'select 1 from wms_connection where company_id = $1 and id = $2 for update', [
      tx.companyId,
      id,
    ]);
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
  const [known] = await tx.prepared<{ warehouseId: number }>(
    'wms_adopted',
    `select warehouse_id as "warehouseId" from wms_warehouse where company_id = $1 and connection_id = $2 and code = $3`,
    [tx.companyId, connectionId, code],
  );
  if (known) return known.warehouseId;
  const warehouseId = await adoptWarehouse(tx, { provider, providerCode: code, name, country, personInCharge });
  await tx.prepared(
    'wms_warehouse_add',
    'insert into wms_warehouse (company_id, warehouse_id, connection_id, code) values ($1, $2, $3, $4)',
    [tx.companyId, warehouseId, connectionId, code],
  );
  await askMethods(tx, connectionId, warehouseId);
  return warehouseId;
}

warehouseConnected.listen(async (tx, { warehouseId, connected }) => {
  if ((await housesOf(tx, [warehouseId])).has(warehouseId)) connected();
});

/** A rented house's name and country are its provider's to tell. */
export async function readParticulars(app: App, ctx: Ctx, { warehouseId, connectionId, code }: House): Promise<void> {
  const theirs = await withWms(app, ctx, connectionId, (wms, access) => wms.warehouses(access));
  const told = theirs.find((row) => row.code === code);
  if (!told) return;
  await app.database.inCompany(ctx, async (tx) => {
    const changed = await tx.prepared(
      'wms_particulars',
      `update warehouse set name = $3, address = address || jsonb_build_object('country', $4::text), version = version + 1
       where company_id = $1 and id = $2 and (name <> $3 or address->>'country' is distinct from $4) returning 1`,
      [tx.companyId, warehouseId, told.name, told.country],
    );
    if (changed.length > 0)
      await rememberWarehouse(tx, warehouseId, 'edited', { name: told.name, country: told.country });
  });
}

// Taken over by mistake and never used: it can be taken over again.
warehouseDeleting.listen(async (tx, { warehouseId }) => {
  for (const table of ['wms_stock', 'wms_difference', 'wms_method_choice', 'wms_method', 'wms_warehouse'])
    await tx.prepared(`${table}_of_house_drop`, `delete from ${table} where company_id = $1 and warehouse_id = $2`, [
      tx.companyId,
      warehouseId,
    ]);
});

export type House = { warehouseId: number; connectionId: number; code: string };

/** The provider's side of warehouses of ours; those of our own are not in it. */
export async function housesOf(tx: Tx, warehouseIds: readonly number[]): Promise<Map<number, House>> {
  if (warehouseIds.length === 0) return new Map();
  const rows = await tx.prepared<House>(
    'wms_houses',
    `select warehouse_id as "warehouseId", connection_id as "connectionId", code from wms_warehouse
     where company_id = $1 and warehouse_id = any($2::bigint[])`,
    [tx.companyId, [...new Set(warehouseIds)]],
  );
  return new Map(rows.map((row) => [row.warehouseId, row]));
}

/** @throws notFound wms.notConnected */
export async function houseOf(tx: Tx, warehouseId: number): Promise<House> {
  const visible = tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(warehouseId);
  const house = visible ? (await housesOf(tx, [warehouseId])).get(warehouseId) : undefined;
  if (!house) throw notFound('wms.notConnected');
  return house;
}

defineJob<{ connectionId: number; warehouseId: number }>(
  METHODS_JOB.name,
  ['读取第三方仓物流方式', 'Read shipping methods of a provider'],
  async (app, ctx, { warehouseId }) => readMethods(app, ctx, warehouseId),
);

/** What is not offered any more stays, marked: channels may mean it. */
export async function readMethods(app: App, ctx: Ctx, warehouseId: number): Promise<void> {
  const house = await app.database.inCompany(ctx, (tx) => houseOf(tx, warehouseId));
  const methods = await withWms(app, ctx, house.connectionId, (wms, access) => wms.shippingMethods(access, house.code));
  await app.database.inCompany(ctx, async (tx) => {
    await tx.prepared(
      'wms_methods_gone',
      'update wms_method set gone = true where company_id = $1 and warehouse_id = $2 and code <> all($3::text[])',
      [tx.companyId, warehouseId, methods.map(({ code }) => code)],
    );
    await tx.prepared(
      'wms_methods_keep',
      `insert into wms_method (company_id, warehouse_id, code, name, carrier, countries, max_weight_grams, tracking)
       select $1, $2, r.code, r.name, coalesce(r.carrier, ''), coalesce(r.countries, '{}'), r."maxWeightGrams", r.tracking
       from jsonb_to_recordset($3::jsonb) as r(code text, name text, carrier text, countries text[], "maxWeightGrams" int, tracking text)
       on conflict (company_id, warehouse_id, code) do update set name = excluded.name, carrier = excluded.carrier,
         countries = excluded.countries, max_weight_grams = excluded.max_weight_grams, tracking = excluded.tracking, gone = false`,
      [tx.companyId, warehouseId, JSON.stringify(methods)],
    );
    await tx.prepared(
      'wms_methods_read',
      'update wms_warehouse set methods_at = $3 where company_id = $1 and warehouse_id = $2',
      [tx.companyId, warehouseId, tx.now],
    );
  });
}

type Choices = ParsedOf<typeof calls.chooseWmsMethods>;

const chosen = defineAction('wms.methodsChosen', ['选择服务商物流方式', 'Shipping methods of a provider chosen']);

export async function chooseMethods(tx: Tx, { houseId, choices }: Choices): Promise<void> {
  const house = await houseOf(tx, houseId);
  const offered = await tx.prepared<{ code: string }>(
    'wms_methods_offered',
    'select code from wms_method where company_id = $1 and warehouse_id = $2 and not gone',
    [tx.companyId, houseId],
  );
  const codes = new Set(offered.map(({ code }) => code));
  const strange = choices.findIndex(({ methodCode }) => !codes.has(methodCode));
  if (strange >= 0) throw badField(`choices.${strange}.methodCode`, 'wms.methodUnknown');
  await tx.prepared('wms_choices_drop', 'delete from wms_method_choice where company_id = $1 and warehouse_id = $2', [
    tx.companyId,
    houseId,
  ]);
  await tx.prepared(
    'wms_choices_keep',
    `insert into wms_method_choice (company_id, warehouse_id, channel_id, method_code)
     select $1, $2, r."channelId", r."methodCode" from jsonb_to_recordset($3::jsonb) as r("channelId" bigint, "methodCode" text)
     on conflict (company_id, warehouse_id, channel_id) do update set method_code = excluded.method_code`,
    [tx.companyId, houseId, JSON.stringify(choices)],
  );
  const detail = { choices };
  writeAudit(tx, [{ action: chosen, targetKind: 'warehouse', targetId: houseId, targetName: '', detail }]);
  await wake(tx, house.connectionId, ['wms.noMethod']);
}

/** What was sent once may be there, whatever was answered, and is looked up first; a notice that was refused there is not. */
export const AGAIN = `case when wms_order.payload_hash is null then 'waiting'
  when wms_order.kind = 'inbound' and wms_order.provider_no is not null and wms_order.state = 'exception' then 'waiting'
  else 'sending' end`;

/** What waited for something that is there now is tried again. */
export async function wake(tx: Tx, connectionId: number, codes: readonly string[]): Promise<void> {
  const woken = await tx.prepared(
    'wms_orders_wake',
    `update wms_order set state = ${AGAIN}, next_at = $4, error = null, error_code = null, attempts = 0
     where company_id = $1 and connection_id = $2 and state = 'exception' and error_code = any($3::text[]) returning 1`,
    [tx.companyId, connectionId, codes, tx.now],
  );
  if (woken.length > 0) await askSend(tx, connectionId);
}
