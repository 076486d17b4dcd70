import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { adviceCalendar } from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isLost, useCall } from '../../../api/hooks.ts';
import { Chart, type ChartOption } from '../../../components/chart.tsx';
import { useCompanyClock } from '../../../components/days.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

interface Day {
  day: string;
  lines: number;
  urgent: number;
}

/** How many SKUs run out on each day, and a way to them. */
export function CalendarDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const navigate = useNavigate();
  const query = useCall(adviceCalendar, {});
  const days = query.data?.days ?? [];
  const open = (day: string) => {
    onClose();
    navigate(`${pagePaths.replenishment}?tab=all&runOutFrom=${day}&runOutUntil=${day}`);
  };
  const columns: Column<Day>[] = [
    col.own(
      'day',
      t('advice.calendar.day'),
      (row) => (
        <button type="button" className="tw-explain tw-figure" onClick={() => open(row.day)}>
          {row.day}
        </button>
      ),
      { width: 140, card: 'title' },
    ),
    col.qty('lines', t('advice.calendar.lines'), { width: 120 }),
    col.qty('urgent', t('advice.calendar.urgent'), { width: 140 }),
  ];
  return (
    <PageDrawer open title={t('advice.calendar.title')} size={640} onClose={onClose}>
      <p className="tw-muted">{t('advice.calendar.hint')}</p>
      {isLost(query) ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {days.length > 0 && <Bars days={days} />}
          <LineTable
            label={t('advice.calendar.title')}
            columns={columns}
            rows={days}
            keyOf={(row) => row.day}
            skeleton={query.isPending ? 5 : 0}
            empty={<EmptyState title={t('advice.calendar.none')} />}
          />
        </>
      )}
    </PageDrawer>
  );
}

function Bars({ days }: { days: readonly Day[] }): ReactNode {
  const { t } = useTranslation('procurement');
  const today = useCompanyClock().today();
  const columns = useMemo<Column<Day>[]>(
    () => [
      col.code('day', t('advice.calendar.day')),
      col.qty('lines', t('advice.calendar.lines')),
      col.qty('urgent', t('advice.calendar.urgent')),
    ],
    [t],
  );
  const option = useMemo<ChartOption>(() => {
    const all = sixtyDays(today);
    const byDay = new Map(days.map((one) => [one.day, one]));
    const bars = (name: string, of: (one: Day) => number, color: string) => ({
      ...{ type: 'bar' as const, name, stack: 'all', itemStyle: { color } },
      data: all.map((day) => of(byDay.get(day) ?? { day, lines: 0, urgent: 0 })),
    });
    return {
      xAxis: { type: 'category', data: all.map((day) => day.slice(5)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        bars(t('advice.calendar.urgent'), (one) => one.urgent, '#DC2626'),
        bars(t('advice.calendar.lines'), (one) => one.lines - one.urgent, '#D97706'),
      ],
    };
  }, [days, today, t]);
  return <Chart title={t('advice.calendar.lines')} option={option} rows={days} columns={columns} height={200} />;
}

const DAY_MS = 86_400_000;
const sixtyDays = (today: string): string[] =>
  Array.from({ length: 60 }, (_, ahead) => new Date(Date.parse(today) + ahead * DAY_MS).toISOString().slice(0, 10));
