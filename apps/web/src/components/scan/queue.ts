/** Scans that wait for the connection; they survive a reload and are sent once each, in order. */
export interface QueuedScan {
  /** The idempotency key, so that a scan with a lost answer is not booked twice. */
  key: string;
  code: string;
  at: string;
}

const storageKey = (station: string) => `tw.scans.${station}`;

export function readQueue(station: string): QueuedScan[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(station)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isQueued) : [];
  } catch {
    return [];
  }
}
export function writeQueue(station: string, queue: readonly QueuedScan[]): void {
  if (queue.length === 0) localStorage.removeItem(storageKey(station));
  else localStorage.setItem(storageKey(station), JSON.stringify(queue));
}
function isQueued(value: unknown): value is QueuedScan {
  return (
    typeof value === 'object' && value !== null && 'key' in value && 'code' in value && typeof value.code === 'string'
  );
}
export function newScan(code: string): QueuedScan {
  return { key: crypto.randomUUID(), code, at: new Date().toISOString() };
}
