import type { Ctx } from '../../core/context.ts';

/** So long an answer is given again as it is. */
const FRESH_MS = 60_000;
/** So long it is still given, while another one is reckoned behind it: whoever opens the page does not wait. */
const KEEP_MS = 600_000;
const AT_MOST = 500;

interface Kept {
  at: number;
  answer: Promise<unknown>;
  renewing: boolean;
}
const kept = new Map<string, Kept>();

/**
 * The answer of `work` for everybody of the company with the same modules, shops and sight of costs: a minute old at most, or ten where
 * nobody asked in between. A failed one is not kept, nor one of a sample company, which fills while somebody looks.
 */
export function remembered<T>(ctx: Ctx, what: string, work: () => Promise<T>): Promise<T> {
  if (ctx.visitor) return work();
  const { all, base, modules, shopIds, warehouseIds } = ctx.rights;
  const own = all || [[...modules].sort(), [...base].sort()];
  const scope = [ctx.companyId, shopIds, warehouseIds, own, what];
  const key = JSON.stringify(scope);
  const hit = kept.get(key);
  const age = hit ? Date.now() - hit.at : Number.POSITIVE_INFINITY;
  if (hit && age < KEEP_MS) {
    if (age >= FRESH_MS && !hit.renewing) renew(key, hit, work);
    return hit.answer as Promise<T>;
  }
  const answer = work();
  keep(key, answer);
  answer.catch(() => kept.delete(key));
  return answer;
}

function renew(key: string, hit: Kept, work: () => Promise<unknown>): void {
  hit.renewing = true;
  work().then(
    (answer) => keep(key, Promise.resolve(answer)),
    () => {
      hit.renewing = false;
    },
  );
}

function keep(key: string, answer: Promise<unknown>): void {
  kept.delete(key);
  kept.set(key, { at: Date.now(), answer, renewing: false });
  for (const oldest of kept.keys()) {
    if (kept.size <= AT_MOST) break;
    kept.delete(oldest);
  }
}
