import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listExports } from '@tradewind/contract/catalog.ts';

export type ExportRow = ResultOf<typeof listExports>['rows'][number];
export const isUnderWay = (row: ExportRow): boolean => row.state === 'queued' || row.state === 'running';
