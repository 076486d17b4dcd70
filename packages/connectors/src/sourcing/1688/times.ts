import type { Instant } from '../../types.ts';

const COMPACT = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{3})?([+-]\d{2}):?(\d{2})$/;
/** Beijing time, which has no summer time. */
const PLAIN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})$/;

/** "20180614101942000+0800" as orders write it, or "2018-07-24 21:55:33" as traces do; undefined for anything else. */
export function platformTime(text: string | undefined): Instant | undefined {
  const compact = COMPACT.exec(text ?? '');
  const plain = PLAIN.exec(text ?? '');
  const [, year, month, day, hour, minute, second] = compact ?? plain ?? [];
  if (!year) return undefined;
  const zone = compact ? `${compact[8]}:${compact[9]}` : '+08:00';
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${compact?.[7] ?? '000'}${zone}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
