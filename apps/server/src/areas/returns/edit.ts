import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  type editReturn,
  RETURN_REASONS,
  type ReturnState,
  returnMay,
  type setReturnReason,
} from '@tradewind/contract/returns.ts';
import type { App } from '../../core/app.ts';
import type { Ctx, Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { conflict } from '../../core/errors.ts';
import { arrayOf, inShops } from '../../core/scope.ts';
import { say } from '../../core/text/texts.ts';
import { assertOption } from '../settings/public.ts';
import { assertAct, assertLines, lockReturn, notify, RETURN } from './document.ts';
import { returns } from './list.ts';

/**
 * Edits reasons and remarks. Platforms do not receive them. @throws conflict returns.changed; badField for a reason
 * that cannot be chosen, or a line of another return
 */
export async function edit(tx: Tx, input: ParsedOf<typeof editReturn>): Promise<void> {
  const one = await lockReturn(tx, input.id);
  assertAct(one, 'edit');
  if (one.version !== input.version) throw conflict('returns.changed', { number: one.number });
  const { reason, remark, lines } = input;
  await assertLines(tx, one.id, lines);
  const before = await readBefore(tx, one.id);
  const kept = new Set([before.reason, ...before.lines.map((line) => line.reason)]);
  // Keeps a saved reason, even if the list no longer offers it.
  const fresh = [
    { reason: reason ?? '', path: 'reason' },
    ...lines.map((line, i) => ({ ...line, path: `lines.${i}.reason` })),
  ];
  for (const { reason: chosen, path } of fresh)
    if (chosen !== '' && !kept.has(chosen)) await assertOption(tx, RETURN_REASONS, chosen, path);
  await tx.rows(sql`update sales_return set reason = coalesce(${reason ?? null}, reason),
      remark = coalesce(${remark ?? null}, remark), version = version + 1
    where company_id = ${sql.company} and id = ${one.id}`);
  await tx.rows(sql`update sales_return_line l set reason = w.reason
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w("lineId" bigint, reason text)
    where l.company_id = ${sql.company} and l.return_id = ${one.id} and l.id = w."lineId"`);
  const changed = lines.flatMap((line) => {
    const was = before.lines.find((known) => known.id === line.lineId);
    return was && was.reason !== line.reason ? [{ sku: was.sku, reason: line.reason }] : [];
  });
  notify(tx, one.id, 'edited', {
    detail: {
      ...(reason === undefined || reason === before.reason ? {} : { reason }),
      ...(remark === undefined || remark === before.remark ? {} : { remark }),
      ...(changed.length > 0 ? { lines: changed } : {}),
    },
  });
}

async function readBefore(tx: Tx, id: number) {
  const own = await tx.row<{ reason: string; remark: string }>(sql`select reason, remark from sales_return
    where company_id = ${sql.company} and id = ${id}`);
  const lines = await tx.rows<{ id: number; reason: string; sku: string }>(sql`
    select l.id, l.reason, coalesce(p.sku, o.seller_sku) as sku from sales_return_line l
    join order_line o on o.company_id = l.company_id and o.id = l.order_line_id
    left join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${sql.company} and l.return_id = ${id} order by l.id`);
  return { reason: '', remark: '', ...own, lines };
}

const AT_MOST = 10_000;
const CHUNK = 500;
type Result = ResultOf<typeof setReturnReason>;

/** Sets the reason of many returns, several per transaction; reports each failure with its reason. */
export async function setReason(app: App, ctx: Ctx, input: ParsedOf<typeof setReturnReason>): Promise<Result> {
  const { reason, filter } = input;
  const ids = await app.database.look(ctx, async (tx) => {
    await assertOption(tx, RETURN_REASONS, reason, 'reason');
    return filter ? returns.choose(tx, { filter }, AT_MOST) : [...new Set(input.ids)].sort((a, b) => a - b);
  });
  const result: Result = { done: 0, failed: [] };
  for (let at = 0; at < ids.length; at += CHUNK) {
    const part = ids.slice(at, at + CHUNK);
    const { done, failed } = await app.database.inCompany(ctx, (tx) => setReasonOf(tx, part, reason, ctx.language));
    result.done += done;
    result.failed.push(...failed);
  }
  return result;
}

async function setReasonOf(tx: Tx, ids: readonly number[], reason: string, language: Language): Promise<Result> {
  const found = await tx.rows<{ id: number; number: string; state: ReturnState; kind: string }>(sql`
    select id, number, state, kind from sales_return where company_id = ${sql.company}
      and id = any(${arrayOf(ids)}::bigint[]) and ${inShops(tx, sql`shop_id`)} order by id for update`);
  const open = found.filter((one) => returnMay('edit', one)).map((one) => one.id);
  await tx.rows(sql`update sales_return set reason = ${reason}, version = version + 1
    where company_id = ${sql.company} and id = any(${arrayOf(open)}::bigint[])`);
  writeHistory(
    tx,
    open.map((docId) => ({ docKind: RETURN.kind, docId, event: 'edited', detail: { reason } })),
  );
  const rest = ids.filter((id) => !open.includes(id));
  const failed = rest.map((id) => {
    const one = found.find((row) => row.id === id);
    const error = one ? 'returns.notNow' : 'returns.notFound';
    const label = one?.number ?? String(id);
    return { id, label, error, reason: say(language, error, { number: label }) };
  });
  return { done: open.length, failed };
}
