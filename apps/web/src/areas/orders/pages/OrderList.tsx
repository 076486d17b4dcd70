import { rights } from '@tradewind/contract/access/modules.ts';
import { exportOrders, listOrders, type OrderStatus, orderTabs } from '@tradewind/contract/orders.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall, useOutdate, useRefresh } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ShopButton, useFirstShop } from '../../../components/lead-button.tsx';
import { type EmptyText, ListPage, type Option } from '../../../components/list-page.tsx';
import { ordersSignal } from '../../../shell/hints.ts';
import { usePage } from '../../../shell/page-context.ts';
import { useSignal } from '../../../shell/signal.ts';
import { useMergeSuggestions } from '../arrange/merge-suggestions.tsx';
import { OrderDrawer } from '../drawer/order-drawer.tsx';
import { useOrderActions } from '../list/actions.tsx';
import { useOrderColumns } from '../list/columns.tsx';
import { useOrderFilters } from '../list/filters.ts';
import { QueueChips, useQueue } from '../list/queues.tsx';
import { Ingest } from '../make/ingest.tsx';
import { VendorSettings } from '../vendor/settings.tsx';
import '../orders.css';

const LOOK_AGAIN_MS = 60_000;
const CHOICES_MS = 300_000;
const RESTS_MS = 1_500;
const RECENT_MS = 5_000;
/** Status tabs in the order of processing, closed orders last. */
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

/** The list of all orders, and of single platforms. The menu's module decides which. */
export default function OrderList(): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const moduleId = usePage().moduleId || rights.order.id;
  const { queue, filter, choose } = useQueue();
  const refresh = useRefresh();
  // Live updates refresh the tabs within two seconds. Slow polling covers missed updates.
  const tabs = useCall(orderTabs, { moduleId }, { everyMs: LOOK_AGAIN_MS });
  const outdate = useOutdate();
  useSignal(ordersSignal, () => {
    refresh(orderTabs);
    outdate(listOrders);
  });
  useListFollowsTab(tabs.data?.counts);
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
        exports={may(exportOrders) && { call: exportOrders }}
        summary={<QueueChips queue={queue} counts={tabs.data?.queues} onChoose={choose} merge={merge} />}
        empty={useEmpty(queue, () => choose(''))}
        detail={(id, tools) => <OrderDrawer id={id} tools={tools} />}
        everyMs={LOOK_AGAIN_MS}
        actions={
          <>
            <Ingest moduleId={moduleId} />
            {moduleId === rights.vendorOrder.id && <VendorSettings />}
          </>
        }
      />
      {merge.drawer}
      {dialogs}
    </>
  );
}

/** A queue without orders leads to all of them; without any order a new company connects its first shop. */
function useEmpty(queue: string, onAll: () => void): EmptyText {
  const { t } = useTranslation('orders');
  if (!queue) return { title: t('empty'), hint: <HowTheyCome />, action: <ShopButton /> };
  const title = t('list.emptyTab', { tab: t(`queue.${queue}`) });
  return { title, action: <Button onClick={onAll}>{t('list.showAll')}</Button>, ofTab: true };
}

function HowTheyCome(): ReactNode {
  const { t } = useTranslation('orders');
  return t(useFirstShop() ? 'emptyHint' : 'syncHint');
}

/**
 * Reloads the rows when the open tab's count has changed and then stays stable. If it never stays stable, slow polling
 * reloads them.
 */
function useListFollowsTab(counts: Partial<Record<OrderStatus, number>> | undefined): void {
  const refresh = useRefresh();
  const [params] = useSearchParams();
  const status = (params.get('status') ?? '') as OrderStatus;
  // All of them have no count of their own: they follow every other. A status without orders is not among the counts.
  const count = counts && (status ? (counts[status] ?? 0) : JSON.stringify(counts));
  const known = useRef({ status, count });
  const movedAt = useRef(0);
  useSignal(ordersSignal, () => {
    movedAt.current = Date.now();
  });
  const readAgain = useEffectEvent(() => refresh(listOrders));
  useEffect(() => {
    const before = known.current;
    known.current = { status, count };
    // The rows of a tab that was just chosen may have been read before what its count knows already.
    const behind = before.status !== status && Date.now() - movedAt.current < RECENT_MS;
    const changed = before.status === status && before.count !== undefined && before.count !== count;
    if (!behind && !changed) return;
    const timer = setTimeout(() => readAgain(), RESTS_MS);
    return () => clearTimeout(timer);
  }, [status, count]);
}

function useWarehouses(): Option[] {
  const { data } = useCall(selectWarehouse, {}, { staleMs: CHOICES_MS });
  return useMemo(() => (data ?? []).map((warehouse) => ({ value: warehouse.id, label: warehouse.name })), [data]);
}
