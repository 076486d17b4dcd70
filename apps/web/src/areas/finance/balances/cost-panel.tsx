import { type CostRow, exportProviderCosts, listCostFees, listProviderCosts } from '@tradewind/contract/finance.ts';
import { Pagination } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatMoney } from '../../../components/format.ts';
import { type Column, ListPage, type RowOf } from '../../../components/list-page.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';

const PAGE_SIZE = 50;

/** What providers charged, refunded and froze, by fee type; each row opens its fees. */
export function CostPanel(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [opened, setOpened] = useState<CostRow>();
  return (
    <>
      <ListPage
        id="finance.costs"
        call={listProviderCosts}
        columns={useColumns()}
        keyOf={(row) => row.key}
        filters={[{ kind: 'dates', name: ['from', 'to'], label: t('statements.days') }]}
        exports={may(exportProviderCosts) && { call: exportProviderCosts }}
        summary={<Accounts />}
        empty={{ title: t('statements.noCosts'), hint: t('statements.noCostsHint') }}
        onOpen={setOpened}
      />
      {opened && <FeesDrawer of={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** What the providers say is left with them. */
function Accounts(): ReactNode {
  const { t } = useTranslation('finance');
  const accounts = useCall(listProviderCosts, { page: 1, pageSize: 1 }).data?.accounts ?? [];
  const some = accounts.filter(({ balances }) => balances.length > 0);
  if (some.length === 0) return null;
  return (
    <div className="tw-ageing-sums">
      <span className="tw-muted">{t('statements.accountsLeft')}</span>
      {some.map(({ name, balances }) => (
        <span key={name}>
          {name} <b className="tw-figure">{balances.map((one) => formatMoney(one.amount, one.currency)).join(' · ')}</b>
        </span>
      ))}
    </div>
  );
}

function useColumns(): Column<CostRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<CostRow>[]>(() => {
    const money = (key: 'charged' | 'refunded' | 'frozen' | 'balance') =>
      col.money<CostRow>(key, t(`statements.${key}`), { currency: 'currency', width: 130 });
    return [
      col.heading('name', t('statements.provider'), { width: 180 }),
      col.text('feeType', t('statements.feeType'), { width: 160 }),
      col.code('currency', t('statements.currency'), { width: 70 }),
      money('charged'),
      money('refunded'),
      money('frozen'),
      money('balance'),
      col.qty('orders', t('statements.orders')),
    ];
  }, [t]);
}

type Fee = RowOf<typeof listCostFees>;
const DIRECTIONS = ['charge', 'refund', 'freeze', 'unfreeze'] as const;

function FeesDrawer({ of, onClose }: { of: CostRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const [params] = useSearchParams();
  const [page, setPage] = useState(1);
  const { connectionId, feeType, currency, name } = of;
  const [from, to] = [params.get('from'), params.get('to')];
  const days = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const input = { connectionId, feeType, currency, ...days, page, pageSize: PAGE_SIZE };
  const fees = useCall(listCostFees, input, { keepPrevious: true });
  const columns = useMemo<Column<Fee>[]>(
    () => [
      col.heading('feeId', t('statements.feeId'), { width: 170 }),
      col.time('at', t('statements.at')),
      col.text('direction', t('statements.direction'), {
        width: 90,
        of: (row: Fee) => {
          const known = DIRECTIONS.find((one) => one === row.direction);
          return known ? t(`statements.directions.${known}`) : row.direction;
        },
      }),
      col.code('refNo', t('statements.refNo'), { width: 150 }),
      col.code('orderNo', t('statements.order'), { width: 170 }),
      col.money('amount', t('balances.amount'), { currency: 'currency', width: 120 }),
    ],
    [t],
  );
  const title = t('statements.feesOf', { name, feeType });
  return (
    <PageDrawer open size={920} title={title} onClose={onClose}>
      <LineTable
        label={title}
        columns={columns}
        rows={fees.data?.rows ?? []}
        skeleton={fees.isPending ? 5 : 0}
        empty={<EmptyState title={t('statements.noCosts')} />}
      />
      <Pagination
        hideOnSinglePage
        size="small"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={fees.data?.total ?? 0}
        onChange={setPage}
      />
    </PageDrawer>
  );
}
