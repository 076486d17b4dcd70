import type { BridgeStep } from '@tradewind/contract/finance.ts';
import { DatePicker } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf, pickerDay, useCompanyClock } from '../../components/days.ts';
import { None } from '../../components/figures.tsx';
import { formatMoney } from '../../components/format.ts';
import type { Column } from '../../components/list-page.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';

interface BridgeProps {
  steps: readonly BridgeStep[];
  currency: string;
  past: boolean;
}

/** From what was booked at the sale to what is known now, by figure. */
export function Bridge({ steps, currency, past }: BridgeProps): ReactNode {
  const { t } = useTranslation('finance');
  const columns = useMemo<Column<BridgeStep>[]>(() => {
    const amount = (key: 'atSale' | 'bySettlement' | 'later' | 'now', title: string) =>
      col.own<BridgeStep>(
        key,
        title,
        (row) =>
          Number(row[key]) === 0 ? <None /> : <span className="tw-figure">{formatMoney(row[key], currency)}</span>,
        { width: 130, align: 'right' },
      );
    return [
      col.own('figure', t('bridge.figure'), (row) => t(`figure.${row.figure}`), { width: 160, card: 'title' }),
      amount('atSale', t('bridge.atSale')),
      amount('bySettlement', t('bridge.bySettlement')),
      amount('later', t('bridge.later')),
      amount('now', t(past ? 'bridge.known' : 'bridge.now')),
      col.code('since', t('bridge.since'), { width: 110 }),
    ];
  }, [t, currency, past]);
  return (
    <>
      <h3 className="tw-profit-head">{t('bridge.title')}</h3>
      <LineTable cards={false} label={t('bridge.title')} columns={columns} rows={steps} keyOf={(step) => step.figure} />
    </>
  );
}

interface KnownOnProps {
  day: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** Chooses an earlier day: the figures are then those that the books had at its end. */
export function KnownOn({ day, onChange }: KnownOnProps): ReactNode {
  const { t } = useTranslation('finance');
  const today = useCompanyClock().today();
  return (
    <div className="tw-profit-known">
      <span className="tw-muted">{t('bridge.knownOn')}</span>
      <DatePicker
        size="small"
        aria-label={t('bridge.knownOn')}
        value={pickerDay(day)}
        maxDate={pickerDay(today) ?? undefined}
        onChange={(picked) => onChange(dayOf(picked) ?? undefined)}
      />
      {day && <span className="tw-muted">{t('bridge.knownHint', { day })}</span>}
    </div>
  );
}
