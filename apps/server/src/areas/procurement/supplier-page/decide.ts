import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { decideSupplierAnswers as call } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { purchaseDocument } from '../documents.ts';
import { isDone } from '../orders/approval.ts';
import { assertMay, type Held, holdPurchase, movePurchase } from '../orders/hold.ts';
import { purchases } from '../orders/purchases.list.ts';
import { savePurchase } from '../orders/purchases.service.ts';

const DOC = purchaseDocument.kind;
const SHOWN = 5;

interface Waiting {
  id: number;
  lineId: number;
  sku: string;
  promisedOn: string | null;
  packs: number;
  oldDay: string | null;
  oldPacks: number;
  recipient: string;
  /** Why the supplier proposes it. */
  remark: string;
  received: number;
  packSize: number;
}

/**
 * Takes proposals of the supplier into the order, as an edit by the buyer: more units than approved are reviewed again.
 * Or refuses them. @throws conflict procurement.answerState if none of them waits any more
 */
export async function decideAnswers(tx: Tx, input: ParsedOf<typeof call>): Promise<{ done: number }> {
  await purchases.one(tx, input.orderId);
  const held = await holdPurchase(tx, input.orderId);
  assertMay('answer', held);
  const waiting = await tx.rows<Waiting>(sql`
    select a.id, a.line_id, p.sku, a.promised_on::text as promised_on, a.packs, a.recipient, a.remark, l.packs as old_packs, l.received, l.pack_size,
      coalesce(l.promised_on, ${held.expectedOn}::date)::text as old_day
    from supplier_answer a join purchase_line l on l.company_id = ${sql.company} and l.id = a.line_id
    join product p on p.company_id = ${sql.company} and p.id = l.product_id
    where a.company_id = ${sql.company} and a.order_id = ${held.id} and a.state = 'waiting'
      and a.id = any(${arrayOf(input.ids)}::bigint[]) order by l.position, l.id`);
  if (waiting.length === 0) throw conflict('procurement.answerState');
  await tx.rows(sql`update supplier_answer set state = ${input.take ? 'taken' : 'refused'}, decided_by = ${tx.actor.name},
      decided_at = ${tx.now}, decision = ${input.decision}
    where company_id = ${sql.company} and id = any(${arrayOf(waiting.map((one) => one.id))}::bigint[])`);
  const event = input.take ? 'answerTaken' : 'answerRefused';
  const remark = [describe(waiting), input.decision].filter(Boolean).join(' · ');
  writeHistory(tx, [{ docKind: DOC, docId: held.id, event, detail: { remark } }]);
  if (input.take) {
    await closeShort(tx, held.id, waiting);
    await change(tx, held, waiting);
  }
  return { done: waiting.length };
}

/** "Ningbo: MUG-RED 2026-12-20 → 2026-12-28, 10 → 8" */
function describe(answers: readonly Waiting[]): string {
  const parts = answers.slice(0, SHOWN).map(({ sku, oldDay, promisedOn, oldPacks, packs }) => {
    const day = oldDay === promisedOn ? '' : `${oldDay ?? '–'} → ${promisedOn ?? '–'}`;
    const quantity = oldPacks === packs ? '' : `${oldPacks} → ${packs}`;
    return `${sku} ${[day, quantity].filter(Boolean).join(', ')}`;
  });
  const rest = answers.length > SHOWN ? [`+${answers.length - SHOWN}`] : [];
  return `${answers[0]?.recipient}: ${[...parts, ...rest].join('; ')}`;
}

/** The rest of these lines does not come: their requests wait to be ordered again. */
async function closeShort(tx: Tx, orderId: number, answers: readonly Waiting[]): Promise<void> {
  const none = answers.filter((one) => one.packs === 0);
  if (none.length === 0) return;
  await tx.rows(sql`update purchase_line l set short_reason = r.reason
    from unnest(${arrayOf(none.map((one) => one.lineId))}::bigint[], ${arrayOf(none.map((one) => one.remark))}::text[]) as r(id, reason)
    where l.company_id = ${sql.company} and l.order_id = ${orderId} and l.id = r.id`);
  writeHistory(
    tx,
    none.map(({ sku, oldPacks, packSize, received, remark }) => ({
      docKind: DOC,
      docId: orderId,
      event: 'lineShort',
      detail: { name: sku, units: Math.max(oldPacks * packSize - received, 0), reason: remark },
    })),
  );
}

/** What a line keeps: of one that is closed short the purchase units that came. */
const packsOf = ({ packs, received, packSize }: Waiting) => (packs > 0 ? packs : Math.ceil(received / packSize));

/** The order is expected when its last line is. */
async function change(tx: Tx, held: Held, answers: readonly Waiting[]): Promise<void> {
  const byLine = new Map(answers.map((one) => [one.lineId, one]));
  const order = await tx.row<{ remark: string }>(
    sql`select remark from purchase_order where company_id = ${sql.company} and id = ${held.id}`,
  );
  const rows = await tx.rows<{
    id: number;
    productId: number;
    supplierSku: string;
    packSize: number;
    packs: number;
    promisedOn: string | null;
    remark: string;
  }>(sql`
    select id, product_id, supplier_sku, pack_size, packs, promised_on::text as promised_on, remark from purchase_line
    where company_id = ${sql.company} and order_id = ${held.id} order by position, id`);
  const lines = rows.map((line) => {
    const answer = byLine.get(line.id);
    return answer ? { ...line, packs: packsOf(answer), promisedOn: answer.promisedOn } : line;
  });
  const days = lines.flatMap((line) => (line.packs > 0 ? (line.promisedOn ?? held.expectedOn ?? []) : [])).sort();
  const { id, version, supplierId, warehouseId, reference, terms } = held;
  await savePurchase(tx, {
    ...{ id, version, supplierId, warehouseId, reference, terms, remark: order?.remark ?? '' },
    ...{ expectedOn: days.at(-1) ?? null, lines },
  });
  const now = await holdPurchase(tx, held.id);
  const came = answers.some((one) => one.packs === 0) && lines.some((line) => line.packs > 0);
  if (now.state === 'ordered' && came && (await isDone(tx, now.id)))
    await movePurchase(tx, now, 'received', 'allReceived');
}
