import type { InputOf } from '@tradewind/contract/call.ts';
import type { saveReportSchedule } from '@tradewind/contract/reports/requests.ts';
import { DAY_SPANS, type DaySpan } from '@tradewind/contract/reports.ts';
import type { TFunction } from 'i18next';
import type { Option } from '../../../components/list/filters.ts';

export type RequestedInput = InputOf<typeof saveReportSchedule>['report'];
const LAST = [1, 7, 30, 90, 365];
const FIXED = 'fixed';

/** The days of a report as a choice of a select. */
export const daysChoice = ({ days, from }: RequestedInput): string => (from ? FIXED : String(days ?? 30));

export function daysWord(requested: RequestedInput, t: TFunction<'reports'>): string {
  const { days = 30, from, to } = requested;
  if (from) return t('schedule.fixed', { from, to });
  if (DAY_SPANS.includes(days as DaySpan)) return t(`schedule.spans.${days as DaySpan}`);
  return Number(days) === 1 ? t('schedule.today') : t('schedule.lastDays', { days });
}

export function daysOptions(requested: RequestedInput, t: TFunction<'reports'>): Option[] {
  const own = typeof requested.days === 'number' && !LAST.includes(requested.days) ? [requested.days] : [];
  const moving = [...DAY_SPANS, ...[...LAST, ...own].sort((a, b) => a - b)];
  return [
    ...moving.map((days) => ({ value: String(days), label: daysWord({ ...requested, from: undefined, days }, t) })),
    ...(requested.from ? [{ value: FIXED, label: daysWord(requested, t) }] : []),
  ];
}

/** The report with the chosen days. */
export function withDays(requested: RequestedInput, choice: string): RequestedInput {
  if (choice === FIXED) return requested;
  const { from: _from, to: _to, ...rest } = requested;
  return { ...rest, days: DAY_SPANS.find((one) => one === choice) ?? Number(choice) };
}
