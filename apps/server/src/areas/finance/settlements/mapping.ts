import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Account } from '../ledger/accounts.ts';

export interface Mapping extends Record<string, unknown> {
  id: number;
  platform: string;
  pattern: string;
  account: Account;
}

/** The company's own mappings that count now. */
export function mappingsOf(tx: Tx, platform: string): Promise<Mapping[]> {
  return tx.rows<Mapping>(sql`select id, platform, pattern, account from settlement_mapping
    where company_id = ${sql.company} and platform = ${platform} and retired_at is null order by id`);
}
