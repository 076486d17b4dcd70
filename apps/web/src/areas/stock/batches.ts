import type { BatchRow } from '@tradewind/contract/stock-batches.ts';
import type { Tone } from '../../components/status-tag.tsx';

/** Days before expiry from which a batch counts as expiring. */
export const SOON_DAYS = 30;

/** The status of a batch today. */
export function batchStanding(row: Pick<BatchRow, 'state' | 'expired' | 'expiresOn'>): { state: string; tone: Tone } {
  if (row.state === 'recalled') return { state: 'recalled', tone: 'bad' };
  if (row.expired) return { state: 'expired', tone: 'bad' };
  const soon = row.expiresOn !== null && Date.parse(row.expiresOn) - Date.now() < SOON_DAYS * 86_400_000;
  return soon ? { state: 'expiring', tone: 'warn' } : { state: 'active', tone: 'good' };
}
