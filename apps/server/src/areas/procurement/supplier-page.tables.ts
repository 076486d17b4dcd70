import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, companyTable, instant, rawText, reference } from '../../core/database/table.ts';
import { purchaseLine, purchaseOrder } from './purchase.tables.ts';

/** What a supplier said by a link about a line of an order. It changes nothing by itself. */
export const supplierAnswer = companyTable(
  'supplier_answer',
  {
    orderId: reference('order_id').notNull(),
    lineId: reference('line_id').notNull(),
    /** For whom the link was made. */
    recipient: text('recipient').notNull(),
    answeredAt: instant('answered_at').notNull(),
    promisedOn: date('promised_on'),
    /** Purchase units; none: the supplier cannot deliver the line, and says why. */
    packs: integer('packs').notNull(),
    remark: text('remark').notNull().default(''),
    /** agreed: as ordered; waiting: for the buyer; taken, refused; replaced by a later answer */
    state: text('state').notNull(),
    decidedBy: text('decided_by').notNull().default(''),
    decidedAt: instant('decided_at'),
    /** Why it was refused: the supplier reads it. */
    decision: text('decision').notNull().default(''),
  },
  (t) => [
    index('supplier_answer_order').on(t.companyId, t.orderId, t.id),
    index('supplier_answer_line').on(t.companyId, t.lineId, t.id),
    uniqueIndex('supplier_answer_waiting').on(t.companyId, t.lineId).where(sql`state = 'waiting'`),
    index('supplier_answer_open').on(t.companyId, t.orderId).where(sql`state = 'waiting'`),
    check('supplier_answer_state', sql`state in ('agreed', 'waiting', 'taken', 'refused', 'replaced')`),
    check('supplier_answer_decided', sql`(decided_at is not null) = (state in ('taken', 'refused'))`),
    check('supplier_answer_sense', sql`packs > 0 or packs = 0 and remark <> ''`),
    belongsTo([t.companyId, t.orderId], [purchaseOrder.companyId, purchaseOrder.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.lineId], [purchaseLine.companyId, purchaseLine.id]).onDelete('cascade'),
  ],
);

/** A packing list that a supplier uploaded by a link. The buyer makes the ASN of it, or refuses it. */
export const supplierPacking = companyTable(
  'supplier_packing',
  {
    orderId: reference('order_id').notNull(),
    recipient: text('recipient').notNull(),
    sentAt: instant('sent_at').notNull(),
    shippedOn: date('shipped_on').notNull(),
    cartons: integer('cartons').notNull(),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull().default(''),
    remark: text('remark').notNull().default(''),
    /** Units of lines that are in it. */
    goods: jsonb('goods').$type<{ lineId: number; quantity: number }[]>().notNull(),
    /** Cartons as the supplier numbered them, with units of lines; empty: only their number is known. */
    boxes: jsonb('boxes')
      .$type<{ code: string; contents: { lineId: number; quantity: number }[] }[]>()
      .notNull()
      .default([]),
    /** Of the content of the file: the same one sent twice is one. */
    fileHash: text('file_hash').notNull(),
    fileName: text('file_name').notNull(),
    attachmentId: reference('attachment_id').notNull(),
    /** waiting, taken, refused */
    state: text('state').notNull().default('waiting'),
    inboundId: reference('inbound_id'),
    decidedBy: text('decided_by').notNull().default(''),
    decidedAt: instant('decided_at'),
    decision: text('decision').notNull().default(''),
  },
  (t) => [
    index('supplier_packing_order').on(t.companyId, t.orderId, t.id),
    index('supplier_packing_open').on(t.companyId, t.orderId).where(sql`state = 'waiting'`),
    check('supplier_packing_state', sql`state in ('waiting', 'taken', 'refused')`),
    check('supplier_packing_taken', sql`(inbound_id is not null) = (state = 'taken')`),
    check('supplier_packing_decided', sql`(decided_at is not null) = (state <> 'waiting')`),
    check('supplier_packing_sense', sql`cartons > 0`),
    belongsTo([t.companyId, t.orderId], [purchaseOrder.companyId, purchaseOrder.id]).onDelete('cascade'),
  ],
);
