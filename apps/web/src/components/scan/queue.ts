/** Scans that wait for the connection; they survive a reload and are sent once each, in order. */
export interface QueuedScan {
  /** The idempotency key, so that a scan with a lost answer is not booked twice. */
  key: string;
  code: string;
  at: string;
}
/** A scan that the server refused and nobody has acknowledged. */
export interface RefusedCode extends QueuedScan {
  title: string;
  detail: string;
  /** Whether sending it again makes sense. */
  again: boolean;
}

/** A list in the browser's storage: it outlives reloads. */
function stored<T extends QueuedScan>(prefix: string) {
  const keyOf = (station: string) => `${prefix}.${station}`;
  return {
    read: (station: string): T[] => {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(keyOf(station)) ?? '[]');
        return Array.isArray(kept) ? kept.filter((one): one is T => isQueued(one)) : [];
      } catch {
        return [];
      }
    },
    write: (station: string, list: readonly T[]) => {
      if (list.length === 0) localStorage.removeItem(keyOf(station));
      else localStorage.setItem(keyOf(station), JSON.stringify(list));
    },
  };
}
export const { read: readQueue, write: writeQueue } = stored<QueuedScan>('tw.scans');
export const { read: readRefused, write: writeRefused } = stored<RefusedCode>('tw.refused');

function isQueued(value: unknown): value is QueuedScan {
  return (
    typeof value === 'object' && value !== null && 'key' in value && 'code' in value && typeof value.code === 'string'
  );
}
export function newScan(code: string): QueuedScan {
  return { key: crypto.randomUUID(), code, at: new Date().toISOString() };
}
