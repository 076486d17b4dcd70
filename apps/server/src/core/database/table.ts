import { type BuildExtraConfigColumns, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  customType,
  type ExtraConfigColumn,
  foreignKey,
  integer,
  numeric,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  pgPolicy,
  pgRole,
  pgTable,
  primaryKey,
  timestamp,
} from 'drizzle-orm/pg-core';

/** The role of the program: it owns no table and cannot bypass a policy. The migrations create it. */
export const appRole = pgRole('tradewind_app').existing();

/** Text compared byte by byte: range scans on it are leak-proof, so row-level security leaves its indexes usable. */
export const rawText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const reference = (name: string) => bigint(name, { mode: 'number' });
export const instant = (name: string) => timestamp(name, { withTimezone: true });
/** An amount of money as booked or shown: two to four places. */
export const amount = (name: string) => numeric(name, { precision: 18, scale: 4 });
/** A cost or price per unit: six places. */
export const unitCost = (name: string) => numeric(name, { precision: 18, scale: 6 });
export const rate = (name: string) => numeric(name, { precision: 18, scale: 8 });

const companyId = () => integer('company_id').notNull();
const ownRows = () =>
  pgPolicy('own_company', {
    for: 'all',
    to: appRole,
    using: sql`company_id = nullif(current_setting('app.company', true), '')::int`,
    withCheck: sql`company_id = nullif(current_setting('app.company', true), '')::int`,
  });

type ColumnRef = AnyPgColumn | ExtraConfigColumn;

/** The key of a companyKeyedTable. */
export const keyOf = (...columns: ColumnRef[]) => primaryKey({ columns: columns as never });
/** A foreign key over several columns, company_id first on both sides. */
export const belongsTo = (columns: ColumnRef[], foreign: ColumnRef[]) =>
  foreignKey({ columns: columns as never, foreignColumns: foreign as never });

type Columns = Record<string, PgColumnBuilderBase>;
type IdColumns = ReturnType<typeof idColumns>;
type KeyColumns = { companyId: ReturnType<typeof companyId> };
type Extra<N extends string, C extends Columns> = (
  table: BuildExtraConfigColumns<N, C, 'pg'>,
) => PgTableExtraConfigValue[];

const idColumns = () => ({
  companyId: companyId(),
  id: bigint('id', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
});

/**
 * A table of company data: (company_id, id) is its key, and a policy shows the application's role only rows of the
 * company that its transaction is bound to.
 */
export function companyTable<N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra?: Extra<N, IdColumns & C>,
) {
  return pgTable(name, { ...idColumns(), ...columns } as IdColumns & C, (table) => {
    const key = table as unknown as BuildExtraConfigColumns<N, IdColumns, 'pg'>;
    return [primaryKey({ columns: [key.companyId, key.id] as never }), ownRows(), ...(extra?.(table) ?? [])];
  });
}

/** The same for tables with a key of their own columns: declare it in `extra`, company_id first. */
export function companyKeyedTable<N extends string, C extends Columns>(
  name: N,
  columns: C,
  extra: Extra<N, KeyColumns & C>,
) {
  return pgTable(name, { companyId: companyId(), ...columns } as KeyColumns & C, (table) => [
    ownRows(),
    ...extra(table),
  ]);
}
