import { exportOrders, listOrders, type OrderStatus, orderTabs } from '@tradewind/contract/orders.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { ListPage, type Option } from '../../../components/list-page.tsx';
import { usePage } from '../../../shell/page-context.ts';
import { useMergeSuggestions } from '../arrange/merge-suggestions.tsx';
import { OrderDrawer } from '../drawer/order-drawer.tsx';
import { useOrderActions } from '../list/actions.tsx';
import { useOrderColumns } from '../list/columns.tsx';
import { useOrderFilters } from '../list/filters.ts';
import { QueueChips, useQueue } from '../list/queues.tsx';
import { TakeIn } from '../make/take-in.tsx';
import { VENDOR_ORDERS } from '../vendor/module.ts';
import { VendorSettings } from '../vendor/settings.tsx';
import '../orders.css';

const ALL_ORDERS = 401;
const LOOK_AGAIN_MS = 60_000;
/** With the way there and back, the numbers on the tabs are never older than two seconds. */
const COUNTS_MS = 1_500;
const CHOICES_MS = 300_000;
/** Tabs in the order in which an order goes through them; what is over stands last. */
const TABS: readonly OrderStatus[] = [
  'review',
  'allocate',
  'ready',
  'picking',
  'packed',
  'exception',
  'held',
  'unpaid',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
];
const URGENT: readonly OrderStatus[] = ['exception', 'held'];

/** All orders, and the pages of single platforms: the menu's module says which. */
export default function OrderList(): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const moduleId = usePage().moduleId || ALL_ORDERS;
  const { queue, filter, choose } = useQueue();
  const tabs = useCall(orderTabs, { moduleId }, { everyMs: COUNTS_MS });
  const warehouses = useWarehouses();
  const merge = useMergeSuggestions(moduleId);
  const { actions, dialogs } = useOrderActions(queue);
  return (
    <>
      <ListPage
        id={`order.${moduleId}`}
        call={listOrders}
        columns={useOrderColumns(warehouses)}
        fixed={{ moduleId, ...filter }}
        tabs={{
          param: 'status',
          items: [
            { value: '', label: t('all') },
            ...TABS.map((status) => ({
              value: status,
              label: t(`status.${status}`),
              count: URGENT.includes(status) || TABS.indexOf(status) < 5 ? (tabs.data?.counts[status] ?? 0) : undefined,
              urgent: URGENT.includes(status),
            })),
          ],
        }}
        filters={useOrderFilters(moduleId, warehouses)}
        sortInput={({ order }) => ({ order: order === 'asc' ? 'oldest' : 'newest' })}
        bulk={actions}
        {...(may('export') ? { exports: { call: exportOrders, toInput: (wanted) => ({ filter: wanted }) } } : {})}
        summary={<QueueChips queue={queue} counts={tabs.data?.queues} onChoose={choose} merge={merge} />}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        detail={(id, tools) => <OrderDrawer id={id} tools={tools} />}
        everyMs={LOOK_AGAIN_MS}
        actions={
          <>
            <TakeIn moduleId={moduleId} />
            {moduleId === VENDOR_ORDERS && <VendorSettings />}
          </>
        }
      />
      {merge.drawer}
      {dialogs}
    </>
  );
}

function useWarehouses(): Option[] {
  const { data } = useCall(selectWarehouse, {}, { staleMs: CHOICES_MS });
  return useMemo(() => (data ?? []).map((warehouse) => ({ value: warehouse.id, label: warehouse.name })), [data]);
}
