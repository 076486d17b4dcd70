import type { CarriedTable } from '../../../core/database/company-rows.ts';
import type { CompanyTable } from '../../../core/database/company-tables.ts';

/** Tables of a company that mean nothing in another installation, and why. All others travel, new ones too. */
export const STAY: Readonly<Record<string, string>> = {
  session: 'signed-in browsers',
  pending_sign_in: 'sign-ins that wait for a code',
  second_factor: 'keys of authenticator apps, which know the other installation',
  recovery_code: 'codes instead of an authenticator app',
  known_browser: 'browsers that have signed in before',
  one_time_key: 'mailed keys, which lead to the other installation',
  signed_link: 'links, which lead to the other installation',
  idempotency: 'answers to calls that were sent to the other installation',
  export_file: 'files that can be made again',
  developer_app: 'keys of programs that call the other installation',
  sourcing_account: 'authorizations of 1688',
  tracker_account: 'keys of a tracker',
};

/** What a column that does not travel holds after a restore: its default, nothing, or one of these. */
type Fill = 'empty' | 'password' | 'emptyKeys' | 'newKey';

/** Columns that do not travel: what the installation's secret seals, and what signs somebody in. */
export const SECRETS: Readonly<Record<string, Readonly<Record<string, Fill>>>> = {
  shop: { tokens: 'empty' },
  carrier_account: { credentials: 'emptyKeys', tokens: 'empty', push_key: 'empty' },
  wms_connection: { keys: 'emptyKeys', push_token: 'newKey' },
  receiving_connection: { sealed: 'empty' },
  supplier: { bank: 'empty' },
  user_account: { password_hash: 'password', earlier_hashes: 'empty' },
  // What the company is in this installation, not what it owns.
  company: { provider: 'empty', demo: 'empty', group_id: 'empty', sample_of: 'empty', sample_until: 'empty' },
};

/** Bytes that are no secret: they travel as they are. */
export const OPEN_BYTES: readonly string[] = ['demand_month.units'];

/** Without its tokens an account is no longer authorized. */
export const ALTERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shop: { state: `case when state = 'authorized' then 'expired' else state end` },
  carrier_account: { state: `case when state = 'authorized' then 'failed' else state end` },
  wms_connection: { state: `'failed'` },
  receiving_connection: { state: `'revoked'` },
};

/** Jobs that concern what stays behind. */
export const JOBS_STAY: readonly string[] = ['core.export', 'company.archive', 'company.removeSample', 'demo.fill'];

/** What of a table travels; undefined: nothing. Bytes that nobody has declared stay. */
export function carriedOf(table: CompanyTable): CarriedTable | undefined {
  if (table.name in STAY) return undefined;
  const columns = table.columns
    .filter(({ name, type }) => !(name in (SECRETS[table.name] ?? {})) && isOpen(table.name, name, type))
    .map(({ name }) => name);
  return { table, columns, altered: ALTERED[table.name] ?? {} };
}

const isOpen = (table: string, column: string, type: string) =>
  type !== 'bytea' || OPEN_BYTES.includes(`${table}.${column}`);
