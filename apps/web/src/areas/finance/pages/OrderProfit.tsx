import { SyncOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import {
  computeProfit,
  exportProfit,
  getAllPlat,
  PROFIT_FIGURES,
  profitList,
  profitSums,
} from '@tradewind/contract/finance.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { None } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { platformName } from '../../../platform-names.ts';
import { useUser } from '../../../shell/session.ts';
import { Figure } from '../explain.tsx';
import { ProfitDrawer } from '../profit-drawer.tsx';
import { Sums } from '../sums.tsx';
import '../finance.css';

type Row = ResultOf<typeof profitList>['rows'][number];
/** Before that, only the label may have been booked. */
const SOLD = new Set(['shipped', 'delivered', 'refunded']);
const WIDTHS: Record<(typeof PROFIT_FIGURES)[number] | 'profit', number> = {
  goods: 95,
  shipping: 80,
  discount: 72,
  platformFee: 115,
  goodsCost: 86,
  labelCost: 86,
  refund: 70,
  profit: 95,
};
const FEE_STATES = ['estimated', 'settled'] as const;

export default function OrderProfit(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useButtons();
  const shops = useCall(getUserShop, {});
  const platforms = useCall(getAllPlat, {});
  const user = useUser();
  const costs = user.mainAccount || user.permissions.includes('seeCost');
  const compute = useAct(computeProfit, {
    refresh: [profitList, profitSums],
    success: (done) => t('computing', { count: done.shops }),
  });
  const columns = useColumns(costs);
  return (
    <ListPage
      id="finance.profit"
      call={profitList}
      columns={columns}
      keyOf={(row) => row.orderId}
      tabs={{
        param: 'feeState',
        items: ['', ...FEE_STATES].map((value) => ({ value, label: t(`feeStates.${value || 'all'}`) })),
      }}
      filters={[
        { kind: 'text', name: 'text', label: t('search') },
        { kind: 'dates', name: ['from', 'to'], label: t('day') },
        {
          kind: 'multi',
          name: 'shopIds',
          label: t('shop'),
          options: (shops.data?.list ?? []).map((shop) => ({ value: shop.id, label: shop.name })),
          loading: shops.isPending,
        },
        {
          kind: 'select',
          name: 'platform',
          label: t('platform'),
          options: (platforms.data?.list ?? []).map(({ platform }) => ({
            value: platform,
            label: platformName(platform),
          })),
        },
      ]}
      sortInput={({ key, order }) => ({ sort: key === 'profit' ? (order === 'asc' ? 'loss' : 'profit') : 'day' })}
      summary={<SumsOfFilter />}
      {...(may('export') ? { exports: { call: exportProfit } } : {})}
      actions={
        may('compute') && (
          <Button icon={<SyncOutlined />} loading={compute.isPending} onClick={() => compute.mutate({})}>
            {t('compute')}
          </Button>
        )
      }
      empty={{ title: t('none'), hint: t('noneHint') }}
      detail={(id, tools, row) => (
        <ProfitDrawer orderId={id} orderNo={row?.orderNo ?? `#${id}`} shopName={row?.shopName ?? ''} tools={tools} />
      )}
    />
  );
}

/** The filter stands in the URL, as the list keeps it. */
function SumsOfFilter(): ReactNode {
  const [params] = useSearchParams();
  const text = (name: string) => {
    const value = params.get(name);
    return value ? { [name]: value } : {};
  };
  const feeState = FEE_STATES.find((state) => state === params.get('feeState'));
  return (
    <Sums
      filter={{
        ...text('text'),
        ...text('from'),
        ...text('to'),
        ...text('shopIds'),
        ...text('platform'),
        ...(feeState ? { feeState } : {}),
      }}
    />
  );
}

function useColumns(costs: boolean): Column<Row>[] {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  return useMemo<Column<Row>[]>(() => {
    const figure = (name: (typeof PROFIT_FIGURES)[number] | 'profit'): Column<Row> => ({
      key: name,
      title: t(`figure.${name}`),
      width: WIDTHS[name],
      align: 'right',
      ...(name === 'profit' ? { sort: true, card: 'state' as const } : {}),
      render: (row) => (
        <span className="tw-profit-figure">
          {name === 'platformFee' && Number(row.platformFee) !== 0 && row.feeState === 'estimated' && (
            <small className="tw-muted">{t('feeState.estimated')}</small>
          )}
          {name === 'goods' && !SOLD.has(row.status) && Number(row.goods) === 0 ? (
            <span className="tw-muted">{t('notShipped')}</span>
          ) : (
            <Figure
              figure={name}
              amount={row[name]}
              currency={baseCurrency}
              of={row.orderNo}
              input={{ orderId: row.orderId }}
              signed={name === 'profit'}
            />
          )}
        </span>
      ),
    });
    const shown = PROFIT_FIGURES.filter((name) => costs || (name !== 'goodsCost' && name !== 'labelCost'));
    return [
      {
        key: 'orderNo',
        title: t('order'),
        width: 170,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => row.orderNo,
      },
      { key: 'onDay', title: t('day'), width: 100, render: (row) => <span className="tw-figure">{row.onDay}</span> },
      { key: 'shop', title: t('shop'), width: 125, render: (row) => row.shopName },
      ...shown.map(figure),
      ...(costs
        ? [
            figure('profit'),
            {
              key: 'margin',
              title: t('margin'),
              width: 72,
              align: 'right' as const,
              render: (row: Row) =>
                row.margin === null ? <None /> : <span className="tw-figure">{row.margin} %</span>,
            },
          ]
        : []),
    ];
  }, [t, costs, baseCurrency]);
}
