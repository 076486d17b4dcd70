import type { ResultOf } from '@tradewind/contract/call.ts';
import { getSample, visitSample } from '@tradewind/contract/company.ts';
import { useAct, useCall } from '../api/hooks.ts';
import { startAnew } from '../shell/session.ts';

/** How far the sample company is; `everyMs`: looks again while its data loads. */
export const useSample = (everyMs?: number, enabled = true): ResultOf<typeof getSample> | undefined =>
  useCall(getSample, {}, everyMs ? { everyMs, staleMs: 0, enabled } : { staleMs: 60_000, enabled }).data;

/** Enters the sample company, which the press makes if there is none; undefined where the user cannot. */
export function useVisitSample(enabled?: boolean): { isNew: boolean; pending: boolean; visit: () => void } | undefined {
  const sample = useSample(undefined, enabled);
  const act = useAct(visitSample, { onDone: startAnew });
  if (!sample || sample.visiting || (sample.state === 'none' && !sample.mayManage)) return undefined;
  return { isNew: sample.state === 'none', pending: act.isPending || act.isSuccess, visit: () => act.mutate({}) };
}
