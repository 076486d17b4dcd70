import { SyncOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import {
  CARRIERS,
  exportTracking,
  refreshTracking,
  trackingCounts,
  trackingList,
} from '@tradewind/contract/logistics.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, None } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { StageTag } from '../stage.tsx';
import { TrackingDrawer } from '../tracking-drawer.tsx';

type Row = ResultOf<typeof trackingList>['rows'][number];
/** So long without a scan is worth a question to the carrier. */
const SILENT_DAYS = 5;
const TABS = ['created', 'pickedUp', 'inTransit', 'outForDelivery', 'exception', 'returning', 'delivered'] as const;
const EVERY_MS = 30_000;

export default function TrackingList(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useButtons();
  const refresh = useRefresh();
  const counts = useCall(trackingCounts, { silentDays: SILENT_DAYS }, { everyMs: EVERY_MS });
  const shops = useCall(getUserShop, {});
  const columns = useColumns();
  return (
    <ListPage
      id="logistics.tracking"
      call={trackingList}
      columns={columns}
      everyMs={EVERY_MS}
      tabs={{
        param: 'stage',
        items: [
          { value: '', label: t('stage.all') },
          ...TABS.map((stage) => ({
            value: stage,
            label: t(`stage.${stage}`),
            count: counts.data?.stages[stage],
            urgent: stage === 'exception',
          })),
          {
            value: 'silent',
            label: t('stage.silent', { days: SILENT_DAYS }),
            count: counts.data?.silent,
            urgent: true,
            input: { silentDays: SILENT_DAYS },
          },
        ],
      }}
      filters={[
        { kind: 'text', name: 'text', label: t('search') },
        {
          kind: 'select',
          name: 'shopId',
          label: t('shop'),
          options: (shops.data?.list ?? []).map((shop) => ({ value: shop.id, label: shop.name })),
          loading: shops.isPending,
        },
        {
          kind: 'select',
          name: 'carrier',
          label: t('carrier'),
          options: CARRIERS.map((carrier) => ({ value: carrier, label: t(`carriers.${carrier}`) })),
        },
      ]}
      bulk={
        may('refresh')
          ? [
              {
                key: 'refresh',
                label: t('refresh'),
                icon: <SyncOutlined />,
                run: async ({ input, idempotencyKey }) => {
                  const result = await callApi(refreshTracking, { ...input, idempotencyKey });
                  refresh(trackingCounts);
                  if (result.queued === 0) return result;
                  toast.success(t('refreshQueued', { count: result.queued }));
                  return undefined;
                },
              },
            ]
          : []
      }
      {...(may('export') ? { exports: { call: exportTracking } } : {})}
      empty={{ title: t('none'), hint: t('noneHint') }}
      detail={(id, tools) => <TrackingDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('logistics');
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'trackingNumber',
        title: t('trackingNumber'),
        width: 190,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.trackingNumber}</span>,
      },
      {
        key: 'stage',
        title: t('stageTitle'),
        width: 120,
        card: 'state',
        render: (row) => <StageTag stage={row.stage} />,
      },
      {
        key: 'lastScan',
        title: t('lastScan'),
        width: 280,
        render: (row) => row.lastScan || <span className="tw-muted">{t('noScanYet')}</span>,
      },
      {
        key: 'lastScanAt',
        title: t('lastScanAt'),
        width: 140,
        render: (row) => (row.lastScan ? <DateTime at={row.lastScanAt} /> : <None />),
      },
      { key: 'silent', title: t('silent'), width: 120, render: (row) => <Silence days={row.silentDays} /> },
      { key: 'orderNo', title: t('order'), width: 170, render: (row) => row.orderNo },
      { key: 'shop', title: t('shop'), width: 150, render: (row) => row.shopName },
      { key: 'country', title: t('country'), width: 70, render: (row) => row.country || <None /> },
      {
        key: 'service',
        title: t('service'),
        width: 150,
        render: (row) => row.serviceName || t(`carriers.${row.carrier}`),
      },
      { key: 'shippedAt', title: t('shippedAt'), width: 140, render: (row) => <DateTime at={row.shippedAt} /> },
      { key: 'deliveredAt', title: t('deliveredAt'), width: 140, render: (row) => <DateTime at={row.deliveredAt} /> },
      {
        key: 'trackedAt',
        title: t('trackedAt'),
        width: 140,
        hidden: true,
        render: (row) => <DateTime at={row.trackedAt} />,
      },
    ],
    [t],
  );
}

function Silence({ days }: { days: number | null }): ReactNode {
  const { t } = useTranslation('logistics');
  if (days === null || days < 2) return <None />;
  return <StatusTag tone={days >= SILENT_DAYS ? 'warn' : 'muted'}>{t('silentFor', { days })}</StatusTag>;
}
