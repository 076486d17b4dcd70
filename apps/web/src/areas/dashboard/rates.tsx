import type { ResultOf } from '@tradewind/contract/call.ts';
import { getShopRates } from '@tradewind/contract/dashboard.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isLost, useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { None } from '../../components/figures.tsx';
import { formatNumber, formatPercent } from '../../components/format.ts';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { Block } from './block.tsx';
import type { Doors } from './doors.ts';

type Rated = ResultOf<typeof getShopRates>['shops'][number];
const STALE_MS = 60_000;
/** From this share of the limit, the rate counts as close to it. */
const NEAR = 0.75;

/** Late shipment and cancellation rates beside the platform's limits. */
export function ShopRates({ doors }: { doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const rates = useCall(getShopRates, {}, { staleMs: STALE_MS });
  const columns = useColumns(doors);
  return (
    <Block
      title={t('rates')}
      hint={t('ratesHint')}
      extra={<span className="tw-muted">{t('last30')}</span>}
      className="tw-home-table"
      error={isLost(rates) ? rates.error : null}
      onRetry={() => void rates.refetch()}
    >
      <LineTable
        cards={false}
        label={t('rates')}
        columns={columns}
        rows={rates.data?.shops ?? []}
        keyOf={(shop) => shop.shopId}
        skeleton={rates.isPending ? 4 : 0}
        empty={<EmptyState title={t('noRates')} hint={t('noRatesHint')} />}
      />
    </Block>
  );
}

function useColumns(doors: Doors): Column<Rated>[] {
  const { t } = useTranslation('dashboard');
  const narrow = useNarrow();
  return useMemo<Column<Rated>[]>(
    () => [
      {
        key: 'shop',
        title: t('shop'),
        width: narrow ? 130 : 200,
        render: (row) => <ShopName row={row} doors={doors} />,
      },
      {
        key: 'late',
        title: t('late'),
        align: 'right',
        width: narrow ? 110 : 190,
        render: (row) => <Rate part={row.late} of={row.due} limit={row.lateLimit} />,
      },
      {
        key: 'cancelled',
        title: t('cancelled'),
        align: 'right',
        width: narrow ? 110 : 190,
        render: (row) => <Rate part={row.cancelled} of={row.ordered} limit={row.cancelLimit} />,
      },
    ],
    [t, doors, narrow],
  );
}

function ShopName({ row, doors }: { row: Rated; doors: Doors }): ReactNode {
  const to = doors.orders({ shopIds: row.shopId, queue: 'overdue' });
  return to ? <Link to={to}>{row.name}</Link> : row.name;
}

function Rate({ part, of, limit }: { part: number; of: number; limit: number | null }): ReactNode {
  const { t } = useTranslation('dashboard');
  if (of === 0) return <None />;
  const percent = (100 * part) / of;
  const tone = limit === null ? '' : percent >= limit ? 'tw-bad' : percent >= limit * NEAR ? 'tw-warn' : '';
  return (
    <span className="tw-figure tw-home-rate">
      <span className={tone} title={t('rateOf', { part: formatNumber(part), of: formatNumber(of) })}>
        {formatPercent(part / of, 1)}
      </span>{' '}
      <small className="tw-muted">
        {limit === null
          ? t('rateOf', { part: formatNumber(part), of: formatNumber(of) })
          : t('rateLimit', { limit: formatNumber(limit) })}
      </small>
    </span>
  );
}
