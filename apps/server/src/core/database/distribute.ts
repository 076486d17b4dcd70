import type { Pool, PoolClient } from 'pg';
import { companyTables } from './company-tables.ts';

/**
 * They stay on the coordinator alone: the program's own, and small ones that are written often and never read together with
 * rows of companies.
 */
export const LOCAL: readonly string[] = [
  'schema_migration',
  'worker_heartbeat',
  'throttle',
  'captcha',
  'pending_sign_in',
  'one_time_key',
  'push_delivery',
];

/** Where the tables of a cluster go, those that are referred to before those that refer to them. */
export interface Places {
  /** What all companies share: whole on every node. */
  reference: string[];
  /** What belongs to a company: its rows lie together on one node. */
  byCompany: string[];
}

/** Whether the database is the coordinator of a Citus cluster. */
export async function hasCitus(on: Pool | PoolClient): Promise<boolean> {
  const { rowCount } = await on.query(`select 1 from pg_extension where extname = 'citus'`);
  return rowCount !== 0;
}

/** Read from the catalogue, so that no table can be forgotten: what has row-level security by `company_id` is a company's. */
export async function placesOf(on: Pool | PoolClient): Promise<Places> {
  const { rows } = await on.query<{ name: string; guarded: boolean }>(
    `select relname as name, relrowsecurity and relname <> 'company' as guarded from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  const guarded = new Set(rows.filter((table) => table.guarded).map(({ name }) => name));
  const byCompany = (await companyTables(on)).map(({ name }) => name).filter((name) => guarded.delete(name));
  if (guarded.size > 0) throw new Error(`tables with policies and without company_id: ${[...guarded].join(', ')}`);
  const reference = rows.map(({ name }) => name).filter((name) => !byCompany.includes(name) && !LOCAL.includes(name));
  return { reference, byCompany };
}

/**
 * Spreads the tables over the nodes of a cluster, each in a transaction of its own. May be repeated, after an interruption
 * and after migrations: a table that is spread already stays as it is.
 * @param say is called with each table before its rows are moved
 * @returns the tables that this run has spread
 */
export async function distribute(owner: Pool, say: (table: string) => void = () => {}): Promise<Places> {
  const places = await placesOf(owner);
  const client = await owner.connect();
  try {
    // Our triggers write rows of the same company, which lie on the same node.
    await client.query('set citus.enable_unsafe_triggers = on; set client_min_messages = warning');
    const { rows } = await client.query<{ name: string; hashed: boolean }>(
      `select relname as name, partmethod = 'h' as hashed from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
       where relnamespace = 'public'::regnamespace order by relname`,
    );
    const there = new Set(rows.map(({ name }) => name));
    const missing = (names: string[]) => names.filter((name) => !there.has(name));
    const left = { reference: missing(places.reference), byCompany: missing(places.byCompany) };
    for (const name of left.reference) {
      say(name);
      await client.query('select create_reference_table($1::text::regclass)', [client.escapeIdentifier(name)]);
    }
    let group = rows.find(({ hashed }) => hashed)?.name;
    for (const name of left.byCompany) {
      say(name);
      await client.query(`select create_distributed_table($1::text::regclass, 'company_id', colocate_with => $2)`, [
        client.escapeIdentifier(name),
        group === undefined ? 'none' : client.escapeIdentifier(group),
      ]);
      group ??= name;
    }
    // Ids may be drawn on any node, and Citus takes the right to their sequences along to none.
    const { rows: refused } = await client.query<{ result: string }>(
      `select result from run_command_on_all_nodes('grant usage on all sequences in schema public to tradewind_app') where not success`,
    );
    if (refused[0]) throw new Error(refused[0].result);
    return left;
  } finally {
    // Its settings end with it.
    client.release(true);
  }
}
