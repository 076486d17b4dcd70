import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, ruleBroken } from '../../../core/errors.ts';
import { type CompanyPlan, planOf } from './plans.ts';

/** Limits that adding something checks. */
export type Limited = 'users' | 'shops';
export type Monthly = 'orders' | 'apiCalls';

type Count = (tx: Tx) => Promise<number>;
const counts = new Map<Limited, Count>();
const monthCounts = new Map<Monthly, (tx: Tx, from: Date) => Promise<number>>();

/** An area registers how many of its records a company has. */
export const defineLimited = (kind: Limited, count: Count): void => void counts.set(kind, count);
/** The same for monthly counts, from the first instant of the month. */
export const defineMonthly = (kind: Monthly, count: (tx: Tx, from: Date) => Promise<number>): void =>
  void monthCounts.set(kind, count);
export const monthly = (): ReadonlyMap<Monthly, (tx: Tx, from: Date) => Promise<number>> => monthCounts;

export async function countOf(tx: Tx, kind: Limited): Promise<number> {
  return (await counts.get(kind)?.(tx)) ?? 0;
}

/**
 * Call it in the transaction that adds something, before adding. Concurrent additions run one after the other.
 * @throws ruleBroken company.limit.* with limit and plan; company.planOver when the plan has expired
 */
export async function assertWithin(tx: Tx, kind: Limited, adding = 1): Promise<void> {
  const plan = await lockedPlan(tx);
  if (plan.expired) throw conflict('company.planOver', { plan: named(plan) });
  const limit = plan.limits[kind];
  if (limit === undefined) return;
  const has = await countOf(tx, kind);
  if (has + adding > limit) throw ruleBroken(`company.limit.${kind}`, { limit, plan: named(plan), has });
}

/** Carries both names: the failure is shown in the reader's language, which the transaction does not know. */
const named = (plan: CompanyPlan): string => `${plan.nameZh} ${plan.nameEn}`;

async function lockedPlan(tx: Tx): Promise<CompanyPlan> {
  await tx.rows(sql`select 1 as locked from company where id = ${sql.company} for no key update`);
  return planOf(tx);
}
