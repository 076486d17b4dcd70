import { BarChartOutlined } from '@ant-design/icons';
import {
  CONFIRM_STATES,
  exportOrders,
  listOrders,
  type OrderRow,
  type OrderStatus,
  orderTabs,
} from '@tradewind/contract/orders.ts';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { Quantity } from '../../../components/figures.tsx';
import { type FilterField, ListPage, optionsOf, tabsOf } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { OrderDrawer } from '../drawer/order-drawer.tsx';
import { useOrderActions } from '../list/actions.tsx';
import { useOrderColumns } from '../list/columns.tsx';
import { StatusChart } from '../list/status-chart.tsx';
import '../orders.css';

const TABS: readonly OrderStatus[] = ['ready', 'shipped', 'held', 'exception'];
const URGENT: readonly OrderStatus[] = ['held', 'exception'];
const VIEWS = ['rows', 'nothing', 'failed'] as const;
/** Real requests: a search that matches no order, and an invalid country. */
const REQUESTED = { rows: {}, nothing: { text: '\u00b7' }, failed: { country: '?' } } as const;

/** Demonstrates all list features for page authors, with the company's own orders. */
export default function ListFeatures(): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [view, setView] = useState<(typeof VIEWS)[number]>('rows');
  const counts = useCall(orderTabs, {}).data?.counts;
  const { actions, dialogs } = useOrderActions('');
  return (
    <>
      <ListPage
        id="features"
        call={listOrders}
        columns={useOrderColumns([])}
        fixed={REQUESTED[view]}
        tabs={tabsOf('status', TABS, (status) => t(`status.${status}`), { all: t('all'), counts, urgent: URGENT })}
        filters={useFilters()}
        sortInput={({ order }) => ({ order: order === 'asc' ? 'oldest' : 'newest' })}
        bulk={actions}
        exports={may(exportOrders) && { call: exportOrders }}
        actions={
          <>
            <Segmented
              aria-label={t('features.answer')}
              value={view}
              onChange={setView}
              options={VIEWS.map((value) => ({ value, label: t(`features.${value}`) }))}
            />
            <OpenButton icon={<BarChartOutlined />} label={t('features.chart')}>
              {(close) => (
                <PageDrawer open title={t('features.chart')} size={640} onClose={close}>
                  <StatusChart counts={counts ?? {}} />
                </PageDrawer>
              )}
            </OpenButton>
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
    </>
  );
}

function useFilters(): FilterField<typeof listOrders>[] {
  const { t } = useTranslation('orders');
  return [
    { kind: 'text', name: 'text', label: t('search') },
    { kind: 'multi', name: 'shopIds', label: t('shop'), options: useShopOptions() },
    { kind: 'dates', name: ['from', 'to'], label: t('orderedAt') },
    {
      kind: 'select',
      name: 'confirmState',
      label: t('confirmState'),
      more: true,
      options: optionsOf(CONFIRM_STATES, (state) => t(`confirm.${state}`)),
    },
  ];
}
