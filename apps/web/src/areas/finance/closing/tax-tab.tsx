import type { ResultOf } from '@tradewind/contract/call.ts';
import { exportTax, taxFigures } from '@tradewind/contract/finance/closing.ts';
import { Alert, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { useCountries } from '../../../components/countries.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatMoney } from '../../../components/format.ts';
import { ExportButton } from '../../../components/list/export-button.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { BareMoney, bareMoney } from '../bare-money.tsx';
import { Pages } from './account-drawer.tsx';
import type { Month } from './types.ts';

type Tax = ResultOf<typeof taxFigures>['rows'][number];
const DAY = 'YYYY-MM-DD';

/** Taxes of a period by country and shop, and by who collects them. */
export function TaxTab({ month: { month, currency } }: { month: Month }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const whole = dayjs(`${month}-01`);
  const [period, setPeriod] = useState({ from: whole.format(DAY), to: whole.endOf('month').format(DAY) });
  const [page, setPage] = useState(1);
  const found = useCall(taxFigures, { ...period, page, pageSize: 50 }, { keepPrevious: true });
  const countries = useCountries();
  const names = useMemo(() => new Map(countries.map(({ value, label }) => [value, label])), [countries]);
  const columns = useMemo<Column<Tax>[]>(() => {
    const amount = (key: 'sales' | 'collected' | 'byPlatform' | 'input' | 'import') =>
      bareMoney<Tax>(key, t(`close.${key}`), (row) => [row[key], currency], { width: 130 });
    return [
      col.text('country', t('close.country'), {
        of: (row: Tax) => (row.country ? (names.get(row.country) ?? row.country) : t('close.noCountry')),
        width: 180,
        card: 'title',
      }),
      col.text('shop', t('shop'), { width: 160 }),
      amount('sales'),
      amount('collected'),
      amount('byPlatform'),
      amount('input'),
      amount('import'),
    ];
  }, [t, currency, names]);
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  const data = found.data;
  const rows = data?.rows ?? [];
  const foot = data &&
    rows.length > 0 && {
      country: t('close.total'),
      ...Object.fromEntries(
        Object.entries(data.sums).map(([key, amount]) => [
          key,
          <BareMoney key={key} amount={amount} currency={currency} />,
        ]),
      ),
    };
  return (
    <>
      <div className="tw-close-tools">
        <DatePicker.RangePicker
          aria-label={t('close.period')}
          allowClear={false}
          value={[dayjs(period.from), dayjs(period.to)]}
          onChange={(days) => days?.[0] && days[1] && setPeriod({ from: days[0].format(DAY), to: days[1].format(DAY) })}
        />
        {may(exportTax) && <ExportButton action={{ call: exportTax }} filter={period} />}
        <span className="tw-muted">{t('close.amountsIn', { currency })}</span>
      </div>
      {data && data.unpaired.length > 0 && (
        <Alert
          className="tw-close-tools"
          type="error"
          showIcon
          title={t('close.unpaired', { count: data.unpaired.length })}
          description={data.unpaired.slice(0, 10).map((one) => (
            <div key={`${one.docKind}/${one.docId}/${one.currency}`}>
              {one.shop} {one.docKind} {one.docId}: {formatMoney(one.amount, one.currency)} {one.currency}
            </div>
          ))}
        />
      )}
      <LineTable
        label={t('close.tab.tax')}
        columns={columns}
        rows={rows}
        {...(foot ? { foot } : {})}
        keyOf={(row, index) => `${row.country}/${index}`}
        skeleton={found.isPending ? 5 : 0}
        empty={<EmptyState title={t('close.taxNone')} />}
      />
      <Pages page={page} total={data?.total ?? 0} onChange={setPage} />
    </>
  );
}
