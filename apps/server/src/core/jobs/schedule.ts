import type { App } from '../app.ts';

interface Schedule {
  name: string;
  /** crontab of five fields, UTC */
  cron: string;
  work: (app: App) => Promise<void>;
}

const all: Schedule[] = [];

/** Work that comes round by itself, over all companies. One process of the cluster runs it each time. */
export function defineSchedule(schedule: Schedule): void {
  all.push(schedule);
}

export function schedules(): readonly Schedule[] {
  return all;
}
