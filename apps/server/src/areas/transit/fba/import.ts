import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { linesOf } from './lines.ts';
import { type Boxes, checkBoxes, packShipment } from './pack.ts';

const measure = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/)
  .optional();
const whole = (most: RegExp) => z.string().regex(most).transform(Number);
const row = z.strictObject({
  number: z.string().min(1).max(40),
  box: whole(/^[1-9]\d{0,3}$/),
  sku: z.string().min(1).max(255),
  quantity: whole(/^[1-9]\d{0,5}$/),
  lengthCm: measure,
  widthCm: measure,
  heightCm: measure,
  grossKg: measure,
});
type Row = z.output<typeof row>;

const ONCE = ['每箱第一行必填', 'On the first row of each box'] as const;
const size = (key: string, zh: string, en: string, example: string): ImportColumn => ({
  key,
  title: [zh, en],
  example,
  hint: ONCE,
});
const columns: readonly ImportColumn[] = [
  {
    key: 'number',
    title: ['货件单号', 'Shipment no.'],
    required: true,
    hint: ['页面上的货件单号', 'The number on the shipment page'],
    example: 'FBA-20261122-0001',
    read: (text) => text.toUpperCase(),
  },
  {
    key: 'box',
    title: ['箱号', 'Box no.'],
    required: true,
    example: '1',
    hint: ['每箱每个 SKU 一行，从 1 开始', 'One row per SKU and box, starting at 1'],
  },
  {
    key: 'sku',
    title: ['店铺SKU', 'Seller SKU'],
    required: true,
    example: 'LAMP-1',
    hint: ['货件中的店铺 SKU', 'The seller SKU in the shipment'],
  },
  {
    key: 'quantity',
    title: ['数量', 'Quantity'],
    required: true,
    example: '12',
    hint: ['该箱内的件数', 'Units in this box'],
  },
  size('lengthCm', '长(cm)', 'Length (cm)', '40'),
  size('widthCm', '宽(cm)', 'Width (cm)', '30'),
  size('heightCm', '高(cm)', 'Height (cm)', '25'),
  size('grossKg', '毛重(kg)', 'Gross weight (kg)', '12.4'),
];

interface Known extends Record<string, unknown> {
  id: number;
  number: string;
  lineId: number;
  sku: string;
}
const known = (tx: Tx, rows: readonly Row[]): Promise<Known[]> =>
  tx.rows<Known>(sql`select f.id, f.number, l.id as "lineId", l.seller_sku as sku from fba_shipment f
      join fba_line l on l.company_id = f.company_id and l.shipment_id = f.id
    where f.company_id = ${sql.company} and f.number = any(${arrayOf([...new Set(rows.map((one) => one.number))])}::text[])
      and f.state in ('planned', 'packed') and f.step = '' and ${inShops(tx, sql`f.shop_id`)}`);

/** Reads a shipment's rows into boxes. */
function boxesOf(rows: readonly Row[], lines: readonly Known[]): Boxes {
  const boxes = new Map<number, Row[]>();
  for (const one of rows) boxes.set(one.box, [...(boxes.get(one.box) ?? []), one]);
  return [...boxes]
    .sort(([a], [b]) => a - b)
    .map(([, content]) => {
      const sized = content.find((one) => one.lengthCm) ?? content[0];
      const { lengthCm = '0', widthCm = '0', heightCm = '0', grossKg = '0' } = sized ?? {};
      const contents = content.map(({ sku, quantity }) => ({
        lineId: lines.find((line) => line.sku === sku)?.lineId ?? 0,
        quantity,
      }));
      return { lengthCm, widthCm, heightCm, grossKg, contents };
    });
}

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const there = await known(
    tx,
    rows.map((one) => one.value),
  );
  const wholes = new Map<string, Verdict['problems'][number]>();
  for (const number of new Set(there.map((one) => one.number))) {
    const mine = there.filter((one) => one.number === number);
    const values = rows.map((one) => one.value).filter((one) => one.number === number);
    if (values.some((one) => !mine.some((line) => line.sku === one.sku))) continue;
    try {
      checkBoxes(await linesOf(tx, mine[0]?.id ?? 0), boxesOf(values, mine));
    } catch (error) {
      const field = error instanceof Fail ? error.fields?.[0] : undefined;
      if (!field) throw error;
      wholes.set(number, { column: 'quantity', code: field.code, ...(field.params ? { params: field.params } : {}) });
    }
  }
  return new Map(
    rows.map(({ line, value }) => {
      const mine = there.filter((one) => one.number === value.number);
      const problems: Verdict['problems'] = [];
      const whole = wholes.get(value.number);
      if (mine.length === 0) problems.push({ column: 'number', code: 'transit.importShipment' });
      else if (!mine.some((one) => one.sku === value.sku))
        problems.push({ column: 'sku', code: 'transit.importSku', params: { sku: value.sku } });
      else if (whole) problems.push(whole);
      return [line, { action: 'create', problems }];
    }),
  );
}

/** Imports all rows of a shipment or none: its boxes must hold everything. */
async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const there = await known(tx, rows);
  let created = 0;
  for (const number of new Set(rows.map((one) => one.number))) {
    const mine = there.filter((one) => one.number === number);
    const boxes = boxesOf(
      rows.filter((one) => one.number === number),
      mine,
    );
    await packShipment(tx, mine[0]?.id ?? 0, boxes);
    created += boxes.length;
  }
  return { created, updated: 0 };
}

export const boxImport = defineImport<Row>({
  name: 'transit.boxes',
  title: ['FBA 装箱导入模板', 'FBA box import template'],
  columns,
  row,
  keyOf: ({ number, box, sku }) => `${number}\n${box}\n${sku}`,
  check,
  write,
});
