import type { ResultOf } from '@tradewind/contract/call.ts';
import type { ExportState, listExports } from '@tradewind/contract/catalog.ts';
import type { Tone } from '../components/status-tag.tsx';

export type ExportRow = ResultOf<typeof listExports>['rows'][number];
export const isUnderWay = ({ state }: { state: ExportState }): boolean => state === 'queued' || state === 'running';
export const EXPORT_TONES: Record<ExportState, Tone> = {
  queued: 'muted',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'muted',
  expired: 'muted',
};
