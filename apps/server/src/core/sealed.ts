import { NONCE_BYTES } from './crypto.ts';
import { type Sql, sql } from './database/sql.ts';

/** Every column whose values the vault seals, as table.column. */
export const SEALED: readonly string[] = [
  'carrier_account.credentials',
  'carrier_account.tokens',
  'developer_app.secret',
  'receiving_connection.sealed',
  'second_factor.secret',
  'shop.tokens',
  'sourcing_account.tokens',
  'supplier.bank',
  'tracker_account.credentials',
  'wms_connection.keys',
];

/** That the column still holds this value, though it may be sealed by another secret of the installation since. */
export const isStill = (column: Sql, sealed: Buffer | null): Sql =>
  sql`substring(${column} from 1 for ${NONCE_BYTES}) is not distinct from ${sealed?.subarray(0, NONCE_BYTES) ?? null}::bytea`;
