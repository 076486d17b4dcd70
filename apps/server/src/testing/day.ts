import { localDay } from '../areas/company/public.ts';

const DAY_MS = 86_400_000;

/** The day, so many days from now, in the time zone that a company has unless it says otherwise: not the day of UTC. */
export const dayFromNow = (days: number): string => localDay(new Date(Date.now() + days * DAY_MS), 'Asia/Shanghai');
