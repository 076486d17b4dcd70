import * as calls from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { scannedProduct } from '../fnskus/scanned.ts';
import { defineScan } from '../scanlog/registry.ts';
import { cartonCodes, type OfCarton, receiveCarton } from './carton.ts';
import { seeInbound } from './detail.ts';
import { receiveByHand } from './edit.ts';
import { scanPutAway } from './put-away.ts';

/**
 * The document of a scanned code, open ones first: its number, a carton of it, its tracking number, reference or the
 * number of what announced it.
 */
export async function findInbound(tx: Tx, code: string, warehouseId: number | undefined) {
  const [row] = await tx.prepared<{ id: number; cartonId: number | null }>(
    'inbound_by_code',
    `select i.id, x."cartonId" from (
       select id, null::bigint as "cartonId", 1 as rank from inbound where company_id = $1 and number = upper($2)
       union all select inbound_id, id, 2 from inbound_carton where company_id = $1 and code = any($3::text[])
       union all select id, null, 3 from inbound where company_id = $1 and tracking_number = upper($2) and tracking_number <> ''
       union all select id, null, 4 from inbound where company_id = $1 and reference in ($2, upper($2)) and reference <> ''
       union all select id, null, 5 from inbound where company_id = $1 and source_no in ($2, upper($2)) and source_no <> ''
     ) x join inbound i on i.company_id = $1 and i.id = x.id
     where ($4::bigint is null or i.warehouse_id = $4) and ($5::bigint[] is null or i.warehouse_id = any($5))
     order by i.state in ('done', 'cancelled'), x.rank, i.id desc limit 1`,
    [tx.companyId, code.trim(), [code.trim(), ...cartonCodes(code)], warehouseId ?? null, tx.rights.warehouseIds],
  );
  if (!row) throw notFound('warehouse.codeUnknown', { code });
  return row;
}

interface ScannedItem {
  inboundId: number;
  code: string;
  quantity: number;
  condition?: 'good' | 'checking' | 'damaged' | undefined;
  batch?: string | undefined;
  expiresOn?: string | undefined;
}

/** A scanned product comes in; how much of it was announced, and has come by now. */
export async function receiveItem(tx: Tx, { inboundId, code, ...goods }: ScannedItem) {
  const { warehouseId } = await seeInbound(tx, inboundId);
  const product = await scannedProduct(tx, code, warehouseId);
  if (!product) throw ruleBroken('warehouse.codeUnknown', { code });
  const { receiptIds } = await receiveByHand(tx, inboundId, [{ ...goods, productId: product.id }]);
  const [sums] = await tx.prepared<{ expected: number; received: number }>(
    'inbound_product_sums',
    `select sum(expected)::int as expected, sum(received)::int as received from inbound_line
     where company_id = $1 and inbound_id = $2 and product_id = $3`,
    [tx.companyId, inboundId, product.id],
  );
  return { receiptIds, sku: product.sku, expected: sums?.expected ?? 0, received: sums?.received ?? 0 };
}

export async function scanCarton(tx: Tx, scanned: { inboundId: number; code: string } & OfCarton) {
  await seeInbound(tx, scanned.inboundId);
  return receiveCarton(tx, scanned.inboundId, scanned.code, scanned);
}

const withoutKey = { idempotencyKey: true } as const;
defineScan({
  kind: 'receiveItem',
  access: calls.receiveItemCall.access as string[],
  // Many scans of one line are the usual course: two devices that count the same product do not disagree.
  input: calls.receiveItemCall.input.omit(withoutKey),
  run: (tx, _ctx, input) => receiveItem(tx, input),
});
defineScan({
  kind: 'receiveCarton',
  access: calls.receiveCartonCall.access as string[],
  input: calls.receiveCartonCall.input.omit(withoutKey),
  about: (input) => `carton ${input.inboundId} ${cartonCodes(input.code).at(-1)}`,
  run: (tx, _ctx, input) => scanCarton(tx, input),
});
defineScan({
  kind: 'putAway',
  access: calls.scanPutAwayCall.access as string[],
  input: calls.scanPutAwayCall.input.omit(withoutKey),
  about: (input) => `put ${input.warehouseId} ${cartonCodes(input.code).at(-1)} ${input.batchId ?? ''}`.trim(),
  run: (tx, _ctx, input) => scanPutAway(tx, input),
});
