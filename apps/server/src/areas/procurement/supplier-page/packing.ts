import { createHash } from 'node:crypto';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { sendPackingList as call } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, ruleBroken } from '../../../core/errors.ts';
import type { UploadedFile } from '../../../core/http/routes.ts';
import { say } from '../../../core/text/texts.ts';
import { keepFile, type Link, messageAbout } from '../../documents/public.ts';
import { purchaseDocument } from '../documents.ts';
import { duesChanged } from '../money/due.ts';
import type { supplierPacking } from '../supplier-page.tables.ts';
import { boxesOf } from './boxes.ts';
import { holdForSupplier } from './link.ts';

/** Packing lists of an order: an outsider fills neither the store nor the files of an order. */
const MOST = 20;
type Said = Omit<ParsedOf<typeof call>, 'key'>;

/** Before the file goes into the store. @throws conflict procurement.supplierPageShut; ruleBroken procurement.packingMany */
export async function assertMaySend(tx: Tx, link: Link): Promise<void> {
  await holdForSupplier(tx, link.docId);
  const sent = await tx.row<{ n: number }>(sql`select count(*)::int as n from supplier_packing
    where company_id = ${sql.company} and order_id = ${link.docId}`);
  if ((sent?.n ?? 0) >= MOST) throw ruleBroken('procurement.packingMany', { limit: MOST });
}

/**
 * Keeps the packing list of a shipment; the file becomes an attachment of the order. The same one sent again is one.
 * @throws badField goods, goods.N
 */
export async function keepPacking(
  tx: Tx,
  link: Link,
  said: Said,
  file: UploadedFile & { fileKey: string },
): Promise<void> {
  await assertMaySend(tx, link);
  const goods = await goodsOf(tx, link.docId, said.goods);
  const boxes = await boxesOf(tx, link.docId, said, goods);
  const { shippedOn, cartons, carrier, trackingNumber, remark } = said;
  const fileHash = createHash('sha256').update(file.data).digest('hex');
  const before = await tx.row(sql`select 1 as one from supplier_packing where company_id = ${sql.company}
    and order_id = ${link.docId} and state = 'waiting' and file_hash = ${fileHash} and shipped_on = ${shippedOn}::date
    and tracking_number = ${trackingNumber.toUpperCase()} limit 1`);
  if (before) return;
  const { id: attachmentId } = await keepFile(tx, purchaseDocument.kind, link.docId, file);
  await addRows<typeof supplierPacking>(tx, 'supplier_packing', [
    {
      ...{ orderId: link.docId, recipient: link.recipient, sentAt: tx.now, shippedOn, cartons, carrier, remark },
      ...{ trackingNumber: trackingNumber.toUpperCase(), goods, boxes, fileHash, fileName: file.name, attachmentId },
      state: 'waiting',
    },
  ]);
  duesChanged(tx, link.docId);
  const units = goods.reduce((sum, one) => sum + one.quantity, 0);
  const detail = { units, remark: [carrier, trackingNumber, shippedOn].filter(Boolean).join(' ') };
  writeHistory(tx, [{ docKind: purchaseDocument.kind, docId: link.docId, event: 'packingSent', detail }]);
  await messageAbout(tx, link, (language, name) => ({
    thesis: say(language, 'procurement.packingSent', { name, who: link.recipient }),
    content: say(language, 'procurement.packingDetail', {
      ...{ name, who: link.recipient, units, cartons, shippedOn, carrier, trackingNumber, remark },
    }),
  }));
}

/** At least one unit, and of each line no more than was ordered. */
async function goodsOf(tx: Tx, orderId: number, said: Said['goods']): Promise<{ lineId: number; quantity: number }[]> {
  const lines = await tx.rows<{ id: number; quantity: number }>(sql`select id, quantity from purchase_line
    where company_id = ${sql.company} and order_id = ${orderId} order by position, id`);
  const known = new Set(lines.map((line) => String(line.id)));
  const unknown = Object.keys(said).find((lineId) => !known.has(lineId));
  if (unknown !== undefined) throw badField(`goods.${unknown}`, 'procurement.lineNotFound');
  const goods = lines.flatMap(({ id, quantity: most }) => {
    const quantity = said[String(id)] ?? 0;
    if (quantity > most) throw badField(`goods.${id}`, 'procurement.packedTooMuch', { most });
    return quantity > 0 ? [{ lineId: id, quantity }] : [];
  });
  if (goods.length === 0) throw badField('goods', 'procurement.packedNothing');
  return goods;
}
