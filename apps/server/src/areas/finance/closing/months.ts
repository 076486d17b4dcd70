import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { decideReopening, reopenMonth as reopenCall } from '@tradewind/contract/finance/closing.ts';
import { MONTH_MAY, type MonthState } from '@tradewind/contract/finance/closing.ts';
import { z } from 'zod';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { defineSetting, settingOf } from '../../../core/company-settings.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { conflict, forbidden, notFound } from '../../../core/errors.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { type HeldMonth, takeMonth } from '../ledger/periods.ts';
import { allocate } from './allocate.ts';
import type { financeClose } from './closing.tables.ts';
import { baseOf, ledgerFigures } from './figures.ts';
import { closeItems } from './items.ts';
import { assertWholeCompany } from './whole.ts';

export const SECOND_PERSON = defineSetting('finance.reopenBySecondPerson', z.boolean(), true);

const ACTIONS = {
  computed: defineAction('finance.monthComputed', ['月度核算：开始结账', 'Month closing started']),
  closed: defineAction('finance.monthClosed', ['月度核算：结账', 'Month closed']),
  requested: defineAction('finance.reopenRequested', ['月度核算：申请反结账', 'Reopening of a month requested']),
  declined: defineAction('finance.reopenDeclined', ['月度核算：驳回反结账', 'Reopening of a month declined']),
  reopened: defineAction('finance.monthReopened', ['月度核算：反结账', 'Month reopened']),
};

function audit(tx: Tx, act: keyof typeof ACTIONS, month: string, detail: Record<string, unknown> = {}): void {
  const name = month.slice(0, 7);
  writeAudit(tx, [{ action: ACTIONS[act], targetKind: 'finance_period', targetId: name, targetName: name, detail }]);
}

function assertState(month: string, act: keyof typeof MONTH_MAY, state: string): void {
  const may: readonly string[] = MONTH_MAY[act];
  if (!may.includes(state)) throw conflict(`finance.closing.not.${act}`, { month: month.slice(0, 7) });
}

/** @throws notFound where nothing was booked in the month */
async function take(tx: Tx, month: string): Promise<{ held: HeldMonth; earlier?: string }> {
  const { held, ...rest } = await takeMonth(tx, month);
  if (!held) throw notFound('finance.closing.noMonth', { month: month.slice(0, 7) });
  return { held, ...rest };
}

async function moveMonth(tx: Tx, month: string, state: MonthState, version: number): Promise<void> {
  await tx.rows(sql`update finance_period set state = ${state}, version = ${version}, changed_at = ${tx.now},
    changed_by = ${tx.actor.name} where company_id = ${sql.company} and month = ${month}::date`);
}

/** Begins to close a month: from here on people work through its checklist, and bookings still come in. */
export async function computeMonth(tx: Tx, month: string): Promise<void> {
  await assertWholeCompany(tx);
  const row = await tx.row<HeldMonth>(sql`select state, version from finance_period
    where company_id = ${sql.company} and month = ${month}::date for no key update`);
  if (!row) throw notFound('finance.closing.noMonth', { month: month.slice(0, 7) });
  assertState(month, 'compute', row.state);
  await moveMonth(tx, month, 'closing', row.version);
  await allocate(tx, month);
  audit(tx, 'computed', month);
}

/**
 * Nothing is booked in the month once this is committed. What is read of it later is therefore what was there now: the
 * figures are written by a job, and nobody who books waits for them.
 */
export async function closeMonth(tx: Tx, ctx: Ctx, month: string): Promise<void> {
  await assertWholeCompany(tx);
  const { timeZone } = await companyOf(tx);
  if (localDay(tx.now, timeZone).slice(0, 7) <= month.slice(0, 7))
    throw conflict('finance.closing.notOver', { month: month.slice(0, 7) });
  const found = await tx.row<HeldMonth>(sql`select state, version from finance_period
    where company_id = ${sql.company} and month = ${month}::date`);
  if (found) await assertDone(tx, ctx, month, found.version + 1);
  const { held, earlier } = await take(tx, month);
  assertState(month, 'close', held.state);
  if (earlier) throw conflict('finance.closing.closeFirst', { month: earlier.slice(0, 7) });
  // Once more, for what was booked between the first look and the lock.
  await assertDone(tx, ctx, month, held.version + 1, 'books');
  const version = held.version + 1;
  await moveMonth(tx, month, 'closed', version);
  const last = await tx.row<{ id: number }>(sql`select coalesce(max(id), 0) as id from ledger_entry
    where company_id = ${sql.company} and on_day >= ${month}::date and on_day < ${month}::date + interval '1 month'`);
  await addRows<typeof financeClose>(tx, 'finance_close', [
    { month, version, closedAt: tx.now, closedBy: tx.actor.name, lastEntry: last?.id ?? 0 },
  ]);
  await addJob(tx, figuresJob, {}, { key: 'finance.monthFigures' });
  audit(tx, 'closed', month, { version });
}

async function assertDone(tx: Tx, ctx: Ctx, month: string, version: number, only?: 'books'): Promise<void> {
  const first = (await closeItems(tx, month, version, ctx.language, only)).find((item) => !item.done);
  if (first) throw conflict('finance.closing.itemOpen', { item: first.title, count: first.count });
}

const figuresJob = defineJob(
  'finance.monthFigures',
  ['保存结账数据', 'Write the figures of closed months'],
  (app, ctx) => writeFigures(app, ctx),
);

/** Writes what closed months left, the earliest first: each goes on from the one before. A second writer waits and finds nothing. */
export async function writeFigures(app: App, ctx: Ctx): Promise<void> {
  for (;;) {
    const more = await app.database.inCompany(ctx, async (tx) => {
      const due = await tx.row<{ month: string; version: number }>(sql`select month, version from finance_close
        where company_id = ${sql.company} and figures_at is null order by month, version limit 1 for update`);
      if (due) await writeVersion(tx, due.month, due.version);
      return due !== undefined;
    });
    if (!more) return;
  }
}

async function writeVersion(tx: Tx, month: string, version: number): Promise<void> {
  await allocate(tx, month);
  // 64 bits are enough to find a change, and leave the order of the lines aside.
  await tx.rows(sql`with f as materialized (${ledgerFigures(month, await baseOf(tx, month))}),
    kept as (insert into finance_figure (company_id, month, version, account, party_kind, party_id, shop_id, currency,
        movement, movement_base, closing, closing_base)
      select ${sql.company}, ${month}::date, ${version}::int, account, party_kind, party_id, shop_id, currency,
        movement, movement_base, closing, closing_base from f
      where movement <> 0 or movement_base <> 0 or closing <> 0 or closing_base <> 0 or lines > 0 returning 1)
    update finance_close set figures_at = ${tx.now}, lines = coalesce((select sum(lines) from f), 0),
      digest = to_hex(mod(coalesce((select sum(hash) from f), 0), 9223372036854775807)::bigint)
    where company_id = ${sql.company} and month = ${month}::date and version = ${version}`);
}

interface LastClose {
  figuresAt: Date | null;
  reopenUser: number | null;
  reopenAt: Date | null;
}

/** Locks the month and the version that stands. @throws conflict unless it is the last closed one and its figures are written */
async function holdClosed(tx: Tx, month: string): Promise<{ version: number; last: LastClose }> {
  await assertWholeCompany(tx);
  const { held } = await take(tx, month);
  assertState(month, 'reopen', held.state);
  const later = await tx.row<{ month: string }>(sql`select month from finance_period
    where company_id = ${sql.company} and month > ${month}::date and state = 'closed' order by month desc limit 1`);
  if (later) throw conflict('finance.closing.reopenFirst', { month: later.month.slice(0, 7) });
  const last = await tx.row<LastClose>(sql`select figures_at, reopen_user, reopen_at from finance_close
    where company_id = ${sql.company} and month = ${month}::date and version = ${held.version}`);
  if (!last?.figuresAt) throw conflict('finance.closing.figuresDue', { month: month.slice(0, 7) });
  return { version: held.version, last };
}

type Reopening = ResultOf<typeof decideReopening>;

/** Version n stays as it is; the next closing makes n + 1. */
export async function reopenMonth(
  tx: Tx,
  month: string,
  { reason }: Pick<ParsedOf<typeof reopenCall>, 'reason'>,
): Promise<Reopening> {
  const { version, last } = await holdClosed(tx, month);
  if (last.reopenAt) throw conflict('finance.closing.requested', { month: month.slice(0, 7) });
  const second = await settingOf(tx, SECOND_PERSON);
  await tx.rows(sql`update finance_close set reopen_reason = ${reason}, reopen_user = ${tx.actor.userId},
      reopen_by = ${tx.actor.name}, reopen_at = ${tx.now}
    where company_id = ${sql.company} and month = ${month}::date and version = ${version}`);
  audit(tx, 'requested', month, { version, reason });
  return second ? { state: 'closed' } : open(tx, month, version);
}

/** @throws forbidden for the person who requested it, unless they take it back */
export async function decide(tx: Tx, month: string, confirm: boolean): Promise<Reopening> {
  const { version, last } = await holdClosed(tx, month);
  if (!last.reopenAt) throw conflict('finance.closing.notRequested', { month: month.slice(0, 7) });
  if (confirm && last.reopenUser === tx.actor.userId) throw forbidden('finance.closing.secondPerson');
  if (confirm) return open(tx, month, version);
  await tx.rows(sql`update finance_close set reopen_reason = null, reopen_user = null, reopen_by = null, reopen_at = null
    where company_id = ${sql.company} and month = ${month}::date and version = ${version}`);
  audit(tx, 'declined', month, { version });
  return { state: 'closed' };
}

async function open(tx: Tx, month: string, version: number): Promise<Reopening> {
  await tx.rows(sql`update finance_close set confirmed_by = ${tx.actor.name}, confirmed_at = ${tx.now}
    where company_id = ${sql.company} and month = ${month}::date and version = ${version}`);
  await moveMonth(tx, month, 'reopened', version);
  audit(tx, 'reopened', month, { version });
  return { state: 'reopened' };
}
