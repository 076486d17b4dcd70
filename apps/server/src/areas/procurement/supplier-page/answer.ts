import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { AnswerState, answerSupplierOrder as call } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { type Link, messageAbout } from '../../documents/public.ts';
import { purchaseDocument } from '../documents.ts';
import type { supplierAnswer } from '../supplier-page.tables.ts';
import { holdForSupplier } from './link.ts';

type Said = ParsedOf<typeof call>['lines'][number];

interface Line {
  id: number;
  promisedOn: string | null;
  packs: number;
  last: { promisedOn: string | null; packs: number; remark: string; state: AnswerState } | null;
}

/**
 * Keeps what a supplier says about lines of the order. The order itself does not change: what differs from it waits for
 * the buyer. Said twice it is kept once. @throws badField lines.N...; conflict procurement.supplierPageShut
 */
export async function keepAnswers(tx: Tx, link: Link, said: readonly Said[]): Promise<ResultOf<typeof call>> {
  const held = await holdForSupplier(tx, link.docId);
  const known = new Map((await linesOf(tx, held.id)).map((line) => [line.id, line]));
  const today = localDay(tx.now, (await companyOf(tx)).timeZone);
  const answered = new Set<number>();
  const fresh = said.flatMap((one, at) => {
    const line = known.get(one.lineId);
    if (!line || answered.has(one.lineId)) throw badField(`lines.${at}.lineId`, 'procurement.lineNotFound');
    answered.add(one.lineId);
    // Of a line that is closed short there is nothing to confirm.
    if (line.packs === 0 && one.packs === 0) return [];
    const promisedOn = one.promisedOn ?? line.promisedOn;
    const differs = promisedOn !== line.promisedOn || one.packs !== line.packs;
    if (promisedOn !== line.promisedOn && promisedOn !== null && promisedOn < today)
      throw badField(`lines.${at}.promisedOn`, 'procurement.dayOver');
    if (one.packs === 0 && differs && one.remark === '') throw badField(`lines.${at}.remark`, 'procurement.whyNone');
    const answer = { lineId: line.id, promisedOn, packs: one.packs, remark: one.remark };
    if (saidBefore(line.last, answer, differs)) return [];
    return [{ ...answer, state: differs ? 'waiting' : 'agreed' }];
  });
  const counts = {
    agreed: fresh.filter((one) => one.state === 'agreed').length,
    proposed: fresh.filter((one) => one.state === 'waiting').length,
  };
  if (fresh.length === 0) return counts;
  await write(tx, link, fresh);
  await report(tx, link, counts);
  return counts;
}

/** An answer that stands already. One that was refused may be given again. */
const saidBefore = (last: Line['last'], now: Omit<NonNullable<Line['last']>, 'state'>, differs: boolean): boolean =>
  last?.state === (differs ? 'waiting' : 'agreed') &&
  last.promisedOn === now.promisedOn &&
  last.packs === now.packs &&
  last.remark === now.remark;

const linesOf = (tx: Tx, orderId: number): Promise<Line[]> =>
  tx.rows<Line>(sql`
    select l.id, coalesce(l.promised_on, o.expected_on)::text as promised_on, l.packs,
      (select jsonb_build_object('promisedOn', a.promised_on, 'packs', a.packs, 'remark', a.remark, 'state', a.state)
        from supplier_answer a where a.company_id = ${sql.company} and a.line_id = l.id order by a.id desc limit 1) as last
    from purchase_line l join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
    where l.company_id = ${sql.company} and l.order_id = ${orderId}`);

async function write(
  tx: Tx,
  link: Link,
  answers: readonly { lineId: number; promisedOn: string | null; packs: number; remark: string; state: string }[],
): Promise<void> {
  await tx.rows(sql`update supplier_answer set state = 'replaced' where company_id = ${sql.company}
    and line_id = any(${arrayOf(answers.map((one) => one.lineId))}::bigint[]) and state in ('waiting', 'agreed')`);
  await addRows<typeof supplierAnswer>(
    tx,
    'supplier_answer',
    answers.map((one) => ({ orderId: link.docId, recipient: link.recipient, answeredAt: tx.now, ...one })),
  );
}

async function report(tx: Tx, link: Link, { agreed, proposed }: { agreed: number; proposed: number }): Promise<void> {
  const entry = (event: string, lines: number) =>
    lines > 0 ? [{ docKind: purchaseDocument.kind, docId: link.docId, event, detail: { lines } }] : [];
  writeHistory(tx, [...entry('supplierAgreed', agreed), ...entry('supplierProposed', proposed)]);
  const what = proposed > 0 ? 'procurement.supplierProposed' : 'procurement.supplierAgreed';
  await messageAbout(tx, link, (language, name) => ({
    thesis: say(language, what, { name, who: link.recipient }),
    content: say(language, 'procurement.supplierSaid', { name, who: link.recipient, agreed, proposed }),
  }));
}
