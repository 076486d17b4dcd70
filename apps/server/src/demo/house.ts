import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../core/app.ts';
import { type Actor, type Ctx, systemContext } from '../core/context.ts';
import type { Tx } from '../core/database/database.ts';

/** What every step of the loading gets. */
export interface DemoHouse {
  app: App;
  companyId: number;
  /** The midnight (UTC) of the day on which the loading began; days count back from it. */
  today: Date;
  log(message: string): void;
}

const HOUR_MS = 3_600_000;

/** An hour of the day so many days ago. */
export function at(house: DemoHouse, daysAgo: number, hour: number): Date {
  return new Date(house.today.getTime() + (hour - daysAgo * 24) * HOUR_MS);
}

/** One of the staff at a moment of the past, with every right: the demo's people do what their screens let them do. */
export function actingAs(house: DemoHouse, name: string, now?: Date): Ctx {
  const ctx = systemContext(house.companyId, name, 'demo');
  return now ? { ...ctx, now: () => now } : ctx;
}

/** A transaction in which `name` acts at `now`. */
export function inPast<T>(
  house: DemoHouse,
  name: string,
  now: Date,
  work: (tx: Tx, ctx: Ctx) => Promise<T>,
): Promise<T> {
  const ctx = actingAs(house, name, now);
  return house.app.database.inCompany(ctx, (tx) => work(tx, ctx));
}

/** The staff by login id, as they sign what they do: for documents that others approve. */
export async function staff(house: DemoHouse): Promise<Map<string, Actor>> {
  const rows = await inPast(house, 'demo', new Date(), (tx) =>
    tx.rows<Actor & Record<string, unknown>>(sql`
      select id as "userId", user_login_id as name, main_account as "mainAccount"
      from user_account where company_id = ${tx.companyId}`),
  );
  return new Map<string, Actor>(rows.map((person) => [person.name, person]));
}

/** Warehouses by code. */
export async function warehouseIds(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: number; code: string }>(
    sql`select id, code from warehouse where company_id = ${tx.companyId}`,
  );
  return new Map(rows.map((row) => [row.code, row.id]));
}
