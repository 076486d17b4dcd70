import type { Ctx } from '../../core/context.ts';

const KEEP_MS = 60_000;
const AT_MOST = 500;

interface Kept {
  until: number;
  answer: Promise<unknown>;
}
const kept = new Map<string, Kept>();

/** The answer of `work` for everybody of the company with the same modules and shops, for a minute. A failed one is not kept. */
export function remembered<T>(ctx: Ctx, what: string, work: () => Promise<T>): Promise<T> {
  const { all, modules, shopIds, warehouseIds } = ctx.rights;
  const scope = [ctx.companyId, shopIds, warehouseIds, all || [...modules].sort(), what];
  const key = JSON.stringify(scope);
  const hit = kept.get(key);
  if (hit && hit.until > Date.now()) return hit.answer as Promise<T>;
  const answer = work();
  kept.delete(key);
  kept.set(key, { until: Date.now() + KEEP_MS, answer });
  answer.catch(() => kept.delete(key));
  for (const oldest of kept.keys()) {
    if (kept.size <= AT_MOST) break;
    kept.delete(oldest);
  }
  return answer;
}
