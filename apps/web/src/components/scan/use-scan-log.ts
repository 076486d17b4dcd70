import { useSyncExternalStore } from 'react';
import { useUser } from '../../shell/session.ts';
import { ScanLog } from './log.ts';

let log: { owner: string; log: ScanLog } | undefined;

/** The scan log of the signed-in user: one for all pages of the window. */
export function useScanLog(): ScanLog {
  const { customerId, userId } = useUser();
  const owner = `${customerId}-${userId}`;
  if (log?.owner !== owner) log = { owner, log: new ScanLog(owner) };
  return log.log;
}

export function useScansWaiting(scanLog: ScanLog): { waiting: number; refused: number } {
  const waiting = useSyncExternalStore(scanLog.subscribe, scanLog.waiting);
  const refused = useSyncExternalStore(scanLog.subscribe, scanLog.refused);
  return { waiting, refused };
}
