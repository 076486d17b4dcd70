import { getSetup, type SetupState } from '@tradewind/contract/dashboard.ts';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { usePreference } from '../../shell/preferences.ts';

const EVERY_MS = 30_000;

interface Kept {
  /** The user put the guide away. */
  away: boolean;
  /** The user was congratulated. */
  finished: boolean;
}
function parse(value: unknown): Kept {
  const { away, finished } = (value ?? {}) as Partial<Kept>;
  return { away: away === true, finished: finished === true };
}

export interface Guide {
  /** line: one line in place of the list; parcel: congratulates. */
  look: 'none' | 'list' | 'line' | 'parcel';
  state: SetupState | undefined;
  /** Before the first parcel it stands in place of the figures, which are zero or say what the steps say. */
  instead: boolean;
  putAway: (said: string) => void;
  takeOut: () => void;
  finish: () => void;
}

/** The setup guide for this user: what is done comes from the server, what the user put away is kept for them. */
export function useGuide(): Guide {
  const [params, setParams] = useSearchParams();
  const [kept, save, known] = usePreference('setup', parse);
  const setup = useCall(getSetup, {}, { everyMs: EVERY_MS, staleMs: 0 });
  const state = known ? setup.data : undefined;
  const called = params.get('guide') === '1';
  const look = state ? lookOf(state, kept, called) : 'none';
  const show = (shown: boolean) => setParams(shown ? { guide: '1' } : {}, { replace: true });
  return {
    look,
    state,
    instead: state !== undefined && (state.fresh || (look === 'list' && !called && !state.shipped)),
    putAway: (said) => {
      save({ ...kept, away: true });
      show(false);
      toast.info(said);
    },
    takeOut: () => save({ ...kept, away: false }),
    finish: () => save({ away: true, finished: true }),
  };
}

function lookOf(state: SetupState, kept: Kept, called: boolean): Guide['look'] {
  if (state.steps.length === 0) return 'none';
  if (called) return 'list';
  if (state.over) return 'none';
  if (state.complete) return kept.finished ? 'none' : 'parcel';
  if (state.steps.every(({ done }) => done)) return 'none';
  if (kept.away) return state.fresh ? 'line' : 'none';
  return 'list';
}
