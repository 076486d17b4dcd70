import { SyncOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  CARRIERS,
  exportTracking,
  refreshTracking,
  trackingCounts,
  trackingList,
} from '@tradewind/contract/logistics.ts';
import { Tag } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { None } from '../../../components/figures.tsx';
import { LeadButton } from '../../../components/lead-button.tsx';
import { type Column, ListPage, optionsOf, type RowOf, tabsOf } from '../../../components/list-page.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { useClaimAct } from '../bills/claim-parcels.tsx';
import { LanesButton } from '../lanes.tsx';
import { Promised } from '../promised.tsx';
import { StageTag } from '../stage.tsx';
import { TrackingDrawer } from '../tracking-drawer.tsx';

type Row = RowOf<typeof trackingList>;
const TABS = [
  'created',
  'pickedUp',
  'inTransit',
  'customs',
  'outForDelivery',
  'availableForPickup',
  'deliveryFailed',
  'exception',
  'returning',
  'lost',
  'delivered',
] as const;
const EVERY_MS = 30_000;

export default function TrackingList(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const counts = useCall(trackingCounts, {}, { everyMs: EVERY_MS });
  const shops = useShopOptions();
  const columns = useColumns();
  const claim = useClaimAct();
  return (
    <ListPage
      id="logistics.tracking"
      call={trackingList}
      columns={columns}
      everyMs={EVERY_MS}
      tabs={tabsOf('stage', TABS, (stage) => t(`stage.${stage}`), {
        all: t('stage.all'),
        counts: counts.data?.stages,
        urgent: ['exception', 'deliveryFailed', 'lost'],
        more: [
          {
            value: 'silent',
            label: t('stage.silent'),
            count: counts.data?.silent,
            urgent: true,
            input: { silent: true },
          },
          {
            value: 'dearer',
            label: t('stage.dearer'),
            count: counts.data?.dearer,
            urgent: true,
            input: { dearer: true },
          },
        ],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('search') },
        { kind: 'select', name: 'shopId', label: t('shop'), options: shops },
        {
          kind: 'select',
          name: 'carrier',
          label: t('carrier'),
          options: optionsOf(CARRIERS, (carrier) => t(`carriers.${carrier}`)),
        },
        {
          kind: 'select',
          name: 'wayBack',
          label: t('direction'),
          options: [
            { value: 'false', label: t('toBuyers') },
            { value: 'true', label: t('wayBack') },
          ],
        },
      ]}
      bulk={[
        {
          key: 'refresh',
          label: t('refresh'),
          icon: <SyncOutlined />,
          may: may(refreshTracking),
          refresh: [trackingCounts],
          run: async ({ input, idempotencyKey }) => {
            const result = await callApi(refreshTracking, { ...input, idempotencyKey });
            if (result.queued === 0) return result;
            toast.success(t('refreshQueued', { count: result.queued }));
            return undefined;
          },
        },
        claim,
      ]}
      actions={<LanesButton />}
      exports={may(exportTracking) && { call: exportTracking }}
      empty={{
        title: t('none'),
        hint: t('noneHint'),
        action: <LeadButton to={rights.scanStation} label={t('toScan')} />,
      }}
      detail={(id, tools) => <TrackingDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('logistics');
  return useMemo<Column<Row>[]>(
    () => [
      col.heading('trackingNumber', t('trackingNumber'), { width: 190 }),
      col.status('stage', t('stageTitle'), (row) => <StageTag stage={row.stage} />),
      col.own('lastScan', t('lastScan'), (row) => row.lastScan || <span className="tw-muted">{t('noScanYet')}</span>, {
        width: 280,
      }),
      col.time('lastScanAt', t('lastScanAt'), { of: (row: Row) => (row.lastScan ? row.lastScanAt : null), width: 140 }),
      col.own('silent', t('silent'), (row) => <Silence days={row.silentDays} silent={row.silent} />, { width: 120 }),
      col.own(
        'orderNo',
        t('order'),
        (row) =>
          row.returnNo ? (
            <div className="tw-two-lines">
              <span>{row.orderNo}</span>
              <span>
                <Tag>{t('wayBack')}</Tag>
                <span className="tw-muted">{row.returnNo}</span>
              </span>
            </div>
          ) : (
            row.orderNo
          ),
        { width: 250 },
      ),
      col.text('shop', t('shop'), { of: 'shopName', width: 150 }),
      col.text('country', t('country'), { width: 70 }),
      col.own('service', t('service'), (row) => row.serviceName || t(`carriers.${row.carrier}`), { width: 150 }),
      col.time('shippedAt', t('shippedAt'), { width: 140 }),
      col.own('promisedOn', t('promisedOn'), (row) => <Promised {...row} />, { width: 130 }),
      col.time('deliveredAt', t('deliveredAt'), { width: 140 }),
      col.time('trackedAt', t('trackedAt'), { width: 140, hidden: true }),
    ],
    [t],
  );
}

function Silence({ days, silent }: { days: number | null; silent: boolean }): ReactNode {
  const { t } = useTranslation('logistics');
  if (days === null || (days < 2 && !silent)) return <None />;
  return <StatusTag tone={silent ? 'warn' : 'muted'}>{t('silentFor', { days })}</StatusTag>;
}
