import { read } from '@e965/xlsx';
import { type Call, exportQueued, type InputOf } from '@tradewind/contract/call.ts';
import { downloadExport } from '@tradewind/contract/catalog.ts';
import { exportMonth, exportTax } from '@tradewind/contract/finance/closing.ts';
import { exportBalanceLines, exportBudget, exportStatementLines } from '@tradewind/contract/finance.ts';
import { exportBillLines } from '@tradewind/contract/logistics.ts';
import {
  exportSimulated,
  orderImportErrors,
  previewOrderImport,
  saveRule,
  simulateRules,
} from '@tradewind/contract/orders.ts';
import { exportSupplierPrices } from '@tradewind/contract/procurement.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { exportReport, exportReportLines } from '@tradewind/contract/reports.ts';
import { exportReturnAnalysis } from '@tradewind/contract/returns.ts';
import { exportBatchShipped } from '@tradewind/contract/stock-batches.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBusyWorld } from '../areas/integrity/integrity.testing.ts';
import { orderImport } from '../areas/orders/intake/import.ts';
import { ownServer, type Person, type TestServer } from '../testing/harness.ts';
import { download, upload } from './attacks.testing.ts';

/** What spreadsheets take for a formula at the beginning of a cell; tabs and line ends before it are skipped. */
const FORMULAS = [
  '=HYPERLINK("http://x","a")',
  "+1+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
];
const exporting = calls
  .filter(({ call }) => call.result === exportQueued)
  .map(({ area, name, call }) => [`${area}.${name}`, call] as const);

let server: TestServer;
let main: Person;
const inputs = new Map<Call, object>();
beforeAll(async () => {
  server = await ownServer();
  await server.startWorker();
  const world = await openBusyWorld(server);
  main = world.main;
  const { owner } = server.app.database;
  const set = (statement: string) => owner.query(statement, [main.companyId, FORMULAS]);
  const nth = (id: string) => `($2::text[])[1 + (${id})::int % ${FORMULAS.length}]`;
  await set(`update product set name_zh = ${nth('id')}, name_en = ${nth('id + 1')} where company_id = $1`);
  await set(`update shop set name = ${nth('id')} where company_id = $1`);
  await set(`update warehouse set name = ${nth('id')} where company_id = $1`);
  await set(`update sales_order set buyer_name = ${nth('id')}, buyer_note = ${nth('id + 3')} where company_id = $1`);
  const action = { warehouseId: world.warehouseId };
  await server.ok(
    saveRule,
    { kind: 'warehouse', name: FORMULAS[0] ?? '', enabled: true, conditions: [], action },
    main,
  );
  const { id } = await server.ok(simulateRules, { days: 90 }, main);
  inputs.set(exportSimulated, { rehearsalId: id });
  inputs.set(exportBatchShipped, { id: 1 });
  await set(`update carrier_bill_line set reference = ${nth('line')} where company_id = $1`);
  const { rows } = await owner.query('select min(id)::int as id from carrier_bill where company_id = $1', [
    main.companyId,
  ]);
  inputs.set(exportBillLines, { billId: rows[0]?.id });
  inputs.set(exportSupplierPrices, { filter: { supplierId: 1 } });
  const statement = await owner.query('select min(id)::int as id from provider_statement where company_id = $1', [
    main.companyId,
  ]);
  inputs.set(exportStatementLines, { statementId: statement.rows[0]?.id });
  inputs.set(exportBalanceLines, {
    party: 'shop',
    partyId: world.shop.id,
    account: 'platform_unsettled',
    currency: 'USD',
  });
  inputs.set(exportBudget, { filter: { month: '2026-11' } });
  const closed = await owner.query(
    `select to_char(max(on_day), 'YYYY-MM') as month from ledger_entry where company_id = $1 and step = 'sale'`,
    [main.companyId],
  );
  inputs.set(exportMonth, { month: closed.rows[0]?.month });
  inputs.set(exportTax, { from: '2020-01-01', to: '2099-12-31' });
  inputs.set(exportReport, {
    report: 'stockValue',
    from: '2099-12-31',
    to: '2099-12-31',
    dimensions: ['warehouse', 'product'],
  });
  inputs.set(exportReportLines, { report: 'product', from: '2026-01-01', to: '2026-12-31' });
  inputs.set(exportReturnAnalysis, { filter: { from: '2026-01-01', to: '2026-12-31' } });
});
afterAll(() => server.close());

/** Cells of a file that a spreadsheet would calculate, and those that begin like something to calculate. */
function look(data: Buffer): { calculated: string[]; texts: string[] } {
  const found = { calculated: [] as string[], texts: [] as string[] };
  for (const sheet of Object.values(read(data, { cellFormula: true, dense: true }).Sheets))
    for (const cell of (sheet['!data'] ?? []).flat()) {
      if (cell?.f !== undefined) found.calculated.push(cell.f);
      if (typeof cell?.v === 'string' && /^\s*[=+@-]/.test(cell.v)) found.texts.push(cell.t);
    }
  return found;
}

const texts = new Set<string>();
describe.each(exporting)('%s', (name, call) => {
  it('writes what begins like a formula as text', async () => {
    const { exportId: id } = (await server
      .ok(call, (inputs.get(call) ?? { filter: {} }) as InputOf<Call>, main)
      .catch(() => server.ok(call, {} as InputOf<Call>, main))) as { exportId: number };
    await server.until(async () => {
      const { rows } = await server.app.database.owner.query('select state, error from export_file where id = $1', [
        id,
      ]);
      if (rows[0]?.state === 'failed') throw new Error(rows[0].error);
      return rows[0]?.state === 'done';
    }, 60);
    const found = look((await download(server, downloadExport, main, { id })).data);
    expect(found.calculated).toEqual([]);
    expect(found.texts.filter((type) => type !== 's')).toEqual([]);
    if (found.texts.length > 0) texts.add(name);
  });
});

it('many of these files held such texts', () => {
  expect(texts.size).toBeGreaterThan(8);
});

it('the file of the rows that an import refused has none either', async () => {
  const titles = orderImport.columns.map(({ title }) => title[0]).join(',');
  const rows = FORMULAS.map((text) => orderImport.columns.map(() => `"${text.replaceAll('"', '""')}"`).join(','));
  const data = Buffer.from(`${titles}\n${rows.join('\n')}\n`);
  const preview = await upload(server, previewOrderImport, main, { name: 'orders.csv', data }, { pasted: 'false' });
  const { data: file } = await download(server, orderImportErrors as Call, main, {
    importId: Number(preview.data.importId),
  });
  const found = look(file);
  expect(found.calculated).toEqual([]);
  expect(found.texts.length).toBeGreaterThan(10);
  expect(found.texts.filter((type) => type !== 's')).toEqual([]);
});
