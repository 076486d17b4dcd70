import { BarChartOutlined } from '@ant-design/icons';
import { getUserShop } from '@tradewind/contract/channels.ts';
import {
  CONFIRM_STATES,
  exportOrders,
  listOrders,
  type OrderRow,
  type OrderStatus,
  orderTabs,
} from '@tradewind/contract/orders.ts';
import { Button, Segmented } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { Chart, type ChartOption } from '../../../components/chart.tsx';
import { Quantity } from '../../../components/figures.tsx';
import { type Filter, ListPage } from '../../../components/list-page.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { OrderDrawer } from '../drawer/order-drawer.tsx';
import { useOrderActions } from '../list/actions.tsx';
import { useOrderColumns } from '../list/columns.tsx';
import '../orders.css';

const TABS: readonly OrderStatus[] = ['ready', 'shipped', 'held', 'exception'];
const URGENT: readonly OrderStatus[] = ['held', 'exception'];
const VIEWS = ['rows', 'nothing', 'failed'] as const;
/** Asked of the server in earnest: what nobody's order begins with, and what is no country. */
const ASKED = { rows: {}, nothing: { text: '\u00b7' }, failed: { country: '?' } } as const;

/** Everything a list can do on one page, for whoever builds pages; over the company's own orders. */
export default function ListFeatures(): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const [view, setView] = useState<(typeof VIEWS)[number]>('rows');
  const [charted, setCharted] = useState(false);
  const counts = useCall(orderTabs, {}).data?.counts;
  const { actions, dialogs } = useOrderActions('');
  return (
    <>
      <ListPage
        id="features"
        call={listOrders}
        columns={useOrderColumns([])}
        fixed={ASKED[view]}
        tabs={{
          param: 'status',
          items: [
            { value: '', label: t('all') },
            ...TABS.map((status) => ({
              value: status,
              label: t(`status.${status}`),
              count: counts?.[status] ?? 0,
              urgent: URGENT.includes(status),
            })),
          ],
        }}
        filters={useFilters()}
        sortInput={({ order }) => ({ order: order === 'asc' ? 'oldest' : 'newest' })}
        bulk={actions}
        {...(may('export') ? { exports: { call: exportOrders, toInput: (wanted) => ({ filter: wanted }) } } : {})}
        actions={
          <>
            <Segmented
              aria-label={t('features.answer')}
              value={view}
              onChange={setView}
              options={VIEWS.map((value) => ({ value, label: t(`features.${value}`) }))}
            />
            <Button icon={<BarChartOutlined />} onClick={() => setCharted(true)}>
              {t('features.chart')}
            </Button>
          </>
        }
        summary={<p className="tw-features-keys tw-wide-only">{t('features.keys')}</p>}
        foot={(rows: readonly OrderRow[]) => ({
          order: t('features.sum'),
          units: <Quantity value={rows.reduce((sum, row) => sum + row.units, 0)} />,
        })}
        empty={{ title: t('features.empty'), hint: t('features.emptyHint') }}
        detail={(id, tools) => <OrderDrawer id={id} tools={tools} />}
      />
      {dialogs}
      <PageDrawer open={charted} title={t('features.chart')} size={640} onClose={() => setCharted(false)}>
        <StatusChart counts={counts ?? {}} />
      </PageDrawer>
    </>
  );
}

function useFilters(): Filter[] {
  const { t } = useTranslation('orders');
  const shops = useCall(getUserShop, {}).data?.list ?? [];
  return [
    { kind: 'text', name: 'text', label: t('search') },
    {
      kind: 'multi',
      name: 'shopIds',
      label: t('shop'),
      options: shops.map((shop) => ({ value: shop.id, label: shop.name })),
    },
    { kind: 'dates', name: ['from', 'to'], label: t('orderedAt') },
    {
      kind: 'select',
      name: 'confirmState',
      label: t('confirmState'),
      more: true,
      options: CONFIRM_STATES.map((state) => ({ value: state, label: t(`confirm.${state}`) })),
    },
  ];
}

interface Counted {
  status: string;
  orders: number;
}

function StatusChart({ counts }: { counts: Record<string, number> }): ReactNode {
  const { t } = useTranslation('orders');
  const rows = useMemo(
    () => Object.entries(counts).map(([status, orders]): Counted => ({ status: t(`status.${status}`), orders })),
    [counts, t],
  );
  const option = useMemo<ChartOption>(
    () => ({
      xAxis: { type: 'value' },
      yAxis: { type: 'category', inverse: true, data: rows.map((row) => row.status) },
      series: [{ type: 'bar', name: t('features.orders'), data: rows.map((row) => row.orders) }],
    }),
    [rows, t],
  );
  const columns: Column<Counted>[] = [
    { key: 'status', title: t('state'), render: (row) => row.status },
    { key: 'orders', title: t('features.orders'), align: 'right', render: (row) => <Quantity value={row.orders} /> },
  ];
  return <Chart title={t('features.orders')} option={option} rows={rows} columns={columns} height={360} />;
}
