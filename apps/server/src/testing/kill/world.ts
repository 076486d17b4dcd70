import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { saveChannel, saveOrUpdateUpsAuth, setDefaultChannel } from '@tradewind/contract/logistics.ts';
import { createCompany } from '../../areas/company/public.ts';
import { createUser, openSession } from '../../areas/identity/public.ts';
import { moveStock, receiveLayers } from '../../areas/stock/public.ts';
import type { App } from '../../core/app.ts';
import { readConfig } from '../../core/config.ts';
import { systemContext } from '../../core/context.ts';
import { openApp } from '../../core/start.ts';
import { serve } from '../../serve.ts';
import { callOver } from '../harness.ts';

export interface KillWorld {
  env: Record<string, string>;
  companyId: number;
  token: string;
  shopIds: number[];
}

interface Article {
  sku: string;
  title: string;
  weightGrams: number;
}

/** What a test fills a company with, while the program serves it in the process of the test. */
export interface Filling {
  app: App;
  url: string;
  companyId: number;
  token: string;
}

/** A data folder with one company and its main user. */
export async function makeWorld<T>(
  port: number,
  sandboxUrl: string,
  fill: (filling: Filling) => Promise<T>,
  more: Record<string, string> = {},
): Promise<Omit<KillWorld, 'shopIds'> & T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tradewind-kill-'));
  await chmod(dataDir, 0o755);
  const env = {
    TRADEWIND_DATA: dataDir,
    TRADEWIND_DEMO: 'off',
    TRADEWIND_CAPTCHA: 'off',
    TRADEWIND_ROLES: 'api,worker',
    LOG_LEVEL: 'error',
    PORT: String(port),
    SANDBOX_PORT: new URL(sandboxUrl).port,
    ...more,
  };
  const opened = await openApp(readConfig({ ...env, LOG_LEVEL: 'warn' }));
  const { app } = opened;
  const served = await serve(app);
  await served.server.listen({ host: '127.0.0.1', port });
  try {
    const companyId = await createCompany(app, { name: 'Kill', validated: true });
    const user = { userLoginId: 'kill', name: 'Kill', email: 'kill@test.invalid', password: 'Tradewind2026' };
    const userId = await createUser(app, companyId, { ...user, mainAccount: true, emailVerified: true });
    const token = await openSession(app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'test' });
    const more = await fill({ app, url: `http://127.0.0.1:${port}`, companyId, token });
    return { env, companyId, token, ...more };
  } finally {
    await served.close();
    await opened.close();
  }
}

/** A world with both sandbox shops connected, their whole catalogue mapped and in stock, UPS ready. */
export const makeKillWorld = (port: number, sandboxUrl: string): Promise<KillWorld> =>
  makeWorld(port, sandboxUrl, async ({ app, url, companyId, token }) => {
    const shopIds = [
      await connect(url, token, { platform: 'amazon', region: 'US', importDays: 30 }),
      await connect(url, token, {
        platform: 'shopify',
        fields: { shopDomain: 'tradewind-demo.myshopify.com' },
        importDays: 30,
      }),
    ];
    await useUps(url, token);
    const catalog = (await (await fetch(`${sandboxUrl}/control/catalog`)).json()) as Article[];
    await stockUp(app, companyId, shopIds, catalog);
    return { shopIds };
  });

export async function connect(
  url: string,
  token: string,
  input: Parameters<typeof callOver<typeof authorizeShop>>[2],
): Promise<number> {
  const begun = await callOver(url, authorizeShop, { ...input, origin: url }, token);
  if (begun.code !== 200) throw new Error(`authorize: ${begun.msg} ${JSON.stringify(begun.data)}`);
  // As the seller's browser does: allow, come back with the cookie of the browser that asked.
  const consent = new URL(begun.data.consentUrl ?? '');
  consent.searchParams.set('auto', '1');
  const allowed = await fetch(consent, { redirect: 'manual' });
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const back = await fetch(allowed.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } });
  const landed = back.headers.get('location') ?? String(back.status);
  if (!landed.includes('code=200')) throw new Error(`The shop was not connected: ${landed}`);
  return begun.data.shopId;
}

async function useUps(url: string, token: string): Promise<void> {
  const account = {
    name: 'UPS',
    accountNumber: 'A1B2C3',
    keys: { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo' },
    sandbox: true,
  };
  const saved = await callOver(url, saveOrUpdateUpsAuth, { account }, token);
  const channel = {
    name: 'UPS cheapest',
    carrier: 'ups' as const,
    carrierAccountId: saved.data.id,
    platformCarrierCode: 'UPS',
  };
  const made = await callOver(url, saveChannel, { channel }, token);
  await callOver(url, setDefaultChannel, { id: made.data.id }, token);
}

export async function addWarehouse(app: App, companyId: number): Promise<number> {
  const address =
    '{"name":"Main","line1":"1 Dock Rd","city":"Timonium","state":"MD","postalCode":"21093","country":"US","phone":"5551234567"}';
  const warehouse = await app.database.owner.query(
    `insert into warehouse (company_id, code, name, kind, address, is_default) values ($1, 'W1', 'Main', 'selfBuilt', $2, true) returning id`,
    [companyId, address],
  );
  return (warehouse.rows[0] as { id: number }).id;
}

async function stockUp(app: App, companyId: number, shopIds: number[], catalog: Article[]): Promise<void> {
  const owner = app.database.owner;
  const warehouseId = await addWarehouse(app, companyId);
  const bins = await owner.query(
    `insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order)
     select $1, $2, case when n = 0 then 'PACK' else 'A-' || n end, 'A', n::text, '1', '1', case when n = 0 then 'packing' else 'picking' end, n
     from generate_series(0, 20) n returning id, path_order as "pathOrder"`,
    [companyId, warehouseId],
  );
  const locations = (bins.rows as { id: number; pathOrder: number }[])
    .filter((row) => row.pathOrder > 0)
    .map((row) => row.id);
  const products = await owner.query(
    `insert into product (company_id, sku, name_zh, name_en, gross_weight_kg)
     select $1, r.sku, r.title, r.title, r."weightGrams" / 1000.0 from jsonb_to_recordset($2::jsonb) as r(sku text, title text, "weightGrams" numeric)
     on conflict do nothing returning id, sku`,
    [companyId, JSON.stringify(catalog)],
  );
  await owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
     select p.company_id, s.id, p.sku, p.id, 'test' from product p, unnest($2::bigint[]) s(id) where p.company_id = $1 on conflict do nothing`,
    [companyId, shopIds],
  );
  await owner.query(
    `insert into order_rule (company_id, name, kind, position, conditions, action) values ($1, 'All', 'review', 1, '[]', '{"decision":"pass"}')`,
    [companyId],
  );
  await owner.query(
    `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, 'USD', '2020-01-01', 7.1, 'test') on conflict do nothing`,
    [companyId],
  );
  const rows = products.rows as { id: number; sku: string }[];
  await app.database.inCompany(systemContext(companyId, 'opening'), async (tx) => {
    const doc = { docKind: 'opening', docId: 1 };
    await moveStock(
      tx,
      rows.map((row, i) => ({
        ...doc,
        warehouseId,
        productId: row.id,
        locationId: locations[i % locations.length] ?? 0,
        onHand: 500,
        reason: 'opening',
        docLine: row.id,
        step: 'in',
      })),
    );
    await receiveLayers(
      tx,
      rows.map((row) => ({ ...doc, warehouseId, productId: row.id, quantity: 500, unitCost: '9.9', docLine: row.id })),
    );
  });
}
