import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { WmsProduct, WmsProductState } from '@tradewind/connectors/wms.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, notFound } from '../../core/errors.ts';
import { defineJob } from '../../core/jobs/jobs.ts';
import { Decimal } from '../../core/money.ts';
import { withWms } from './access.ts';
import { wake } from './adopt.ts';
import { askProducts, PRODUCTS_JOB } from './jobs.ts';

/** No provider takes more characters, and many no others. */
const LONGEST_CODE = 24;
const ASKED_AT_ONCE = 50;
const MOST_ASKED = 500;

/** What a product is called there: its SKU where that fits, else its beginning and its id. */
export function codeFor(sku: string, productId: number): string {
  const plain = sku.toUpperCase().replaceAll(/[^A-Z0-9_-]+/g, '-');
  if (plain === sku && plain.length <= LONGEST_CODE) return sku;
  const tail = `-${productId.toString(36).toUpperCase()}`;
  return `${plain.slice(0, LONGEST_CODE - tail.length)}${tail}`;
}

type Push = ParsedOf<typeof calls.pushWmsProducts>;

/** @throws badField code where another product is called so, productIds where one has no declared value */
export async function pushProducts(tx: Tx, { id, productIds, code }: Push): Promise<void> {
  const [known] = await tx.prepared(
    'wms_connection_there',
    'select 1 from wms_connection where company_id = $1 and id = $2',
    [tx.companyId, id],
  );
  if (!known) throw notFound('wms.connectionGone');
  const products = await tx.prepared<{ id: number; sku: string; declared: boolean }>(
    'wms_products_wanted',
    'select id, sku, coalesce(declared_value_usd > 0, false) as declared from product where company_id = $1 and id = any($2::bigint[]) and enabled order by id',
    [tx.companyId, productIds],
  );
  const worthless = products.find((product) => !product.declared);
  if (worthless) throw badField('productIds', 'wms.noDeclaredValue', { sku: worthless.sku });
  if (code && products.length !== 1) throw badField('code', 'wms.codeForOne');
  if (code) {
    const [taken] = await tx.prepared(
      'wms_code_taken',
      'select 1 from wms_product where company_id = $1 and connection_id = $2 and code = $3 and product_id <> $4',
      [tx.companyId, id, code, products[0]?.id],
    );
    if (taken) throw badField('code', 'wms.codeTaken');
  }
  const rows = products.map((product) => ({ ...product, code: code ?? codeFor(product.sku, product.id) }));
  await tx.prepared(
    'wms_products_open',
    `insert into wms_product (company_id, connection_id, product_id, code)
     select $1, $2, r.id, r.code from jsonb_to_recordset($3::jsonb) as r(id bigint, code text)
     on conflict (company_id, connection_id, product_id) do update set code = case when $4 then excluded.code else wms_product.code end`,
    [tx.companyId, id, JSON.stringify(rows), code !== undefined],
  );
  await askProducts(
    tx,
    id,
    products.map((product) => product.id),
  );
}

defineJob<{ connectionId: number; productIds: number[] }>(
  PRODUCTS_JOB.name,
  ['推送产品到仓储服务商', 'Tell a warehouse provider of products'],
  async (app, ctx, { connectionId, productIds }) => tellProducts(app, ctx, connectionId, productIds),
);

type Told = {
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

function asTold(row: Told): WmsProduct {
  return {
    sku: row.code,
    nameEn: row.nameEn || row.nameZh,
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

/** Telling a product twice changes nothing there. One that is refused is kept with the provider's words. */
export async function tellProducts(app: App, ctx: Ctx, connectionId: number, ids: readonly number[]): Promise<void> {
  const rows = await app.database.inCompany(ctx, (tx) =>
    tx.prepared<Told>(
      'wms_products_told',
      `select w.product_id as "productId", w.code, p.name_en as "nameEn", p.name_zh as "nameZh", p.barcode, p.hs_code as "hsCode",
         p.origin, p.declared_value_usd as declared, coalesce(p.gross_weight_kg, p.net_weight_kg) as "weightKg",
         p.length_cm as "lengthCm", p.width_cm as "widthCm", p.height_cm as "heightCm", p.battery,
         array(select distinct h.address ->> 'country' from wms_warehouse v join warehouse h on h.company_id = $1 and h.id = v.warehouse_id
           where v.company_id = $1 and v.connection_id = $2 and h.address ->> 'country' <> '' order by 1) as countries
       from wms_product w join product p on p.company_id = $1 and p.id = w.product_id
       where w.company_id = $1 and w.connection_id = $2 and w.product_id = any($3::bigint[])
         and p.declared_value_usd > 0 order by w.product_id`,
      [tx.companyId, connectionId, ids],
    ),
  );
  for (const row of rows) {
    let state: WmsProductState;
    try {
      state = await withWms(app, ctx, connectionId, (wms, access) => wms.putProduct(access, asTold(row)));
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
      state = { sku: row.code, status: 'rejected', problem: error.message.slice(0, 500) };
    }
    await keepStates(app, ctx, connectionId, [state], true);
  }
}

/** Those that somebody there still looks at are asked about again. */
export async function readProducts(app: App, ctx: Ctx, connectionId: number): Promise<void> {
  const open = await app.database.inCompany(ctx, (tx) =>
    tx.prepared<{ code: string }>(
      'wms_products_open_states',
      `select code from wms_product where company_id = $1 and connection_id = $2 and state in ('draft', 'review')
       order by checked_at nulls first, id limit ${MOST_ASKED}`,
      [tx.companyId, connectionId],
    ),
  );
  for (let from = 0; from < open.length; from += ASKED_AT_ONCE) {
    const codes = open.slice(from, from + ASKED_AT_ONCE).map(({ code }) => code);
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
    await tx.prepared(
      'wms_products_state',
      `update wms_product w set state = r.status, problem = r.problem, measured = coalesce(r.measured, w.measured), checked_at = $4,
         pushed_at = case when $5 then $4::timestamptz else w.pushed_at end
       from jsonb_to_recordset($3::jsonb) as r(sku text, status text, problem text, measured jsonb)
       where w.company_id = $1 and w.connection_id = $2 and w.code = r.sku`,
      [tx.companyId, connectionId, JSON.stringify(states), tx.now, pushed],
    );
    if (states.some((state) => state.status === 'active'))
      await wake(tx, connectionId, ['wms.skuNotActive', 'wms.skuRejected', 'wms.noDeclaredValue']);
  });
}
