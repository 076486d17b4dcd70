import { ConnectorError } from '@tradewind/connectors/types.ts';
import { findWmsProvider } from '@tradewind/connectors/wms/index.ts';
import type { WmsProduct, WmsProductState } from '@tradewind/connectors/wms.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, notFound } from '../../core/errors.ts';
import { defineJob } from '../../core/jobs/jobs.ts';
import { Decimal } from '../../core/money.ts';
import { nameIn } from '../../core/text/names.ts';
import { customsOf } from '../catalog/public.ts';
import { withWms } from './access.ts';
import { wake } from './adopt.ts';
import { askProducts, PRODUCTS_JOB } from './jobs.ts';

/** The maximum length for all providers; many allow no special characters. */
const LONGEST_CODE = 24;
const PER_REQUEST = 50;
const MAX_PER_REQUEST = 500;

/** The code at the provider: the SKU where it fits, else its start and the product id. */
export function codeFor(sku: string, productId: number): string {
  const plain = sku.toUpperCase().replaceAll(/[^A-Z0-9_-]+/g, '-');
  if (plain === sku && plain.length <= LONGEST_CODE) return sku;
  const tail = `-${productId.toString(36).toUpperCase()}`;
  return `${plain.slice(0, LONGEST_CODE - tail.length)}${tail}`;
}

type Push = ParsedOf<typeof calls.pushWmsProducts>;

/** A provider knows one declaration of a product, wherever it goes. */
const anywhere = (tx: Tx) => customsOf(tx, sql`p.id`, sql`'*'`);

/** @throws badField code used by another product, productIds where one has no declared value */
export async function pushProducts(tx: Tx, { id, productIds, code }: Push): Promise<void> {
  const [known] = await tx.rows<{ provider: string }>(
    sql`select provider from wms_connection where company_id = ${sql.company} and id = ${id}`,
  );
  if (!known) throw notFound('wms.connectionGone');
  const products = await tx.rows<{ id: number; sku: string; declared: boolean }>(
    sql`select p.id, p.sku, d.value_usd is not null as declared from product p cross join lateral (${anywhere(tx)}) d
     where p.company_id = ${sql.company} and p.id = any(${productIds}::bigint[]) and p.enabled order by p.id`,
  );
  const worthless = products.find((product) => !product.declared);
  if (worthless) throw badField('productIds', 'wms.noDeclaredValue', { sku: worthless.sku });
  if (code && products.length !== 1) throw badField('code', 'wms.codeForOne');
  if (code) {
    const [taken] = await tx.rows(
      sql`select 1 from wms_product where company_id = ${sql.company} and connection_id = ${id} and code = ${code} and product_id <> ${products[0]?.id ?? 0}`,
    );
    if (taken) throw badField('code', 'wms.codeTaken');
  }
  // A marketplace knows what is listed there by the very SKU.
  const exact = findWmsProvider(known.provider)?.marketplace ?? false;
  const rows = products.map(({ id: productId, sku }) => ({
    id: productId,
    code: code ?? (exact ? sku : codeFor(sku, productId)),
  }));
  await tx.rows(
    sql`insert into wms_product (company_id, connection_id, product_id, code)
     select ${sql.company}, ${id}, r.id, r.code from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, code text)
     on conflict (company_id, connection_id, product_id) do update set code = case when ${code !== undefined} then excluded.code else wms_product.code end`,
  );
  await askProducts(
    tx,
    id,
    products.map((product) => product.id),
  );
}

defineJob<{ connectionId: number; productIds: number[] }>(
  PRODUCTS_JOB.name,
  ['推送商品到仓储服务商', 'Send products to warehouse provider'],
  async (app, ctx, { connectionId, productIds }) => sendProducts(app, ctx, connectionId, productIds),
);

type Reply = {
  productId: number;
  code: string;
  nameEn: string;
  nameZh: string;
  barcode: string | null;
  hsCode: string;
  origin: string;
  declared: string;
  countries: string[];
  weightKg: string | null;
  lengthCm: string | null;
  widthCm: string | null;
  heightCm: string | null;
  battery: boolean;
};
const scaled = (value: string | null, factor: number) =>
  value === null ? 0 : new Decimal(value).times(factor).round().toNumber();

function productOf(row: Reply): WmsProduct {
  return {
    sku: row.code,
    nameEn: nameIn('en', row),
    nameZh: row.nameZh,
    ...(row.barcode ? { barcode: row.barcode } : {}),
    ...(row.hsCode ? { hsCode: row.hsCode } : {}),
    ...(row.origin ? { originCountry: row.origin } : {}),
    declaredValueUsd: new Decimal(row.declared).toFixed(2),
    countries: row.countries,
    weightGrams: scaled(row.weightKg, 1000),
    lengthMm: scaled(row.lengthCm, 10),
    widthMm: scaled(row.widthCm, 10),
    heightMm: scaled(row.heightCm, 10),
    battery: row.battery,
  };
}

/** Safe to repeat. Saves a rejection with the provider's message. */
export async function sendProducts(app: App, ctx: Ctx, connectionId: number, ids: readonly number[]): Promise<void> {
  const rows = await app.database.inCompany(ctx, (tx) =>
    tx.rows<Reply>(
      sql`select w.product_id, w.code, p.name_en, p.name_zh, p.barcode, d.hs_code,
         d.origin, d.value_usd as declared, coalesce(p.gross_weight_kg, p.net_weight_kg) as "weightKg",
         p.length_cm, p.width_cm, p.height_cm, p.battery,
         array(select distinct h.address ->> 'country' from wms_warehouse v join warehouse h on h.company_id = ${sql.company} and h.id = v.warehouse_id
           where v.company_id = ${sql.company} and v.connection_id = ${connectionId} and h.address ->> 'country' <> '' order by 1) as countries
       from wms_product w join product p on p.company_id = ${sql.company} and p.id = w.product_id
       cross join lateral (${anywhere(tx)}) d
       where w.company_id = ${sql.company} and w.connection_id = ${connectionId} and w.product_id = any(${ids}::bigint[])
         and d.value_usd is not null order by w.product_id`,
    ),
  );
  for (const row of rows) {
    let state: WmsProductState;
    try {
      state = await withWms(app, ctx, connectionId, (wms, access) => wms.putProduct(access, productOf(row)));
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
      state = { sku: row.code, status: 'rejected', problem: error.message.slice(0, 500) };
    }
    await keepStates(app, ctx, connectionId, [state], true);
  }
}

/** Reads products under the provider's review again. */
export async function readProducts(app: App, ctx: Ctx, connectionId: number): Promise<void> {
  const open = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{ code: string }>(
      sql`select code from wms_product where company_id = ${sql.company} and connection_id = ${connectionId} and state in ('draft', 'review')
       order by checked_at nulls first, id limit ${sql.literal(MAX_PER_REQUEST)}`,
    ),
  );
  for (let from = 0; from < open.length; from += PER_REQUEST) {
    const codes = open.slice(from, from + PER_REQUEST).map(({ code }) => code);
    const states = await withWms(app, ctx, connectionId, (wms, access) => wms.products(access, codes));
    await keepStates(app, ctx, connectionId, states, false);
  }
}

async function keepStates(
  app: App,
  ctx: Ctx,
  connectionId: number,
  states: readonly WmsProductState[],
  pushed: boolean,
): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    await tx.rows(
      sql`update wms_product w set state = r.status, problem = r.problem, measured = coalesce(r.measured, w.measured), checked_at = ${tx.now}::timestamptz,
         pushed_at = case when ${pushed} then ${tx.now}::timestamptz else w.pushed_at end
       from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as r(sku text, status text, problem text, measured jsonb)
       where w.company_id = ${sql.company} and w.connection_id = ${connectionId} and w.code = r.sku`,
    );
    if (states.some((state) => state.status === 'active'))
      await wake(tx, connectionId, ['wms.skuNotActive', 'wms.skuRejected', 'wms.noDeclaredValue']);
  });
}
