import { settingOf } from '../../core/company-settings.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict } from '../../core/errors.ts';
import { checkDigit } from '../../core/gs1.ts';
import { VENDOR_SETTINGS } from './settings.ts';

/** An SSCC without its check digit. */
const BODY = 17;

/**
 * Consecutive new Serial Shipping Container Codes: concurrent requests wait, and a rollback leaves no gap. @throws
 * conflict vendor.prefixMissing, vendor.serialsUsedUp
 */
export async function nextSsccs(tx: Tx, count: number): Promise<string[]> {
  if (count === 0) return [];
  const { gs1Prefix, extensionDigit } = await settingOf(tx, VENDOR_SETTINGS);
  if (!gs1Prefix) throw conflict('vendor.prefixMissing');
  const prefix = `${extensionDigit}${gs1Prefix}`;
  const digits = BODY - prefix.length;
  const [row] = await tx.rows<{ last: number }>(
    sql`insert into vendor_serial as s (company_id, prefix, last) values (${sql.company}, ${prefix}, ${count})
     on conflict (company_id, prefix) do update set last = s.last + excluded.last returning last`,
  );
  const last = row?.last ?? count;
  if (last >= 10 ** digits) throw conflict('vendor.serialsUsedUp', { prefix: gs1Prefix });
  return Array.from({ length: count }, (_, i) => {
    const body = prefix + String(last - count + 1 + i).padStart(digits, '0');
    return body + checkDigit(body);
  });
}
