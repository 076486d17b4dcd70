import type { App } from '../core/app.ts';
import { type Actor, type Ctx, systemContext } from '../core/context.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { nameOf } from './staff.ts';

/** What every step of the loading gets. */
export interface DemoContext {
  app: App;
  companyId: number;
  /** The midnight (UTC) of the day on which the loading began; days count back from it. */
  today: Date;
  log(message: string): void;
}

const HOUR_MS = 3_600_000;

/** An hour of the day so many days ago. */
export function at(demo: DemoContext, daysAgo: number, hour: number): Date {
  return new Date(demo.today.getTime() + (hour - daysAgo * 24) * HOUR_MS);
}

/** One of the staff at a moment of the past, with every right: the demo's people do what their screens let them do. */
export function actingAs(demo: DemoContext, name: string, now?: Date): Ctx {
  const ctx = systemContext(demo.companyId, nameOf(name), 'demo');
  return now ? { ...ctx, now: () => now } : ctx;
}

/** A transaction in which `name` acts at `now`. */
export function inPast<T>(
  demo: DemoContext,
  name: string,
  now: Date,
  work: (tx: Tx, ctx: Ctx) => Promise<T>,
): Promise<T> {
  const ctx = actingAs(demo, name, now);
  return demo.app.database.inCompany(ctx, (tx) => work(tx, ctx));
}

/** The staff by login id, as they sign what they do: for documents that others approve. */
export async function staff(demo: DemoContext): Promise<Map<string, Actor>> {
  const rows = await inPast(demo, 'demo', new Date(), (tx) =>
    tx.rows<Actor & Record<string, unknown>>(sql`
      select id as "userId", name, user_login_id, main_account
      from user_account where company_id = ${sql.company}`),
  );
  return new Map<string, Actor>(rows.map((person) => [person.userLoginId ?? '', person]));
}

/** Warehouses by code. */
export async function warehouseIds(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: number; code: string }>(
    sql`select id, code from warehouse where company_id = ${sql.company}`,
  );
  return new Map(rows.map((row) => [row.code, row.id]));
}
