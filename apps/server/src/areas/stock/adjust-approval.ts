import { rights } from '@tradewind/contract/access/modules.ts';
import { type StockCondition, stockCondition } from '@tradewind/contract/stock.ts';
import { z } from 'zod';
import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { nameIn } from '../../core/text/names.ts';
import { say } from '../../core/text/texts.ts';
import { type Description, needsApproval, registerApprovable, submitForApproval } from '../approvals/public.ts';
import { companyOf } from '../company/public.ts';
import { type Adjustment, assertPlaces, bookAdjustment, costsOf } from './adjust-book.ts';

const DOCUMENT = 'adjust';

const desiredShape = z.object({
  warehouseId: z.number(),
  reason: z.string(),
  remark: z.string(),
  lines: z.array(
    z.object({
      productId: z.number(),
      locationId: z.number(),
      batchId: z.number().optional(),
      condition: stockCondition.optional(),
      delta: z.number(),
      unitCost: z.string().optional(),
    }),
  ),
});

/**
 * Books an adjustment at once if the company requires no approval. Otherwise the document keeps the requested changes
 * and moves nothing until it is approved.
 */
export async function approveOrWait(
  tx: Tx,
  document: { id: number; number: string },
  desired: Adjustment,
  book: () => Promise<void>,
): Promise<'done' | 'waiting'> {
  if (!(await needsApproval(tx, DOCUMENT, null))) {
    await book();
    return 'done';
  }
  const [amount, { baseCurrency: currency }] = await Promise.all([worthOf(tx, desired), companyOf(tx)]);
  await tx.rows(
    sql`update stock_document set state = 'waiting', wanted = ${JSON.stringify(desired)} where company_id = ${sql.company} and id = ${document.id} returning id`,
  );
  const submitted = { docKind: DOCUMENT, docId: document.id, title: document.number, amount, currency };
  return (await submitForApproval(tx, submitted)) === 'audited' ? 'done' : 'waiting';
}

/**
 * The value added and the value removed, both counted: gains do not offset losses. Stock that is not good counts at the
 * product's last cost, as it may be sold again.
 */
async function worthOf(tx: Tx, { warehouseId, lines }: Adjustment): Promise<string> {
  const costs = await costsOf(
    tx,
    warehouseId,
    lines.map(({ unitCost, ...line }) => (line.delta > 0 && unitCost !== undefined ? { ...line, unitCost } : line)),
  );
  return lines
    .reduce(
      (sum, { productId, delta, unitCost }) =>
        sum.plus(new Decimal((delta > 0 ? unitCost : undefined) ?? costs.get(productId) ?? '0').times(Math.abs(delta))),
      new Decimal(0),
    )
    .toFixed(2);
}

async function desiredOf(tx: Tx, docId: number): Promise<Adjustment> {
  const [row] = await tx.rows<{ wanted: unknown }>(
    sql`select wanted from stock_document where company_id = ${sql.company} and id = ${docId}`,
  );
  return desiredShape.parse(row?.wanted);
}

async function leave(tx: Tx, docId: number, state: 'done' | 'rejected' | 'withdrawn'): Promise<void> {
  const [left] = await tx.rows<{ id: number }>(
    sql`update stock_document set state = ${state} where company_id = ${sql.company} and id = ${docId} and state = 'waiting' returning id`,
  );
  if (!left) throw conflict('approvals.ended', { title: String(docId) });
}

async function describe(tx: Tx, language: Language, docId: number): Promise<Description> {
  const [head, lines] = await Promise.all([
    tx.rows<{ warehouse: string; reason: string; remark: string }>(
      sql`select w.name as warehouse, d.reason, d.remark from stock_document d
       join warehouse w on w.company_id = d.company_id and w.id = d.warehouse_id where d.company_id = ${sql.company} and d.id = ${docId}`,
    ),
    tx.rows<{
      sku: string;
      nameZh: string;
      nameEn: string;
      place: string;
      condition: StockCondition;
      delta: number;
    }>(
      sql`select p.sku, p.name_zh, p.name_en, concat_ws(' · ', l.code, t.code) as place,
         coalesce(r.condition, 'good') as condition, r.delta
       from stock_document d
       cross join jsonb_to_recordset(d.wanted->'lines') as r("productId" bigint, "locationId" bigint, "batchId" bigint,
         condition text, delta int)
       join product p on p.company_id = d.company_id and p.id = r."productId"
       left join location l on l.company_id = d.company_id and l.id = r."locationId"
       left join stock_batch t on t.company_id = d.company_id and t.id = r."batchId"
       where d.company_id = ${sql.company} and d.id = ${docId} order by p.sku, l.code`,
    ),
  ]);
  const [document] = head;
  if (!document) return { facts: [], lines: [] };
  const fact = (name: string, value: string) => ({ label: say(language, `stock.fact.${name}`), value });
  return {
    facts: [
      fact('warehouse', document.warehouse),
      fact('reason', say(language, `stock.adjusting.${document.reason}`)),
      fact('remark', document.remark),
    ],
    lines: lines.map((line) => ({
      title: `${line.sku} ${nameIn(language, line)}`,
      detail:
        line.condition === 'good'
          ? line.place
          : `${line.place} · ${say(language, `stock.condition.${line.condition}`)}`,
      quantity: line.delta > 0 ? `+${line.delta}` : String(line.delta),
    })),
  };
}

registerApprovable({
  docKind: DOCUMENT,
  moduleId: rights.stock.id,
  title: ['库存调整', 'Stock adjustment'],
  amountIsCost: true,
  describe,
  onAudited: async (tx, docId) => {
    const desired = await desiredOf(tx, docId);
    await assertPlaces(tx, desired);
    await leave(tx, docId, 'done');
    await bookAdjustment(tx, docId, desired);
  },
  onRejected: (tx, docId) => leave(tx, docId, 'rejected'),
  onWithdrawn: (tx, docId) => leave(tx, docId, 'withdrawn'),
});
