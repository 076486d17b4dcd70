import type { ResultOf } from '@tradewind/contract/call.ts';
import { listOrders, mergeOrders, mergeSuggestions, orderTabs } from '@tradewind/contract/orders.ts';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { OrderStatusTag } from '../order-status.tsx';
import { PlatformMark } from '../platform-mark.tsx';
import { useOrderUndo } from './undo.tsx';
import './arrange.css';

type Group = ResultOf<typeof mergeSuggestions>['groups'][number];
const LOOK_AGAIN_MS = 60_000;

/** The number of groups that can be merged, and the drawer that merges them. */
export function useMergeSuggestions(moduleId: number): { count: number; show: () => void; drawer: ReactNode } {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [open, setOpen] = useState(false);
  const [undo, undoDialog] = useOrderUndo();
  const found = useCall(mergeSuggestions, { moduleId }, { everyMs: LOOK_AGAIN_MS, enabled: may(mergeSuggestions) });
  const groups = found.data?.groups ?? [];
  const drawer = (
    <>
      <PageDrawer open={open} size={680} title={t('merge.suggested')} onClose={() => setOpen(false)}>
        <p className="tw-muted">{t('merge.about')}</p>
        {isLost(found) && <PageError error={found.error} onRetry={() => void found.refetch()} />}
        {groups.length === 0 && !isLost(found) && <EmptyState title={t('merge.none')} hint={t('merge.noneHint')} />}
        {groups.map((group) => (
          <GroupCard key={group.orders.map((order) => order.id).join()} group={group} onUndo={undo} />
        ))}
        {found.data?.more && <p className="tw-muted">{t('merge.more')}</p>}
      </PageDrawer>
      {undoDialog}
    </>
  );
  return { count: groups.length, show: () => setOpen(true), drawer };
}

function GroupCard({ group, onUndo }: { group: Group; onUndo: (undoId: number) => void }): ReactNode {
  const { t } = useTranslation('orders');
  const [out, setOut] = useState<ReadonlySet<number>>(new Set());
  const ids = group.orders.map((order) => order.id).filter((id) => !out.has(id));
  const merge = useAct(mergeOrders, {
    refresh: [mergeSuggestions, listOrders, orderTabs],
    onDone: ({ done, failed, undoId }) => {
      const [why] = failed;
      if (why) toast.error(why.reason);
      else if (undoId !== undefined) toast.undoable(t('merge.done', { count: done }), () => onUndo(undoId));
    },
  });
  const toggle = (id: number) => {
    const next = new Set(out);
    if (!next.delete(id)) next.add(id);
    setOut(next);
  };
  const place = [group.city, group.postalCode, group.country].filter(Boolean).join(' ');
  return (
    <section className="tw-panel tw-merge-group" aria-label={`${group.buyerName} ${place}`}>
      <header>
        <span className="tw-order-no">
          <PlatformMark platform={group.platform} />
          <strong>{group.buyerName}</strong>
        </span>
        <span className="tw-muted">
          {place} · {group.shopName}
        </span>
      </header>
      <ul>
        {group.orders.map((order) => (
          <li key={order.id}>
            <Checkbox checked={!out.has(order.id)} onChange={() => toggle(order.id)}>
              <span className="tw-figure">{order.displayNo}</span>
            </Checkbox>
            <OrderStatusTag order={{ cancelRequested: false, platformHold: null, ...order }} />
            <span
              className="tw-merge-goods"
              title={order.summary.map((line) => `${line.sku} ×${line.quantity}`).join('\n')}
            >
              {order.summary.map((line) => `${line.sku} ×${line.quantity}`).join(', ')}
            </span>
            <Money amount={order.totalAmount} currency={order.currency} />
            <span className="tw-muted">
              <DateTime at={order.orderedAt} />
            </span>
          </li>
        ))}
      </ul>
      <Button disabled={ids.length < 2} loading={merge.isPending} onClick={() => merge.mutate({ ids })}>
        {t('merge.verb', { count: ids.length })}
      </Button>
    </section>
  );
}
