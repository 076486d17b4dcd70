import { integer, text } from '@tradewind/contract/call.ts';
import { productFields, saveBundle as saveCall } from '@tradewind/contract/catalog.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf } from '../../../core/scope.ts';
import { partProblem, replaceParts, saveBundle } from './bundles.service.ts';
import type { Unit } from './units.ts';

const { sku } = productFields;
const row = z.strictObject({
  bundle: sku,
  nameZh: text(200).default(''),
  nameEn: text(200).default(''),
  part: sku,
  quantity: integer(1, 1000),
});
type Row = z.output<typeof row>;

const columns: readonly ImportColumn[] = [
  {
    key: 'bundle',
    title: ['组合 SKU', 'Bundle SKU'],
    required: true,
    example: 'TW-SET-01',
    hint: ['每个子商品一行，同一组合的各行写相同的组合 SKU', 'One row for each part, with the same bundle SKU'],
  },
  {
    key: 'nameZh',
    title: ['中文名称', 'Chinese name'],
    example: '台灯套装',
    hint: ['新组合至少填写一个名称', 'A new bundle needs one of the two names'],
  },
  { key: 'nameEn', title: ['英文名称', 'English name'], example: 'Lamp set', hint: ['选填', 'Optional'] },
  {
    key: 'part',
    title: ['子商品 SKU', 'Part SKU'],
    required: true,
    example: 'TW-LAMP-01',
    hint: ['产品档案里的 SKU', 'The SKU of the product'],
  },
  {
    key: 'quantity',
    title: ['数量', 'Quantity'],
    required: true,
    example: '2',
    hint: ['一套组合所含件数', 'Units in one bundle'],
    read: (typed) => typed.replaceAll(',', ''),
  },
];

interface Known extends Record<string, unknown> {
  id: number;
  sku: string;
  kind: string;
  version: number;
}

async function known(tx: Tx, rows: readonly Row[]): Promise<Map<string, Known>> {
  const skus = [...new Set(rows.flatMap((one) => [one.bundle, one.part]))];
  const found = await tx.rows<Known>(sql`select id, sku, kind, version from product
    where company_id = ${sql.company} and sku = any(${arrayOf(skus)}::text[])`);
  return new Map(found.map((one) => [one.sku, one]));
}

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const products = await known(
    tx,
    rows.map((one) => one.value),
  );
  const verdicts = new Map<number, Verdict>();
  for (const [sku, group] of Map.groupBy(rows, (one) => one.value.bundle)) {
    const bundle = products.get(sku);
    const named = group.some(({ value }) => value.nameZh !== '' || value.nameEn !== '');
    const parts = partsOf(
      group.map((one) => one.value),
      products,
    );
    const problem = parts.length === group.length ? await partProblem(tx, bundle?.id ?? 0, parts) : undefined;
    for (const [at, { line, value }] of group.entries()) {
      const problems: Verdict['problems'] = [];
      if (bundle && bundle.kind !== 'bundle')
        problems.push({ column: 'bundle', code: 'catalog.notABundle', params: { sku } });
      if (!bundle && !named) problems.push({ column: 'nameZh', code: 'catalog.nameMissing' });
      if (!products.has(value.part))
        problems.push({ column: 'part', code: 'catalog.skuUnknown', params: { sku: value.part } });
      if (problem?.at === at) problems.push({ column: 'part', code: problem.code, params: problem.params ?? {} });
      verdicts.set(line, { action: bundle ? 'update' : 'create', problems });
    }
  }
  return verdicts;
}

const partsOf = (group: readonly Row[], products: ReadonlyMap<string, Known>): Unit[] =>
  group.flatMap(({ part, quantity }) => {
    const product = products.get(part);
    return product ? [{ productId: product.id, quantity }] : [];
  });

/** The parts of a bundle become those of the file. */
async function write(tx: Tx, ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const products = await known(tx, rows);
  const done = { created: 0, updated: 0 };
  for (const [sku, group] of Map.groupBy(rows, (one) => one.bundle)) {
    const before = products.get(sku);
    const named = (key: 'nameZh' | 'nameEn') => group.find((one) => one[key] !== '')?.[key];
    const parts = partsOf(group, products);
    if (before) await replaceParts(tx, before.id, parts);
    else
      await saveBundle(tx, ctx, saveCall.input.parse({ sku, nameZh: named('nameZh'), nameEn: named('nameEn'), parts }));
    if (before) done.updated += group.length;
    else done.created += group.length;
  }
  return done;
}

export const bundleImport = defineImport<Row>({
  name: 'catalog.bundles',
  title: ['组合产品导入模板', 'Bundle import template'],
  columns,
  most: 2_000,
  row,
  keyOf: (one) => `${one.bundle}\n${one.part}`,
  groupOf: ({ bundle = '' }) => bundle.toUpperCase(),
  check,
  write,
});
