import type { FbaCase, FbaState, LegState } from '@tradewind/contract/transit.ts';
import * as calls from '@tradewind/contract/transit.ts';
import type { Tone } from '../../components/status-tag.tsx';

export const FBA_TONES: Record<FbaState, Tone> = {
  draft: 'muted',
  planned: 'info',
  packed: 'info',
  placed: 'info',
  transport: 'warn',
  shipped: 'warn',
  receiving: 'warn',
  closed: 'good',
  cancelled: 'muted',
};
export const LEG_TONES: Record<LegState, Tone> = {
  draft: 'muted',
  submitted: 'info',
  shipped: 'warn',
  arrived: 'warn',
  received: 'good',
  cancelled: 'muted',
};
export const CASE_TONES: Record<FbaCase['state'], Tone> = {
  open: 'bad',
  sent: 'warn',
  reimbursed: 'good',
  rejected: 'muted',
};

/** Numbers for Amazon's packing group names. Products of different groups cannot share a box. */
export const groupNumbers = (lines: readonly { packingGroup: string }[]): Map<string, number> =>
  new Map([...new Set(lines.map((line) => line.packingGroup))].map((group, at) => [group, at + 1]));

/** Calls to refetch after a shipment or first leg changes. */
export const FBA_CHANGED = [calls.listFba, calls.fbaTabs, calls.getFba, calls.fbaHistory, calls.listFbaCases];
export const LEG_CHANGED = [calls.listLegs, calls.legTabs, calls.getLeg, calls.legHistory];
