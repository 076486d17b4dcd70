import type { InputOf } from '@tradewind/contract/call.ts';
import type { saveReportSchedule } from '@tradewind/contract/reports/requests.ts';
import { DAY_SPANS, type DaySpan } from '@tradewind/contract/reports.ts';
import type { TFunction } from 'i18next';
import type { Option } from '../../../components/list/filters.ts';

export type AskedInput = InputOf<typeof saveReportSchedule>['report'];
const LAST = [1, 7, 30, 90, 365];
const FIXED = 'fixed';

/** The days of a report as a choice of a select. */
export const daysChoice = ({ days, from }: AskedInput): string => (from ? FIXED : String(days ?? 30));

export function daysWord(asked: AskedInput, t: TFunction<'reports'>): string {
  const { days = 30, from, to } = asked;
  if (from) return t('schedule.fixed', { from, to });
  if (DAY_SPANS.includes(days as DaySpan)) return t(`schedule.spans.${days as DaySpan}`);
  return Number(days) === 1 ? t('schedule.today') : t('schedule.lastDays', { n: days });
}

export function daysOptions(asked: AskedInput, t: TFunction<'reports'>): Option[] {
  const own = typeof asked.days === 'number' && !LAST.includes(asked.days) ? [asked.days] : [];
  const moving = [...DAY_SPANS, ...[...LAST, ...own].sort((a, b) => a - b)];
  return [
    ...moving.map((days) => ({ value: String(days), label: daysWord({ ...asked, from: undefined, days }, t) })),
    ...(asked.from ? [{ value: FIXED, label: daysWord(asked, t) }] : []),
  ];
}

/** The report with the chosen days. */
export function withDays(asked: AskedInput, choice: string): AskedInput {
  if (choice === FIXED) return asked;
  const { from: _from, to: _to, ...rest } = asked;
  return { ...rest, days: DAY_SPANS.find((one) => one === choice) ?? Number(choice) };
}
