import { rights } from '@tradewind/contract/access/modules.ts';
import { getOrder } from '@tradewind/contract/orders.ts';
import { Alert } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { DateTime } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { usePage } from '../../../shell/page-context.ts';
import { DockTab } from '../dock/dock-tab.tsx';
import { DOCK_PLATFORM } from '../dock/state.ts';
import { Relatives } from '../make/relatives.tsx';
import { OrderStatusTag } from '../order-status.tsx';
import { PlatformMark } from '../platform-mark.tsx';
import { ServiceLevel } from '../service-level.tsx';
import { VendorTab } from '../vendor/vendor-tab.tsx';
import { AddressTab } from './address-tab.tsx';
import { CustomsTab } from './customs-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LinesTab } from './lines-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import type { Order } from './order.ts';
import { OrderActions } from './order-actions.tsx';
import { ParcelsTab } from './parcels-tab.tsx';
import { ShareMenu } from './share-menu.tsx';
import { StockTab } from './stock-tab.tsx';
import { TagLine } from './tag-line.tsx';

/** Jobs can change an order while its drawer is open. */
const LOOK_AGAIN_MS = 15_000;

export function OrderDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('orders');
  const found = useCall(getOrder, { id }, { everyMs: LOOK_AGAIN_MS });
  const order = found.data;
  const { moduleId } = usePage();
  return (
    <DetailDrawer
      {...tools}
      size={820}
      title={
        order && (
          <span className="tw-order-no">
            <PlatformMark platform={order.platform} />
            <span>{order.displayNo}</span>
          </span>
        )
      }
      status={order && <OrderStatusTag order={order} />}
      subtitle={
        order && (
          <>
            {order.shopName} · <DateTime at={order.orderedAt} />
            {order.serviceLevel && (
              <>
                {' '}
                · <ServiceLevel order={order} />
              </>
            )}
            {order.displayNo !== order.platformOrderNo && (
              <>
                {' '}
                ·{' '}
                <span className="tw-whole-number" title={order.platformOrderNo}>
                  {order.platformOrderNo.split('/').at(-1)}
                </span>
              </>
            )}
          </>
        )
      }
      query={found}
      actions={
        order && (
          <>
            <OrderActions order={order} />
            <ShareMenu order={order} />
          </>
        )
      }
      tabs={
        order
          ? [
              { key: 'lines', label: t('tab.lines'), children: <LinesTab order={order} /> },
              ...(moduleId === rights.vendorOrder.id && order.bulk
                ? [{ key: 'vendor', label: t('tab.vendor'), children: <VendorTab orderId={order.id} /> }]
                : []),
              ...(order.platform === DOCK_PLATFORM
                ? [{ key: 'dock', label: t('tab.dock'), children: <DockTab orderId={order.id} /> }]
                : []),
              { key: 'address', label: t('tab.address'), children: <AddressTab order={order} /> },
              { key: 'customs', label: t('tab.customs'), children: <CustomsTab order={order} /> },
              { key: 'stock', label: t('tab.stock'), children: <StockTab order={order} /> },
              { key: 'parcels', label: t('tab.parcels'), children: <ParcelsTab order={order} /> },
              { key: 'money', label: t('tab.money'), children: <MoneyTab order={order} /> },
              {
                key: 'files',
                label: t('file.title'),
                children: <DocumentFiles docKind="sales_order" docId={order.id} refresh={[getOrder]} />,
              },
              { key: 'history', label: t('tab.history'), children: <HistoryTab order={order} /> },
            ]
          : []
      }
    >
      {order && <TagLine order={order} />}
      {order && <Related order={order} />}
      {order && <Warnings order={order} />}
      {order && <Relatives order={order} />}
    </DetailDrawer>
  );
}

/** Other parts of a split order, and orders in the same box. */
function Related({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const [params] = useSearchParams();
  const kinds = Map.groupBy(order.related, (other) => other.how);
  const linkTo = (id: number) => {
    const next = new URLSearchParams(params);
    next.set('open', String(id));
    return `?${next}`;
  };
  return [...kinds].map(([how, others]) => (
    <Alert
      key={how}
      className="tw-order-alert"
      type="info"
      showIcon
      title={
        <>
          {t(`related.${how}`)}{' '}
          {others.map((other, at) => (
            <Fragment key={other.id}>
              {at > 0 && ', '}
              <Link to={linkTo(other.id)}>{other.displayNo}</Link>
            </Fragment>
          ))}
        </>
      }
    />
  ));
}

/** How far the order is when a cancellation request or a hold applies: not started, in work or shipped. */
function stageOf({ status, exception }: Order): 'held' | 'work' | 'shipped' | 'early' {
  if (status === 'picking' || status === 'packed' || exception === 'label') return 'work';
  return status === 'held' || status === 'shipped' ? status : 'early';
}

/** The problem that blocks the order, and how to solve it. */
function Warnings({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const open = !['delivered', 'cancelled', 'refunded'].includes(order.status);
  const answered: [key: string, type: 'error' | 'warning' | 'info', title: string, text?: string][] = [];
  if (order.cancelRequested && open)
    answered.push(['cancel', 'error', t('wantsToCancel'), t(`warn.cancel.${stageOf(order)}`)]);
  if (order.platformHold && order.platformHold !== 'UNPAID' && open)
    answered.push([
      'hold',
      'error',
      t('heldByPlatform'),
      t(`warn.hold.${stageOf(order)}`, { word: order.platformHold }),
    ]);
  else if (order.platformHold && stageOf(order) === 'work')
    answered.push(['hold', 'error', t('heldByPlatform'), t('warn.hold.unpaid')]);
  if (order.status === 'exception' && order.exception)
    answered.push(['exception', 'error', t(`exception.${order.exception}`), t(`warn.exception.${order.exception}`)]);
  if (order.status === 'allocate' && order.exception === 'stock')
    answered.push(['stock', 'warning', t('exception.stock'), t('warn.short')]);
  if (order.confirmState === 'failed')
    answered.push(['confirm', 'error', t('warn.confirmFailed'), order.confirmError ?? undefined]);
  if (order.amountsUnknown) answered.push(['amounts', 'warning', t('warn.amountsUnknown'), t('warn.amountsHidden')]);
  if (order.buyerNote) answered.push(['note', 'info', t('note', { note: order.buyerNote })]);
  if (order.remark) answered.push(['remark', 'info', `${t('remark')}: ${order.remark}`]);
  return answered.map(([key, type, title, text]) => (
    <Alert key={key} className="tw-order-alert" type={type} showIcon title={title} description={text} />
  ));
}
