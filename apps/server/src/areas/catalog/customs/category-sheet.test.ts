import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { exportedRows, upload } from '../testing/files.ts';

let server: TestServer;
let main: Awaited<ReturnType<TestServer['company']>>;
let lamps: number;
beforeAll(async () => {
  server = await ownServer();
  main = await server.company('Categories as sheets');
  await server.startWorker();
  const home = await server.ok(calls.saveCategory, { nameZh: '家居', nameEn: 'Home' }, main);
  lamps = (await server.ok(calls.saveCategory, { nameZh: '灯具', nameEn: 'Lamps', parentId: home.id }, main)).id;
  await server.ok(calls.addProduct, { sku: 'LAMP', nameEn: 'Lamp', categoryId: lamps }, main);
});
afterAll(() => server.close());

const HEAD = '主 SKU,分类,国家/地区,出口 HS 编码,英文品名,申报价值';
const preview = async (lines: string[], person: Person = main) =>
  (await upload(server, calls.previewCustomsImport, Buffer.from(`${[HEAD, ...lines].join('\n')}\n`), 'c.csv', person))
    .data;
const commit = (importId: number) => server.ok(calls.commitCustomsImport, { importId }, main);
const problemsOf = ({ rows }: Awaited<ReturnType<typeof preview>>) =>
  rows
    .sort((a, b) => a.line - b.line)
    .map(({ problems }) => problems.map(({ column, message }) => `${column}: ${message}`).join());

it('customs data of categories are imported and exported in the sheet of products', async () => {
  const first = await preview([',家居 / 灯具,US,940521,Lamp,6.5', 'LAMP,,US,940522,Desk lamp,', ',家居,*,9405,,']);
  expect(await commit(first.importId)).toMatchObject({ created: 3, updated: 0 });
  const second = await preview([',Lamps,US,,Floor lamp,']);
  expect(second.rows[0]?.action).toBe('update');
  expect(await commit(second.importId)).toMatchObject({ created: 0, updated: 1 });
  expect((await server.ok(calls.listCustoms, { categoryId: lamps }, main)).list).toMatchObject([
    { country: 'US', hsExport: '940521', nameEn: 'Floor lamp', value: '6.5' },
  ]);
  const { history } = await server.ok(calls.findCategory, { id: lamps }, main);
  expect(history.map((one) => one.event)).toContain('customsSaved');
  const rows = await exportedRows(server, calls.exportCategoryCustoms, {}, main);
  expect(rows.slice(1).map((row) => [row[0], row[1], row[2], row[3], row[10]])).toEqual([
    [undefined, '家居', '*', '9405', undefined],
    [undefined, '家居 / 灯具', 'US', '940521', 6.5],
  ]);
  expect(rows[0]?.slice(0, 3)).toEqual(['主 SKU', '分类', '国家/地区']);
});

it('a row names one product or one category, which exists and which its importer may edit', async () => {
  const wrong = await preview([
    'LAMP,灯具,DE,940521,,',
    ',,DE,940521,,',
    ',Chairs,DE,940521,,',
    ',灯具,DE,940521,,',
    ',Home / Lamps,DE,940522,,',
    ',灯具,FR,,Gift,',
  ]);
  expect(problemsOf(wrong)).toEqual([
    'sku: Enter either a main SKU or a category',
    'sku: Enter either a main SKU or a category',
    'category: There is no category named Chairs',
    '',
    'category: Duplicate of row 5',
    'nameEn: Too vague. Name the goods themselves',
  ]);
  const clerk = await server.member(main.companyId, [rights.product.view, rights.product.import]);
  const theirs = await preview([',灯具,DE,940521,,', 'LAMP,,DE,940521,,'], clerk);
  expect(problemsOf(theirs)).toEqual(['category: You do not have permission to edit categories', '']);
});
