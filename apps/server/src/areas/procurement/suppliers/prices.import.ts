import { day, positiveDecimal, requiredText } from '@tradewind/contract/call.ts';
import { offerId, specId } from '@tradewind/contract/procurement/sourcing.ts';
import { offerUnits, supplierPriceShapes } from '@tradewind/contract/procurement.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf } from '../../../core/scope.ts';
import { productIdsBySku } from '../../catalog/public.ts';
import { assertMayPrice, writeBreaks } from './prices.service.ts';
import { DOC } from './suppliers.service.ts';

const row = z.strictObject({
  supplier: requiredText(40).transform((text) => text.toUpperCase()),
  sku: requiredText(60).transform((text) => text.toUpperCase()),
  validFrom: day(),
  fromQuantity: z.coerce.number().int().min(1).max(10_000_000).default(1),
  unitPrice: positiveDecimal(6),
  ...z.object({ ...supplierPriceShapes, offerId, specId, offerUnits }).partial().shape,
});
type Row = z.output<typeof row>;

const plainNumber = (text: string) => text.replaceAll(',', '');
/** An offer's number, or the address of its page as a browser shows it. */
const offerNumber = (text: string) => /1688\.com\/.*(?:offer\/|offerId=)(\d+)/i.exec(text)?.[1] ?? text;
const OPTIONAL = ['选填', 'Optional'] as const;
const columns: readonly ImportColumn[] = [
  {
    key: 'supplier',
    title: ['供应商编码', 'Supplier code'],
    required: true,
    example: 'YW-001',
    hint: ['供应商列表里的编码', 'The code in the list of suppliers'],
  },
  {
    key: 'sku',
    title: ['SKU', 'SKU'],
    required: true,
    example: 'TW-LAMP-01',
    hint: ['产品档案里的 SKU', 'The SKU of the product'],
  },
  { key: 'supplierSku', title: ['供应商货号', 'Supplier SKU'], example: 'CG-2201', hint: OPTIONAL },
  {
    key: 'validFrom',
    title: ['生效日期', 'Valid from'],
    required: true,
    example: '2026-12-01',
    hint: [
      '从这一天起生效；同一天已有的报价会被替换',
      'In force from this day on. A price from the same day is replaced',
    ],
  },
  {
    key: 'fromQuantity',
    title: ['起订数量', 'From quantity'],
    example: '500',
    hint: ['阶梯价每档一行；留空为 1', 'One row per price break. Empty: 1'],
    read: plainNumber,
  },
  {
    key: 'unitPrice',
    title: ['单价', 'Unit price'],
    required: true,
    example: '21.5',
    hint: ['按供应商的币种填写', 'In the supplier’s currency'],
    read: plainNumber,
  },
  { key: 'moq', title: ['最小起订量', 'MOQ'], example: '200', hint: OPTIONAL, read: plainNumber },
  { key: 'orderMultiple', title: ['订货倍数', 'Order multiple'], example: '20', hint: OPTIONAL, read: plainNumber },
  { key: 'leadDays', title: ['交期（天）', 'Lead time (days)'], example: '15', hint: OPTIONAL },
  {
    key: 'offerId',
    title: ['1688 商品 ID', '1688 offer ID'],
    example: '682710045501',
    hint: ['选填，填商品 ID 或商品网址', 'Optional. The number of the offer, or the address of its page'],
    read: offerNumber,
  },
  {
    key: 'specId',
    title: ['1688 规格 ID', '1688 specification ID'],
    example: 'b266e0726506185beaf205cbae88530d',
    hint: ['商品有规格时填写', 'If the offer has specifications'],
  },
  {
    key: 'offerUnits',
    title: ['1688 每单位件数', 'Units per 1688 unit'],
    example: '1',
    hint: ['1688 的 1 个单位等于几件；留空为 1', 'Our units in one unit of the offer. Empty: 1'],
    read: plainNumber,
  },
];
/** What one offer is: they come and go together. */
const OFFER = ['offerId', 'specId', 'offerUnits'] as const;
const DETAILS = ['supplierSku', 'moq', 'orderMultiple', 'leadDays', ...OFFER] as const;
const priceKey = (one: Pick<Row, 'supplier' | 'sku' | 'validFrom'>) => `${one.supplier}\n${one.sku}\n${one.validFrom}`;

async function known(tx: Tx, rows: readonly Row[]) {
  const codes = [...new Set(rows.map((one) => one.supplier))];
  const owners = await tx.rows<{
    id: number;
    code: string;
    state: string;
    shop1688: string;
  }>(sql`select id, code, state, shop1688 from supplier
    where company_id = ${sql.company} and code = any(${arrayOf(codes)}::text[])`);
  const products = await productIdsBySku(tx, [...new Set(rows.map((one) => one.sku))]);
  return { suppliers: new Map(owners.map((one) => [one.code, one])), products };
}

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  assertMayPrice(tx);
  const { suppliers, products } = await known(
    tx,
    rows.map((one) => one.value),
  );
  const firsts = new Map<string, Row>();
  return new Map(
    rows.map(({ line, value }) => {
      const problems: Verdict['problems'] = [];
      const owner = suppliers.get(value.supplier);
      const params = { code: value.supplier };
      if (!owner) problems.push({ column: 'supplier', code: 'procurement.importSupplier', params });
      else if (owner.state === 'blocked')
        problems.push({ column: 'supplier', code: 'procurement.importState', params });
      if (!products.has(value.sku))
        problems.push({ column: 'sku', code: 'procurement.importSku', params: { sku: value.sku } });
      if (OFFER.some((name) => value[name] !== undefined)) {
        if (!value.offerId) problems.push({ column: 'offerId', code: 'procurement.offerMissing' });
        else if (owner?.shop1688 === '') problems.push({ column: 'offerId', code: 'procurement.1688.noShop', params });
      }
      const first = firsts.get(priceKey(value));
      if (!first) firsts.set(priceKey(value), value);
      for (const name of DETAILS)
        if (first && value[name] !== undefined && value[name] !== first[name])
          problems.push({ column: name, code: 'procurement.importSame' });
      return [line, { action: 'create', problems }];
    }),
  );
}

/** The rows of one price: its breaks. A price from the same day is replaced. */
async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const { suppliers, products } = await known(tx, rows);
  const prices = [...Map.groupBy(rows, priceKey).values()].flatMap((group) => {
    const [first] = group;
    const supplierId = first && suppliers.get(first.supplier)?.id;
    const productId = first && products.get(first.sku);
    if (!supplierId || !productId) return [];
    const breaks = group.map(({ fromQuantity, unitPrice }) => ({ fromQuantity, unitPrice }));
    return [{ ...first, supplierId, productId, breaks }];
  });
  // Two files at once lock in one order.
  prices.sort(
    (a, b) => a.supplierId - b.supplierId || a.productId - b.productId || (a.validFrom < b.validFrom ? -1 : 1),
  );
  const written = await tx.rows<{
    id: number;
    supplierId: number;
    productId: number;
    validFrom: string;
    fresh: boolean;
  }>(sql`
    insert into supplier_price as l (company_id, supplier_id, product_id, valid_from, supplier_sku, moq, order_multiple, lead_days,
      offer_id, spec_id, offer_units)
    select ${sql.company}, r."supplierId", r."productId", r."validFrom", coalesce(r."supplierSku", ''), r.moq, r."orderMultiple", r."leadDays",
      coalesce(r."offerId", ''), coalesce(r."specId", ''), coalesce(r."offerUnits", 1)
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as r("supplierId" bigint, "productId" bigint, "validFrom" date,
      "supplierSku" text, moq int, "orderMultiple" int, "leadDays" int,
      "offerId" text, "specId" text, "offerUnits" int)
    on conflict (company_id, supplier_id, product_id, valid_from) do update set
      supplier_sku = coalesce(nullif(excluded.supplier_sku, ''), l.supplier_sku), moq = coalesce(excluded.moq, l.moq),
      order_multiple = coalesce(excluded.order_multiple, l.order_multiple),
      lead_days = coalesce(excluded.lead_days, l.lead_days),
      offer_id = case when excluded.offer_id = '' then l.offer_id else excluded.offer_id end,
      spec_id = case when excluded.offer_id = '' then l.spec_id else excluded.spec_id end,
      offer_units = case when excluded.offer_id = '' then l.offer_units else excluded.offer_units end, version = l.version + 1
    returning l.id, l.supplier_id, l.product_id, l.valid_from::text as valid_from, l.version = 1 as fresh`);
  const ids = new Map(written.map((one) => [`${one.supplierId}/${one.productId}/${one.validFrom}`, one.id]));
  await writeBreaks(
    tx,
    prices.flatMap(({ supplierId, productId, validFrom, breaks }) => {
      const priceId = ids.get(`${supplierId}/${productId}/${validFrom}`);
      return priceId ? [{ priceId, breaks }] : [];
    }),
  );
  writeHistory(
    tx,
    [...Map.groupBy(written, (one) => one.supplierId)].map(([docId, own]) => ({
      docKind: DOC,
      docId,
      event: 'pricesImported',
      detail: { count: own.length },
    })),
  );
  const fresh = written.filter((one) => one.fresh).length;
  return { created: fresh, updated: written.length - fresh };
}

export const supplierPriceImport = defineImport<Row>({
  name: 'procurement.prices',
  title: ['供应商报价导入模板', 'Supplier price import template'],
  columns,
  row,
  keyOf: (one) => `${priceKey(one)}\n${one.fromQuantity}`,
  groupOf: ({ supplier = '', sku = '', validFrom = '' }) => `${supplier}\n${sku}\n${validFrom}`.toUpperCase(),
  check,
  write,
});
