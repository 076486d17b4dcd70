import type { App } from '../app.ts';
import type { Ctx } from '../context.ts';
import type { Sql } from '../database/sql.ts';
import { defineJob, eachCompany } from './jobs.ts';

interface Times {
  name: string;
  /** crontab of five fields, UTC */
  cron: string;
}

export interface Schedule extends Times {
  work: (app: App) => Promise<void>;
}

interface CompanySchedule extends Times {
  /** Of the company's job, in the job center. */
  title: readonly [zh: string, en: string];
  /** Selects, over all companies, the `company_id` of those with something to do. Without it: all of them. */
  due?: Sql;
  /** Its failure concerns this company alone, and is tried again. */
  each: (app: App, ctx: Ctx) => Promise<unknown>;
}

const all: Schedule[] = [];

/**
 * Recurring work. One process of the cluster runs it each time. `work` is of the installation; `each` becomes a job of
 * every company with something to do, so that none waits for another one's.
 */
export function defineSchedule(schedule: Schedule | CompanySchedule): void {
  if (all.some((one) => one.name === schedule.name)) throw new Error(`Schedule ${schedule.name} is defined twice`);
  all.push('each' in schedule ? overCompanies(schedule) : schedule);
}

function overCompanies({ name, cron, title, due, each }: CompanySchedule): Schedule {
  const job = defineJob<object>(`${name}/each`, title, async (app, ctx) => void (await each(app, ctx)));
  const seconds = secondsBetween(cron);
  return { name, cron, work: (app) => eachCompany(app, job, seconds, due) };
}

export function schedules(): readonly Schedule[] {
  return all;
}

/** The usual time from one tick to the next; at most a day. */
export function secondsBetween(cron: string): number {
  const [minute = '*', hour = '*'] = cron.split(' ');
  const [field, whole, unit] = hour === '*' ? [minute, 60, 60] : [hour, 24, 3600];
  const step = /^\*(?:\/(\d+))?$/.exec(field);
  return (step ? Number(step[1] ?? 1) : whole / field.split(',').length) * unit;
}
