import { useQueries } from '@tanstack/react-query';
import { type Module, type Right, rightOf } from '@tradewind/contract/access/modules.ts';
import { getButton } from '@tradewind/contract/access.ts';
import type { Call } from '@tradewind/contract/call.ts';
import { queryOf } from '../api/hooks.ts';
import { usePage } from '../shell/page-context.ts';

const FIVE_MINUTES_MS = 300_000;

export type May = (what: Pick<Call, 'access'> | Right) => boolean;

/**
 * Whether the signed-in user may make a call, by its access rule, or has a right. Only rights of this page's module
 * count, so that each page of orders follows its own buttons; `modules` replaces this module.
 */
export function useMay(...modules: Module[]): May {
  const own = usePage().moduleId;
  const granted = useGranted(modules.length > 0 ? modules.map((module) => module.id) : [own]);
  const has = (right: Right) => right === rightOf(own) || granted.has(right);
  return (what) => {
    if (typeof what === 'string') return has(what);
    return typeof what.access === 'string' || what.access.some(has);
  };
}

/** The rights to buttons of these modules. Load them early so that a page's buttons appear at once. */
export function useGranted(moduleIds: readonly number[]): ReadonlySet<string> {
  const ids = moduleIds.filter((id) => id > 0);
  const queries = ids.map((modelId) => queryOf(getButton, { modelId }, { staleMs: FIVE_MINUTES_MS }));
  const answers = useQueries({ queries });
  return new Set(answers.flatMap(({ data }, n) => data?.buttons.map((button) => `${ids[n]}:${button}`) ?? []));
}

export { ActionButton } from './action-button.tsx';
