import { type DockState, getOrderDock, listDockAppointments } from '@tradewind/contract/docking.ts';
import { getOrder } from '@tradewind/contract/orders.ts';
import type { Tone } from '../../../components/status-tag.tsx';

export const DOCK_PLATFORM = 'homedepotdock';

/** The calls to refresh after a change to an appointment. */
export const CHANGED = [getOrderDock, listDockAppointments, getOrder];

export const TONES: Record<DockState, Tone> = {
  draft: 'muted',
  requested: 'info',
  confirmed: 'warn',
  arrived: 'warn',
  received: 'good',
  refused: 'bad',
  no_show: 'bad',
};

export const clockOf = (local: string | null): string => local?.replace('T', ' ') ?? '';
/** The city of a time zone: "America/Chicago" becomes "Chicago". */
export const zoneName = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
