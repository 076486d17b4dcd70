import type { App } from '../app.ts';

export interface Schedule {
  name: string;
  /** crontab of five fields, UTC */
  cron: string;
  work: (app: App) => Promise<void>;
}

const all: Schedule[] = [];

/** Recurring work, over all companies. One process of the cluster runs it each time. */
export function defineSchedule(schedule: Schedule): void {
  if (all.some((one) => one.name === schedule.name)) throw new Error(`Schedule ${schedule.name} is defined twice`);
  all.push(schedule);
}

export function schedules(): readonly Schedule[] {
  return all;
}
