import { getRevaluation, type RevaluedItem, runRevaluation } from '@tradewind/contract/finance/banking.ts';
import { Button, DatePicker } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { dayOf, pickerDay, useCompanyClock } from '../../../components/days.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { formatMoney } from '../../../components/format.ts';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { OF_BANK } from './calls.ts';

const monthBefore = (day: string) => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
};

/** Money in foreign currencies at the end of a month, at the rate of that day. */
export function RevaluationPanel(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const today = useCompanyClock().today();
  const [month, setMonth] = useState(() => monthBefore(today));
  const found = useCall(getRevaluation, { month }, { keepPrevious: true });
  const run = useAct(runRevaluation, {
    refresh: [getRevaluation, ...OF_BANK],
    success: ({ booked }) =>
      Number(booked) === 0
        ? t('bank.nothingNew')
        : t('bank.revalued', { amount: formatMoney(booked, found.data?.baseCurrency ?? '') }),
  });
  const data = found.data;
  const base = data?.baseCurrency ?? '';
  const columns = useMemo<Column<RevaluedItem>[]>(
    () => [
      col.text('accountName', t('bank.accountOf'), { width: 180, card: 'title' }),
      col.text('party', t('bank.party'), { width: 160 }),
      col.money('amount', t('bank.foreign'), { currency: 'currency' }),
      col.money('baseAmount', t('bank.bookBase'), { currency: () => base }),
      col.code('rate', t('bank.rateOf', { day: data?.day ?? '' }), { width: 150, align: 'right' }),
      col.money('value', t('bank.value'), { currency: () => base }),
      col.money('difference', t('bank.difference'), { currency: () => base, signed: true }),
      col.money('booked', t('bank.bookedDifference'), { currency: () => base }),
    ],
    [t, base, data?.day],
  );
  return (
    <section className="tw-bank-section">
      <div className="tw-bank-head">
        <DatePicker
          picker="month"
          allowClear={false}
          aria-label={t('bank.month')}
          value={pickerDay(month)}
          onChange={(picked) => setMonth(`${dayOf(picked)?.slice(0, 7) ?? month.slice(0, 7)}-01`)}
        />
        {may(runRevaluation) && (
          <Button type="primary" loading={run.isPending} onClick={() => run.mutate({ month })}>
            {t('bank.revalue')}
          </Button>
        )}
      </div>
      <p className="tw-muted">{t('bank.revaluationHint')}</p>
      {found.error && <PageError error={found.error} onRetry={() => void found.refetch()} />}
      {data && (
        <Facts
          columns={2}
          items={[
            [t('bank.difference'), <Money key="difference" amount={data.difference} currency={base} signed />],
            [t('bank.bookedDifference'), <Money key="booked" amount={data.booked} currency={base} signed />],
          ]}
        />
      )}
      <LineTable
        label={t('bank.view.revaluation')}
        columns={columns}
        rows={data?.items ?? []}
        skeleton={found.isPending ? 4 : 0}
        empty={<EmptyState title={t('bank.noRevaluation')} />}
      />
    </section>
  );
}
