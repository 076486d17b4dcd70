import { rights } from '@tradewind/contract/access/modules.ts';
import { BASE_PERMISSIONS } from '@tradewind/contract/access.ts';
import { type Call, exportQueued, type InputOf } from '@tradewind/contract/call.ts';
import * as catalog from '@tradewind/contract/catalog.ts';
import { previewDockImport } from '@tradewind/contract/docking.ts';
import { addAttachment } from '@tradewind/contract/documents.ts';
import { exportMonth, exportTax } from '@tradewind/contract/finance/closing.ts';
import { savePlatformClaim } from '@tradewind/contract/finance/platform-claims.ts';
import * as finance from '@tradewind/contract/finance.ts';
import { exportBalanceLines, exportProviderCosts, exportStatementLines } from '@tradewind/contract/finance.ts';
import { exportBillLines } from '@tradewind/contract/logistics.ts';
import { exportSimulated, previewOrderImport, saveRule, simulateRules } from '@tradewind/contract/orders.ts';
import {
  exportSupplierPrices,
  previewAllocationImport,
  previewPurchaseImport,
  previewRequisitionImport,
  previewSupplierImport,
  previewSupplierPriceImport,
} from '@tradewind/contract/procurement.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { exportReport, exportReportLines } from '@tradewind/contract/reports.ts';
import { exportReturnAnalysis } from '@tradewind/contract/returns.ts';
import { exportBatchShipped } from '@tradewind/contract/stock-batches.ts';
import { previewFbaBoxes } from '@tradewind/contract/transit.ts';
import { addInbound, previewLocationImport, previewOpening } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customsImport } from '../../areas/catalog/customs/customs.sheet.ts';
import { mappingImport } from '../../areas/catalog/mapping/mapping.import.ts';
import { packagingImport } from '../../areas/catalog/packaging/packaging.sheet.ts';
import { productImport } from '../../areas/catalog/products/products.import.ts';
import { dockImport } from '../../areas/docking/import.ts';
import { expenseImport } from '../../areas/finance/expenses/import.ts';
import { openBusyWorld } from '../../areas/integrity/integrity.testing.ts';
import { orderImport } from '../../areas/orders/intake/import.ts';
import { addShop, makeLine, makeOrder } from '../../areas/orders/orders.testing.ts';
import { allocationImport } from '../../areas/procurement/allocations/import.ts';
import { purchaseImport } from '../../areas/procurement/orders/import.ts';
import { requisitionImport } from '../../areas/procurement/requisitions/import.ts';
import { supplierPriceImport } from '../../areas/procurement/suppliers/prices.import.ts';
import { supplierImport } from '../../areas/procurement/suppliers/suppliers.import.ts';
import { boxImport } from '../../areas/transit/fba/import.ts';
import { locationImport } from '../../areas/warehouse/locations/import.ts';
import { openingImport } from '../../areas/warehouse/opening/import.ts';
import { cellsOf } from '../../testing/export.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { readPages } from '../../testing/pdf-text.ts';
import type { ImportColumn } from '../imports.ts';
import { writeTemplate } from '../sheets.ts';
import { warehousePapers } from './matrix-files.testing.ts';

/** Files that belong to a company as a whole or to nobody: no shop or warehouse stands behind them. */
const OF_THE_COMPANY = new Set([
  // For main accounts alone, who see everything: orders/buyers-data/buyers-data.test.ts.
  'orders.buyersDataFile',
  'company.getLogo',
  'company.getLicence',
  'company.getChangeLicence',
  'catalog.bundleTemplate',
  'catalog.customsTemplate',
  'catalog.mappingTemplate',
  'catalog.packagingTemplate',
  'catalog.productTemplate',
  'catalog.productImage',
  'logistics.rateCardTemplate',
  'logistics.rateVersionFile',
  'logistics.carrierBillErrors',
  'finance.statementErrors',
  // Of a file that the person has uploaded.
  'finance.settlementFileSetAside',
  // Duty rates are the whole company's.
  'logistics.dutyRateTemplate',
  'logistics.dutyRateErrors',
  'orders.orderTemplate',
  'warehouse.downloadTemplate',
  'warehouse.inboundTemplate',
  'warehouse.openingTemplate',
  'warehouse.warehouseFnSkuTemplate',
  'stock.stockLimitTemplate',
  'transit.fbaBoxTemplate',
  'wholesale.printWholesale',
  'docking.dockTemplate',
  'procurement.supplierTemplate',
  'procurement.supplierPriceTemplate',
  'procurement.requisitionTemplate',
  'procurement.allocationTemplate',
  'procurement.purchaseTemplate',
  'finance.expenseTemplate',
  // Of what each person sees: areas/reports/*.test.ts.
  'reports.exportOrderStatisticsExcel',
  'reports.exportWarehouseProfit',
  'reports.exportLogisticsStatementOfAccountExcels',
  'reports.exportWarehouseOrderReportExcels',
  'reports.exportStatisticsExcels',
  'reports.exportInboundOutbound',
  'reports.exportMonthlyStock',
]);
/** Exports whose rows belong to no shop or warehouse, or of which this world has none. */
const SECRETS_NOWHERE = new Set([
  'catalog.exportCategoryCustoms',
  'catalog.exportCustoms',
  'catalog.exportPackaging',
  'catalog.exportProducts',
  'settings.exportAudit',
  'orders.exportBuyerReads',
  'wholesale.exportWholesale',
  'docking.exportDockAppointments',
  'procurement.exportSuppliers',
  'procurement.exportSupplierPrices',
  'stock.exportBatches',
  'stock.exportBatchShipped',
  'returns.exportReturns',
  'returns.exportReturnAnalysis',
  'logistics.exportDutyRates',
  'logistics.exportBillLines',
  'logistics.exportCarrierClaims',
  // Lines of one party; statements and fees of providers name no warehouse.
  'finance.exportBalanceLines',
  'finance.exportStatementLines',
  'finance.exportProviderCosts',
  'finance.exportBankLines',
]);
/** All of them is costs: whoever may not see costs gets none, for this reason. */
const COSTS_ALONE = new Map([
  ['logistics.exportBillLines', 'logistics.billCosts'],
  ['logistics.exportCarrierClaims', 'logistics.billCosts'],
  ['finance.exportMonth', 'finance.closing.costs'],
  ['finance.exportTax', 'finance.closing.costs'],
  ['finance.exportStatementLines', 'finance.statementCosts'],
  ['finance.exportProviderCosts', 'finance.statementCosts'],
]);
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const HIDDEN = { shop: 'SECRET-SHOP', server: 'SECRET-HOUSE', order: 'IN-WAVE' };
const OPEN = { shop: 'OPEN-SHOP', server: 'OPEN-HOUSE', order: 'OPEN-ORDER' };
const BUYER = /Ann Buyer|1 Elm St|ann@example/;
const COST = /成本|单价\(CNY\)|利润|运费（尾程）|尾程运费|cost|profit/i;

const named = calls.map(({ area, name, call }) => ({ key: `${area}.${name}`, call }));
const everyRight = [...new Set(named.flatMap(({ call }) => (Array.isArray(call.access) ? [...call.access] : [])))];
const exporting = named.filter(({ call }) => call.result === exportQueued);
// A public one is opened by the key of a link: attacks/supplier-page.test.ts.
const files = named.filter(({ key, call }) => call.download && call.access !== 'public' && !OF_THE_COMPANY.has(key));

let server: TestServer;
let main: Person;
/** Every right, and the open shop and warehouse alone. */
let narrow: Person;
/** Every shop and warehouse; of the base permissions only to export. */
let masked: Person;
/** Every module and button, and no base permission. */
let without: Person;
const known: Record<string, Record<string, unknown>> = {};
/** What some exports must be told. */
const exportInputs = new Map<Call, Record<string, unknown>>();

const row = async <T>(text: string, values: unknown[] = [main.companyId]): Promise<T> =>
  (await server.app.database.owner.query(text, values)).rows[0] as T;

async function member(base: readonly string[], scope: 'all' | 'open'): Promise<Person> {
  const person = await server.member(main.companyId, everyRight);
  const { owner } = server.app.database;
  for (const permission of base)
    await owner.query('insert into user_base_permission values ($1, $2, $3)', [
      main.companyId,
      person.userId,
      permission,
    ]);
  const only = scope === 'open' ? `and name like 'OPEN-%'` : '';
  await owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id)
     select company_id, $2::bigint, 'shop', id from shop where company_id = $1 ${only}
     union all select company_id, $2::bigint, 'warehouse', id from warehouse where company_id = $1 ${only}`,
    [main.companyId, person.userId],
  );
  return person;
}

beforeAll(async () => {
  server = await ownServer();
  await server.startWorker();
  const world = await openBusyWorld(server);
  main = world.main;
  const { owner } = server.app.database;
  await owner.query(`update shop set name = $2 || case when id = $3 then '' else '-' || id end where company_id = $1`, [
    main.companyId,
    HIDDEN.shop,
    world.shop.id,
  ]);
  await owner.query('update warehouse set name = $2 where company_id = $1', [main.companyId, HIDDEN.server]);
  const shop = await addShop(server, main.companyId, { name: OPEN.shop });
  const open = await row<{ id: number }>(
    `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W2', $2, 'selfBuilt', '{}') returning id`,
    [main.companyId, OPEN.server],
  );
  // No product has its SKU: it waits, and no warehouse knows of it.
  await world.take([makeOrder(OPEN.order, { lines: [makeLine('1', 'OPEN-SKU')] })], shop);
  await world.take([makeOrder(`${HIDDEN.shop}-WAITS`)]);
  await owner.query(
    `insert into platform_listing (company_id, shop_id, item_id, seller_sku, title, state, fulfilled_by, first_at, seen_at)
     select company_id, id, 'I' || id, 'S' || id, name, 'active', 'seller', now(), now() from shop where company_id = $1`,
    [main.companyId],
  );
  await owner.query(
    `update parcel set carrier = 'own', carrier_account_id = null, bought_at = now() where company_id = $1 and tracking_number is not null`,
    [main.companyId],
  );
  const { ids: outbounds } = await row<{ ids: number[] }>(
    'select array_agg(id order by id) as ids from outbound where company_id = $1',
  );
  const { ids: waves } = await row<{ ids: number[] }>('select array_agg(id) as ids from wave where company_id = $1');
  const parcel = await row<{ id: number; outboundId: number }>(
    `select id, outbound_id as "outboundId" from parcel p where company_id = $1 and tracking_number is not null
       and exists (select from sales_return r where r.company_id = p.company_id and r.order_id = p.order_id) order by id limit 1`,
  );
  const attached = await upload(addAttachment, main, PDF, 'a.pdf', {
    docKind: 'sales_order',
    docId: await world.idOf(HIDDEN.order),
  });
  known['warehouse.printOutbounds'] = { ids: outbounds };
  known['warehouse.printWave'] = { ids: waves };
  known['warehouse.printLocationLabels'] = { houseId: world.warehouseId };
  const arriving = { kind: 'manual' as const, lines: [{ productId: world.productIds[0] ?? 0, quantity: 1 }] };
  const inbound = await server.ok(addInbound, { warehouseId: world.warehouseId, ...arriving }, main);
  known['warehouse.printInbounds'] = { ids: [inbound.id] };
  known['warehouse.printInboundLabels'] = { id: inbound.id };
  known['logistics.labelPdf'] = { parcelId: parcel.id, format: 'pdf' };
  known['logistics.labelsPdf'] = { outboundIds: [parcel.outboundId] };
  const back = await row<{ id: number }>(
    `insert into parcel (company_id, reference, return_id, order_id, warehouse_id, shop_id, order_no, state, weight_grams,
       carrier, tracking_number, bought_at)
     select r.company_id, r.number || '-1', r.id, p.order_id, p.warehouse_id, p.shop_id, p.order_no, 'labelled', 100, 'own', 'BACK-1', now()
     from sales_return r join parcel p on p.company_id = r.company_id and p.id = $2 where r.company_id = $1 and r.order_id = p.order_id
     limit 1 returning return_id as id`,
    [main.companyId, parcel.id],
  );
  known['returns.returnLabelPdf'] = { id: Number(back.id) };
  const manifest = await row<{ id: number }>(
    `with made as (insert into manifest (company_id, number, warehouse_id, carrier, on_day, state, created_by, created_at)
       values ($1, 'M-1', $2, 'own', current_date, 'closed', 'test', now()) returning id),
     put as (insert into manifest_parcel (company_id, manifest_id, parcel_id, weight_grams, added_by, added_at)
       select $1, id, $3, 100, 'test', now() from made)
     select id from made`,
    [main.companyId, world.warehouseId, parcel.id],
  );
  known['logistics.printManifest'] = { id: Number(manifest.id) };
  await owner.query(
    `with run as (insert into advice_run (company_id, at, actor, user_id, day, state, policy) values ($1, now(), 'test', 0, current_date, 'done', '{}') returning id)
     insert into advice_line (company_id, run_id, product_id, warehouse_id, reason, urgent, available, incoming, per_day, quantity, terms)
     select w.company_id, run.id, $2, w.id, 'later', false, 1, 0, 1, 0, '{"leadDays": 1}' from run, warehouse w where w.company_id = $1`,
    [main.companyId, world.productIds[0] ?? 0],
  );
  known['orders.printPapers'] = { ids: [await world.idOf(HIDDEN.order)], papers: ['invoice'] };
  const vendor = await addShop(server, main.companyId, {
    platform: 'amazonvc',
    moduleId: rights.vendorOrder.id,
    name: `${HIDDEN.shop}-VC`,
  });
  const bulk = `${HIDDEN.shop}-BULK`;
  await world.take([makeOrder(bulk, { marketplaceId: 'retail' })], vendor);
  known['vendor.printVendorLabels'] = { id: await world.idOf(bulk) };
  await owner.query(
    `with carton as (insert into vendor_carton (company_id, order_id, number, sscc, length_cm, width_cm, height_cm, gross_kg)
       values ($1, $2, 1, '095287654321012346', 1, 1, 1, 1) returning order_id)
     insert into vendor_carton_item (company_id, order_id, carton_no, line_no, quantity) select $1, order_id, 1, '1', 1 from carton`,
    [main.companyId, await world.idOf(bulk)],
  );
  const titles = Buffer.from(`${orderImport.columns.map(({ title }) => title[0]).join(',')}\nX\n`);
  const preview = await upload(previewOrderImport, main, titles, 'orders.csv', { pasted: 'false' });
  known['orders.orderImportErrors'] = { importId: (preview.data as { importId: number }).importId };
  const docks = dockImport.columns.map(({ title }) => title[0]).join(',');
  const docked = await upload(previewDockImport, main, Buffer.from(`${docks}\nX\n`), 'docks.csv');
  known['docking.dockImportErrors'] = { importId: (docked.data as { importId: number }).importId };
  const sheets = [
    ['catalog.customsImportErrors', catalog.previewCustomsImport, customsImport],
    ['catalog.packagingImportErrors', catalog.previewPackagingImport, packagingImport],
    ['catalog.productImportErrors', catalog.previewProductImport, productImport],
    ['procurement.supplierImportErrors', previewSupplierImport, supplierImport],
    ['procurement.supplierPriceImportErrors', previewSupplierPriceImport, supplierPriceImport],
    ['procurement.requisitionImportErrors', previewRequisitionImport, requisitionImport],
    ['procurement.allocationImportErrors', previewAllocationImport, allocationImport],
    ['procurement.purchaseImportErrors', previewPurchaseImport, purchaseImport],
    ['finance.expenseImportErrors', finance.previewExpenseImport, expenseImport],
  ] as const;
  for (const [name, call, { columns }] of sheets) {
    const head = columns.map(({ title }) => title[0]).join(',');
    const { data } = await upload(call, main, Buffer.from(`${head}\nX\n`), 'x.csv');
    known[name] = { importId: (data as { importId: number }).importId };
  }
  const bought = await row<{ id: number }>('select min(id) as id from purchase_order where company_id = $1');
  known['procurement.printPurchase'] = { id: Number(bought.id) };
  const split = await row<{ id: number }>('select min(id) as id from allocation_order where company_id = $1');
  known['procurement.printAllocation'] = { id: Number(split.id) };
  const sentBack = await row<{ id: number }>('select min(id) as id from supplier_return where company_id = $1');
  known['procurement.printSupplierReturn'] = { id: Number(sentBack.id) };
  const action = { warehouseId: Number(open.id) };
  await server.ok(saveRule, { kind: 'warehouse', name: 'All from here', enabled: true, conditions: [], action }, main);
  const { id: dryRunId } = await server.ok(simulateRules, { days: 90 }, main);
  exportInputs.set(exportSimulated, { rehearsalId: dryRunId });
  exportInputs.set(exportBatchShipped, { id: 1 });
  const sold = await row<{ id: number }>('select min(supplier_id) as id from supplier_price where company_id = $1');
  exportInputs.set(exportSupplierPrices, { filter: { supplierId: Number(sold.id) || 1 } });
  const bill = await row<{ id: number }>('select min(id) as id from carrier_bill where company_id = $1');
  exportInputs.set(exportBillLines, { billId: Number(bill.id) });
  exportInputs.set(exportBalanceLines, { party: 'none', account: 'cash', currency: 'CNY' });
  const statement = await row<{ id: number }>('select min(id) as id from provider_statement where company_id = $1');
  exportInputs.set(exportProviderCosts, {});
  exportInputs.set(exportStatementLines, { statementId: Number(statement.id) });
  exportInputs.set(exportReport, {
    report: 'stockValue',
    from: '2099-12-31',
    to: '2099-12-31',
    dimensions: ['warehouse', 'product'],
  });
  exportInputs.set(exportReportLines, { report: 'product', from: '2026-01-01', to: '2026-12-31' });
  exportInputs.set(exportReturnAnalysis, { filter: { from: '2026-01-01', to: '2026-12-31' } });
  const { month } = await row<{ month: string }>(
    `select to_char(max(on_day), 'YYYY-MM') as month from ledger_entry where company_id = $1 and step = 'sale'`,
  );
  known['finance.journalFile'] = { month, system: 'xero', by: 'month' };
  exportInputs.set(exportMonth, { month });
  exportInputs.set(exportTax, { from: '2020-01-01', to: '2099-12-31' });
  known['documents.getAttachment'] = { id: (attached.data as { id: number }).id };
  const second = await row<{ id: number }>(
    `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W3', $2, 'selfBuilt', '{}') returning id`,
    [main.companyId, `${HIDDEN.server}-2`],
  );
  const hidden = await row<{ id: number }>('select id from shop where company_id = $1 and name = $2', [
    main.companyId,
    HIDDEN.shop,
  ]);
  const claim = {
    shopId: Number(hidden.id),
    reason: 'lost',
    amount: '10',
    currency: 'USD',
    claimedOn: '2026-11-02',
  } as const;
  await server.ok(savePlatformClaim, claim, main);
  const { list: types } = await server.ok(finance.listExpenseTypes, {}, main);
  const typeId = types[0]?.id ?? 0;
  const part = { shopId: Number(hidden.id), share: '1' };
  const rent = { typeId, amount: '10', currency: 'CNY', day: '2026-11-02', lines: [part] };
  const { id: rentId } = await server.ok(finance.saveExpense, rent, main);
  await server.ok(finance.submitExpense, { id: rentId }, main);
  const run = await server.ok(finance.preparePaymentRun, { ids: [rentId], payOn: '2026-11-02' }, main);
  known['finance.paymentRunFile'] = { id: run.id };
  const budget = { eaDate: '2026-11-02', shopId: part.shopId, accounts: [{ type: typeId, amount: '10' }] };
  await server.ok(finance.saveOrUpdateMonthBudget, budget, main);
  exportInputs.set(finance.exportBudget, { filter: { month: '2026-11' } });
  const papers = await warehousePapers({
    server,
    main,
    warehouseId: world.warehouseId,
    secondWarehouseId: Number(second.id),
    shopId: Number(hidden.id),
    productId: world.productIds[0] ?? 0,
    otherId: world.productIds[1] ?? 0,
    sku: 'SKU-1',
  });
  Object.assign(known, papers);
  const boxes = boxImport.columns.map(({ title }) => title[0]).join(',');
  const packed = await upload(previewFbaBoxes, main, Buffer.from(`${boxes}\nX\n`), 'boxes.csv');
  known['transit.fbaBoxErrors'] = { importId: (packed.data as { importId: number }).importId };
  const opening = await upload(previewOpening, main, writeTemplate(openingImport.columns, 'zh'), 'opening.xls');
  known['warehouse.openingErrors'] = { importId: (opening.data as { importId: number }).importId };
  narrow = await member(BASE_PERMISSIONS, 'open');
  masked = await member(['export'], 'all');
  without = await member([], 'all');
});
afterAll(() => server.close());

async function fetchFile(call: Call, input: Record<string, unknown>, as: Person) {
  const url = new URL(`${server.url}/api${call.path}`);
  const headers: Record<string, string> = { token: as.token };
  if (call.method === 'GET')
    for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value));
  else headers['content-type'] = 'application/json';
  const body = call.method === 'POST' ? { body: JSON.stringify(input) } : {};
  const answer = await fetch(url, { method: call.method, headers, ...body });
  return { status: answer.status, data: Buffer.from(await answer.arrayBuffer()) };
}

/** The same question about things that are not there. */
const nothing = (input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map((one) => (typeof one === 'number' ? 999_999 : one))];
      return [name, typeof value === 'number' ? 999_999 : value];
    }),
  );
const errorOf = ({ data }: { data: Buffer }): string =>
  (JSON.parse(data.toString()) as { data: { error: string } }).data.error;

async function upload(call: Call, as: Person, data: Buffer, name: string, fields: Record<string, unknown> = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append('file', new Blob([new Uint8Array(data)]), name);
  const answer = await fetch(`${server.url}/api${call.path}`, {
    method: 'POST',
    headers: { token: as.token },
    body: form,
  });
  return { status: answer.status, ...((await answer.json()) as { data: unknown }) };
}

/** What a list's file holds, as somebody gets it: queued, written by the worker, downloaded. */
async function exported(call: Call, as: Person): Promise<{ id: number; head: string[]; rows: string[][] }> {
  const { exportId: id } = (await server
    .ok(call, (exportInputs.get(call) ?? { filter: {} }) as InputOf<Call>, as)
    .catch(() => server.ok(call, {} as InputOf<Call>, as))) as { exportId: number };
  await server.until(async () => {
    const { state, error } = await row<{ state: string; error: string }>(
      'select state, error from export_file where id = $1',
      [id],
    );
    if (state === 'failed') throw new Error(error);
    return state === 'done';
  }, 60);
  const { data } = await fetchFile(catalog.downloadExport, { id }, as);
  const [head = [], ...rows] = await cellsOf(data);
  return { id, head, rows };
}

const byMain = new Map<Call, ReturnType<typeof exported>>();
/** As the main account gets it, written once. */
function exportedByMain(call: Call) {
  const known = byMain.get(call) ?? exported(call, main);
  byMain.set(call, known);
  return known;
}

describe('files, by who asks for them', () => {
  it.each(files)('$key: whoever sees other shops and warehouses does not get it', async ({ key, call }) => {
    if (key === 'catalog.downloadExport') {
      const { id } = await exported(catalog.exportProducts, main);
      known[key] = { id };
    }
    const input = known[key];
    if (!input) throw new Error(`${key} is a file that this walk does not know: say what it is made of`);
    expect((await fetchFile(call, input, main)).status).toBe(200);
    const refused = await fetchFile(call, input, narrow);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    // Nothing tells what is out of scope from what is not there at all.
    expect(errorOf(refused)).toBe(errorOf(await fetchFile(call, nothing(input), narrow)));
  });
});

it('papers name the buyer to whoever may not see them only where they travel with the goods', async () => {
  const answered: string[] = [];
  for (const { key, call } of files) {
    const { data } = await fetchFile(call, known[key] ?? {}, masked);
    if (key === 'documents.getAttachment' || data.subarray(0, 5).toString() !== '%PDF-') continue;
    if (BUYER.test((await readPages(data)).join('\n'))) answered.push(key);
  }
  expect(answered.sort()).toEqual([
    'logistics.labelPdf',
    'orders.printPapers',
    'returns.returnLabelPdf',
    'vendor.printVendorLabels',
  ]);
});

describe.each(exporting)('$key', ({ key, call }) => {
  it('writes no row of a shop or warehouse out of scope', async () => {
    const mine = JSON.stringify((await exported(call, narrow)).rows);
    for (const secret of Object.values(HIDDEN)) expect(mine).not.toContain(secret);
    const all = JSON.stringify((await exportedByMain(call)).rows);
    if (!SECRETS_NOWHERE.has(key)) expect(Object.values(HIDDEN).some((secret) => all.includes(secret))).toBe(true);
    if (key === 'orders.exportOrders') expect(mine).toContain(OPEN.order);
  });

  it('has no cost and no buyer for whoever may not see them', async () => {
    if (COSTS_ALONE.has(key)) {
      const input = (exportInputs.get(call) ?? { filter: {} }) as InputOf<Call>;
      expect((await server.call(call, input, masked)).data).toMatchObject({ error: COSTS_ALONE.get(key) });
      return;
    }
    const { head, rows } = await exported(call, masked);
    expect(head.filter((title) => COST.test(title))).toEqual([]);
    expect(rows.flat().filter((cell) => BUYER.test(cell))).toEqual([]);
  });

  it('is refused without the permission to take data out', async () => {
    const refused = await Promise.all(
      [exportInputs.get(call) ?? { filter: {} }, {}].map((input) => server.call(call, input as InputOf<Call>, without)),
    );
    expect(refused.some(({ status }) => status === 403)).toBe(true);
    expect(refused.some(({ status }) => status === 200)).toBe(false);
  });
});

it('the masks hide something: the main account has costs and buyers in its files', async () => {
  const heads: string[] = [];
  const cells: string[] = [];
  for (const { call } of exporting) {
    const { head, rows } = await exportedByMain(call);
    heads.push(...head.filter((title) => COST.test(title)));
    cells.push(...rows.flat().filter((cell) => BUYER.test(cell)));
  }
  expect(heads.length).toBeGreaterThan(3);
  expect(cells.length).toBeGreaterThan(0);
});

describe('uploads', () => {
  const sheet = (columns: readonly ImportColumn[], values: Record<string, string>) =>
    writeTemplate(
      columns.map((column) => ({ ...column, example: values[column.key] ?? '' })),
      'zh',
    );
  const evaluated = async (call: Call, as: Person, data: Buffer) => {
    const { data: preview } = await upload(call, as, data, 'rows.xls');
    const { good, bad } = preview as { good: number; bad: number };
    return { good, bad };
  };

  it('a row for a shop out of scope is refused', async () => {
    const values = { sellerSku: 'NEW-1', sku: 'SKU-1', factor: '1' };
    const hidden = sheet(mappingImport.columns, { ...values, shop: HIDDEN.shop });
    const open = sheet(mappingImport.columns, { ...values, shop: OPEN.shop });
    expect(await evaluated(catalog.previewMappingImport, narrow, hidden)).toEqual({ good: 0, bad: 1 });
    expect(await evaluated(catalog.previewMappingImport, narrow, open)).toEqual({ good: 1, bad: 0 });
    expect(await evaluated(catalog.previewMappingImport, main, hidden)).toEqual({ good: 1, bad: 0 });
  });

  it('a row for a warehouse out of scope is refused', async () => {
    const values = { area: 'Z', shelf: '9', row: '9', column: '9' };
    const hidden = sheet(locationImport.columns, { ...values, warehouse: 'W1' });
    const open = sheet(locationImport.columns, { ...values, warehouse: 'W2' });
    expect(await evaluated(previewLocationImport, narrow, hidden)).toEqual({ good: 0, bad: 1 });
    expect(await evaluated(previewLocationImport, narrow, open)).toEqual({ good: 1, bad: 0 });
    expect(await evaluated(previewLocationImport, main, hidden)).toEqual({ good: 1, bad: 0 });
    const goods = { sku: 'SKU-1', location: 'Z-9-9-9', quantity: '1', unitCost: '1' };
    const opening = (warehouse: string) => sheet(openingImport.columns, { ...goods, warehouse });
    expect(await evaluated(previewOpening, narrow, opening('W1'))).toEqual({ good: 0, bad: 1 });
    expect(await evaluated(previewOpening, narrow, opening('W2'))).toEqual({ good: 1, bad: 0 });
  });

  it('a row that was good is judged once more when it is taken over', async () => {
    const leaving = await member(BASE_PERMISSIONS, 'all');
    const values = { sellerSku: 'NEW-2', sku: 'SKU-1', factor: '1', shop: HIDDEN.shop };
    const { data } = await upload(
      catalog.previewMappingImport,
      leaving,
      sheet(mappingImport.columns, values),
      'rows.xls',
    );
    const { importId, good } = data as { importId: number; good: number };
    await server.app.database.owner.query('delete from user_scope where user_id = $1', [leaving.userId]);
    await server.app.database.owner.query(`select pg_notify('principals', 'all')`);
    const commit = async () =>
      (await server.ok(catalog.commitMappingImport, { importId, idempotencyKey: 'once-more-1' }, leaving)).created;
    await server.until(async () => (await server.ok(catalog.listMappings, {}, leaving)).total === 0);
    expect([good, await commit()]).toEqual([1, 0]);
  });

  it('a file is not attached to a document out of scope', async () => {
    const { id } = await row<{ id: number }>(
      'select id from sales_order where company_id = $1 and platform_order_no = $2',
      [main.companyId, HIDDEN.order],
    );
    expect((await upload(addAttachment, narrow, PDF, 'a.pdf', { docKind: 'sales_order', docId: id })).status).toBe(404);
  });
});
