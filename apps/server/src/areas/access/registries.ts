import { type Right, rightOf } from '@tradewind/contract/access/modules.ts';
import { type Ctx, mayPress, mayPressAny } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';

export interface Alert {
  /** Stable, so that the bell does not ring twice for one thing: "shop:41". */
  key: string;
  level: 'info' | 'warn' | 'bad';
  /** In the language of ctx. */
  text: string;
  /** The page that helps, with its filter: "/system/jobs?state=failed". */
  path: string;
  at: Date;
}

export interface SearchHit {
  kind: 'order' | 'product' | 'supplier' | 'requisition' | 'purchase' | 'shop' | 'outbound' | 'wave';
  id: number;
  title: string;
  detail: string;
  path: string;
}

type Find<T, A extends unknown[] = []> = (tx: Tx, ctx: Ctx, ...more: A) => Promise<T>;
interface Guarded<F> {
  rights: readonly Right[];
  find: F;
}

const badges = new Map<number, Find<number>>();
const alerts: Guarded<Find<Alert[]>>[] = [];
const searches: Guarded<Find<SearchHit[], [text: string]>>[] = [];

/** Pending work of a module. Runs for every user with each hint `work`, at most every few seconds, so read counters instead of counting. */
export function defineBadge(moduleId: number, count: Find<number>): void {
  if (badges.has(moduleId)) throw new Error(`Module ${moduleId} has two badges`);
  badges.set(moduleId, count);
}

/** Alerts in the bell for users with one of the rights. */
export function defineAlerts(rights: readonly Right[], find: Find<Alert[]>): void {
  alerts.push({ rights, find });
}

/** Ctrl+K results for users with one of the rights: by prefix, at most 8, within the actor's scope. */
export function defineSearch(rights: readonly Right[], find: Find<SearchHit[], [text: string]>): void {
  searches.push({ rights, find });
}

export async function countBadges(tx: Tx, ctx: Ctx): Promise<{ modelId: number; num: number }[]> {
  const found: { modelId: number; num: number }[] = [];
  for (const [modelId, count] of badges)
    if (mayPress(ctx.rights, rightOf(modelId))) found.push({ modelId, num: await count(tx, ctx) });
  return found.filter((badge) => badge.num > 0);
}

export async function findAlerts(tx: Tx, ctx: Ctx): Promise<Alert[]> {
  const found: Alert[] = [];
  for (const { rights, find } of alerts) if (mayPressAny(ctx.rights, rights)) found.push(...(await find(tx, ctx)));
  return found.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, 100);
}

export async function searchAll(tx: Tx, ctx: Ctx, text: string): Promise<SearchHit[]> {
  const found: SearchHit[] = [];
  for (const { rights, find } of searches)
    if (mayPressAny(ctx.rights, rights)) found.push(...(await find(tx, ctx, text)));
  return found.slice(0, 40);
}
