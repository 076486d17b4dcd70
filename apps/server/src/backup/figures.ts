import type pg from 'pg';

/** Counts and sums by which a restored database is known to be the one that was backed up. */
export type Figures = Record<string, string>;

/** What has to stand still while it is counted. */
const TABLES = ['company', 'sales_order', 'stock_balance', 'ledger_line'];
const READ = `
  select (select count(*) from company)::text as companies,
    (select count(*) from sales_order)::text as orders,
    (select count(*) from stock_balance)::text as balances,
    (select coalesce(sum(on_hand), 0) from stock_balance)::text as "onHand",
    (select count(*) from ledger_line)::text as "ledgerLines",
    (select coalesce(sum(abs(base_amount)), 0) from ledger_line)::text as "ledgerSum"`;
/** A lock that was not granted in time, and a deadlock with the traffic. */
const BUSY: readonly (string | undefined)[] = ['55P03', '40P01'];
const TRIES = 20;

export const readFigures = async (on: pg.ClientBase): Promise<Figures> => (await on.query<Figures>(READ)).rows[0] ?? {};

/**
 * Marks a point in the log by name, and gives the figures of exactly this point: writers of these tables wait meanwhile.
 * @returns its position, too
 */
export async function markPoint(on: pg.ClientBase, name: string): Promise<{ figures: Figures; position: string }> {
  for (let tries = 1; ; tries++) {
    try {
      await on.query('begin');
      // Nobody queues behind us for long.
      await on.query(`set local lock_timeout = '3s'`);
      await on.query(`lock table ${TABLES.join(', ')} in share mode`);
      const figures = await readFigures(on);
      const { rows } = await on.query<{ at: string }>('select pg_create_restore_point($1)::text as at', [name]);
      await on.query('commit');
      return { figures, position: rows[0]?.at ?? '' };
    } catch (error) {
      await on.query('rollback');
      if (!BUSY.includes((error as { code?: string }).code) || tries >= TRIES) throw error;
    }
  }
}
