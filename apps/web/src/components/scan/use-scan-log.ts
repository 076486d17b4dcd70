import { useSyncExternalStore } from 'react';
import { useUser } from '../../shell/session.ts';
import { ScanLog, type Trouble } from './log.ts';
import type { RefusedScan } from './log-store.ts';

let log: { owner: string; log: ScanLog } | undefined;

/** The scan log of the signed-in user: one for all pages of the window. */
export function useScanLog(): ScanLog {
  const { customerId, userId } = useUser();
  const owner = `${customerId}-${userId}`;
  if (log?.owner !== owner) log = { owner, log: new ScanLog(owner) };
  return log.log;
}

export function useScansWaiting(scanLog: ScanLog): { waiting: number; trouble: Trouble | undefined } {
  const waiting = useSyncExternalStore(scanLog.subscribe, scanLog.waiting);
  const trouble = useSyncExternalStore(scanLog.subscribe, scanLog.trouble);
  return { waiting, trouble };
}

/** Scans that the server refused and nobody has acknowledged. */
export function useScansRefused(scanLog: ScanLog): readonly RefusedScan[] {
  return useSyncExternalStore(scanLog.subscribe, scanLog.refused);
}
