import { type DaySpan, type ReportQuery, type RequestedReport, reportQuery } from '@tradewind/contract/reports.ts';
import type { Range } from './report.ts';

const DAY = 86_400_000;
export const moved = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
/** The first and the last day of a day's month. */
export const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;
export const lastOf = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10);
/** 1 for Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

const SPANS: Record<DaySpan, (today: string) => Range> = {
  yesterday: (today) => ({ from: moved(today, -1), to: moved(today, -1) }),
  lastWeek: (today) => {
    const monday = moved(today, 1 - weekdayOf(today));
    return { from: moved(monday, -7), to: moved(monday, -1) };
  },
  thisMonth: (today) => ({ from: firstOf(today), to: today }),
  lastMonth: (today) => {
    const to = moved(firstOf(today), -1);
    return { from: firstOf(to), to };
  },
  thisYear: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
};

/** Days that move, as they are on a day of the company. */
export const daysOf = (days: number | DaySpan, today: string): Range =>
  typeof days === 'number' ? { from: moved(today, 1 - days), to: today } : SPANS[days](today);

/** The query of a report whose days stand. */
export const whole = ({ days: _moved, ...query }: RequestedReport): ReportQuery => reportQuery.parse(query);
