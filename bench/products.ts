import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, ResultOf } from '@tradewind/contract/call.ts';
import { commitProductImport, listProducts, previewProductImport } from '@tradewind/contract/catalog.ts';
import { readSheet } from '../apps/server/src/core/sheets.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round, timesOf } from './lib.ts';
import { csvOf, fillProducts, xlsxOf } from './products.fill.ts';

const PAGE_SIZE = 50;
const RUNS = 300;

/** A million products in one company: the pages of their list over HTTP, then a sheet of 100,000 more. */
export async function products(args: string[]): Promise<Figures> {
  const count = Number(args[0] ?? 1_000_000);
  const rows = Number(args[1] ?? 100_000);
  const bench = await openBench();
  const figures: Figures = { products: count };
  try {
    log(`writing ${count} products`);
    await fillProducts(bench.app.database.owner, bench.companyId, count);
    const url = await bench.startApi(18_306, 'api,worker');
    await measurePages(bench, new Client(url, bench.token), count, figures);
    await measureImport(bench, url, rows, figures);
  } finally {
    await bench.close();
  }
  return { ...figures, unit: 'ms, seconds, MB' };
}

async function measurePages(bench: Bench, client: Client, count: number, figures: Figures): Promise<void> {
  const { owner } = bench.app.database;
  const list = (input: object) => client.text(listProducts, { pageSize: PAGE_SIZE, ...input });
  const last = Math.floor(count / PAGE_SIZE);
  const sku = (i: number) => `P-${String(((i * 7919) % count) + 1).padStart(7, '0')}`;
  const words = [
    sku,
    (i: number) => sku(i).slice(0, 7),
    (i: number) => `model ${(i * 31) % 5000}`,
    () => 'lamp',
    () => '台灯',
  ];
  const search = (i: number) => words[i % words.length]?.(i) ?? '';
  const page = JSON.parse(await list({ page: Math.min(20_000, last) })) as { data: { rows: unknown[]; total: number } };
  log(`all: ${page.data.total}, page ${Math.min(20_000, last)} of ${page.data.rows.length}`);
  const raw = (text: string, values: (i: number) => unknown[]) => (i: number) =>
    owner.query({ text, values: values(i) });
  const kinds: [string, (i: number) => Promise<unknown>][] = [
    ['firstPage', (i) => list({ status: i % 2 === 0 ? 'enabled' : 'all' })],
    ['search', (i) => list({ search: search(i) })],
    ['deepPage', (i) => list({ page: Math.min(20_000, last) - (i % 50) })],
    [
      'floorFirstPage',
      raw('select * from product where company_id = $1 order by updated_at desc, id desc limit 50', () => [
        bench.companyId,
      ]),
    ],
    [
      'floorSearch',
      raw(
        'select p.* from product_term t join product p on p.company_id = t.company_id and p.id = t.product_id where t.company_id = $1 and t.term = $2 limit 50',
        (i) => [bench.companyId, sku(i)],
      ),
    ],
    [
      'floorDeepPage',
      raw('select * from product where company_id = $1 order by updated_at, id limit 50', () => [bench.companyId]),
    ],
  ];
  for (const [name, work] of kinds) {
    const times = await timesOf(RUNS, work);
    figures[`${name}P50Ms`] = round(percentile(times, 0.5));
    figures[`${name}P95Ms`] = round(percentile(times, 0.95));
    log(`${name}: p50 ${figures[`${name}P50Ms`]} ms, p95 ${figures[`${name}P95Ms`]} ms`);
  }
  for (const [at, word] of words.entries()) {
    const times = await timesOf(60, (i) => list({ search: word(i) }), 5);
    figures[`search${at + 1}P50Ms`] = round(percentile(times, 0.5));
    log(`search for ${word(1)}: p50 ${figures[`search${at + 1}P50Ms`]} ms`);
  }
}

async function upload<C extends Call>(
  url: string,
  token: string,
  call: C,
  data: Buffer,
  name: string,
): Promise<ResultOf<C>> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(data)]), name);
  const answer = await fetch(`${url}/api${call.path}`, { method: 'POST', headers: { token }, body: form });
  if (answer.status !== 200) throw new Error(`${call.path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return ((await answer.json()) as { data: ResultOf<C> }).data;
}

async function measureImport(bench: Bench, url: string, rows: number, figures: Figures): Promise<void> {
  const seconds = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await work();
    figures[name] = round((performance.now() - began) / 1000);
    log(`${name} ${figures[name]} s`);
    return done;
  };
  const preview = (data: Buffer, name: string) => upload(url, bench.token, previewProductImport, data, name);
  const known = Math.floor(rows / 10);
  const before = await bench.peakMegabytes();
  const book = await xlsxOf(rows, known);
  figures.importFileMb = round(book.length / 1024 / 1024);
  const { importId, good } = await seconds('importPreviewSeconds', () => preview(book, 'products.xlsx'));
  if (good !== rows) throw new Error(`${good} of ${rows} rows are good`);
  await seconds('importSeconds', async () => {
    await new Client(url, bench.token).call(commitProductImport, { importId });
    await untilImported(bench, importId);
  });
  figures.importMemoryMb = (await bench.peakMegabytes()) - before;
  const text = await seconds('csvPreviewSeconds', () => preview(csvOf(rows, known), 'products.csv'));
  const twice = Math.floor(rows * 0.4);
  const repeated = await seconds('duplicatesPreviewSeconds', () => preview(csvOf(rows, known, twice), 'products.csv'));
  if (text.good !== rows || repeated.bad !== twice) throw new Error(`${text.good} good, ${repeated.bad} bad rows`);
  figures.memoryAllFilesMb = (await bench.peakMegabytes()) - before;
  await seconds('floorPreviewSeconds', () => readSheet(book, rows));
  await seconds('floorImportSeconds', () => bareImport(bench, rows));
}

async function untilImported(bench: Bench, importId: number): Promise<void> {
  for (;;) {
    const { rows } = await bench.app.database.owner.query<{ place: number; total: number }>(
      'select place, total from import_run where company_id = $1 and import_id = $2',
      [bench.companyId, importId],
    );
    if (rows[0] && rows[0].place === rows[0].total) return;
    await sleep(100);
  }
}

/** The same number of products with nine terms each, 2,000 a statement, on one bare connection. */
async function bareImport(bench: Bench, rows: number): Promise<void> {
  const { owner } = bench.app.database;
  for (let from = 0; from < rows; from += 2_000)
    await owner.query(
      `with made as (insert into product (company_id, sku, name_zh, name_en, brand, barcode)
         select $1, 'BARE-' || n, '新品台灯' || n, 'Bare lamp ' || n, 'Brand', '71' || lpad(n::text, 11, '0') from generate_series($2::int, $3::int) n returning id, sku)
       insert into product_term (company_id, term, product_id)
       select $1, sku || case k when 0 then '' else k::text end, id from made, generate_series(0, 8) k`,
      [bench.companyId, from, Math.min(rows, from + 2_000) - 1],
    );
}
