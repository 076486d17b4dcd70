import type { CloseItem } from '@tradewind/contract/finance/closing.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { nextMonth } from '../ledger/periods.ts';
import { assertWholeCompany } from './whole.ts';

/** A month as an item looks at it: its first day, and the first day of the next. */
export interface ClosingMonth {
  from: string;
  to: string;
}

/** Something to look at before a month is closed. The area that knows it defines it. */
interface CloseItemKind {
  key: string;
  title: readonly [zh: string, en: string];
  /** How many there are. */
  count(tx: Tx, month: ClosingMonth): Promise<number>;
  /** Where it is fixed. */
  link: string;
  /** `always`: it must be fixed. `untilTicked`: a person may accept it with a reason. `never`: it is only shown. */
  blocks: CloseItem['blocks'];
  /** It follows from what is booked: it is counted once more when nobody can book any more. */
  books?: true;
}

const kinds: CloseItemKind[] = [];

export function defineCloseItem(item: CloseItemKind): void {
  if (kinds.some((known) => known.key === item.key)) throw new Error(`Close item ${item.key} is defined twice`);
  kinds.push(item);
}

type Tick = { item: string; count: number; reason: string; by: string; at: Date };

/** The checklist of a month for its next version. A tick holds as long as no more have come. */
export async function closeItems(
  tx: Tx,
  month: string,
  version: number,
  language: Language,
  only?: 'books',
): Promise<CloseItem[]> {
  const of = { from: month, to: nextMonth(month) };
  const counted = kinds.filter((kind) => !only || kind.books);
  const ticks = await tx.rows<Tick>(sql`select item, count, reason, by, at from finance_tick
    where company_id = ${sql.company} and month = ${month}::date and version = ${version}`);
  const counts = await Promise.all(counted.map((kind) => kind.count(tx, of)));
  return counted.map(({ key, title, link, blocks }, at) => {
    const count = counts[at] ?? 0;
    const tick = ticks.find((one) => one.item === key && blocks === 'untilTicked' && one.count >= count);
    return {
      key,
      title: title[language === 'zh' ? 0 : 1],
      count,
      link,
      blocks,
      tick: tick && count > 0 ? { reason: tick.reason, by: tick.by, at: tick.at.toISOString() } : null,
      done: count === 0 || blocks === 'never' || tick !== undefined,
    };
  });
}

const TICKED = defineAction('finance.closeItemTicked', [
  '月度核算：确认检查项',
  'Item of a month’s checklist accepted',
]);

/** @throws notFound, conflict where the item cannot be accepted or the month is closed */
export async function tickItem(tx: Tx, month: string, input: { item: string; reason: string }): Promise<void> {
  await assertWholeCompany(tx);
  const period = await tx.row<{ state: string; version: number }>(sql`select state, version from finance_period
    where company_id = ${sql.company} and month = ${month}::date for no key update`);
  const kind = kinds.find((one) => one.key === input.item);
  if (!period || !kind) throw notFound('finance.closing.noMonth', { month: month.slice(0, 7) });
  if (period.state === 'closed') throw conflict('finance.closing.not.close', { month: month.slice(0, 7) });
  if (kind.blocks !== 'untilTicked') throw conflict('finance.closing.mustFix');
  const count = await kind.count(tx, { from: month, to: nextMonth(month) });
  await tx.rows(sql`insert into finance_tick (company_id, month, version, item, count, reason, by, at)
    values (${sql.company}, ${month}::date, ${period.version + 1}, ${kind.key}, ${count}, ${input.reason}, ${tx.actor.name}, ${tx.now})
    on conflict (company_id, month, version, item) do update set count = excluded.count, reason = excluded.reason,
      by = excluded.by, at = excluded.at`);
  const name = month.slice(0, 7);
  const detail = { item: kind.key, count, reason: input.reason };
  writeAudit(tx, [{ action: TICKED, targetKind: 'finance_period', targetId: name, targetName: name, detail }]);
}
