import { CopyOutlined, ExportOutlined, PrinterOutlined, SyncOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  labelPdf,
  refreshTracking,
  trackingCounts,
  trackingDetail,
  trackingList,
} from '@tradewind/contract/logistics.ts';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { useMay } from '../../components/can.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, Money } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';
import type { DetailTools } from '../../components/list-page.tsx';
import { ClaimButton, ClaimLinks } from './bills/claim-parcels.tsx';
import { openPdf } from './open-pdf.ts';
import { Promised } from './promised.tsx';
import { BoxStages, ScanTimeline, StageTag } from './stage.tsx';

type Detail = ResultOf<typeof trackingDetail>;

/** The tracking page that buyers see. */
const publicAddress = (number: string) =>
  `${window.location.origin}${window.location.pathname}#/logisticsDetail?number=${encodeURIComponent(number)}`;

export function TrackingDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('logistics');
  const found = useCall(trackingDetail, { parcelId: id });
  const detail = found.data;
  return (
    <DetailDrawer
      {...tools}
      size={640}
      title={detail?.parcel.trackingNumber ?? ''}
      status={detail && <StageTag stage={detail.parcel.stage} />}
      subtitle={detail?.parcel.orderNo}
      query={found}
      actions={detail && <Actions detail={detail} />}
      tabs={
        detail
          ? [
              { key: 'scans', label: t('timeline'), children: <Scans detail={detail} /> },
              { key: 'parcel', label: t('parcel'), children: <ParcelFacts detail={detail} /> },
            ]
          : []
      }
    />
  );
}

function Scans({ detail: { boxes, events } }: { detail: Detail }): ReactNode {
  return (
    <>
      <BoxStages boxes={boxes} />
      <ScanTimeline events={events} hasBoxes={boxes.length > 0} />
    </>
  );
}

function Actions({ detail }: { detail: Detail }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const { parcel } = detail;
  const refresh = useAct(refreshTracking, {
    refresh: [trackingDetail, trackingList, trackingCounts],
    success: (result) => t(result.changed > 0 ? 'refreshed_changed' : 'refreshed_same'),
  });
  const print = useMutation({ mutationFn: () => openPdf(labelPdf, { parcelId: parcel.id }), onError: toast.error });
  const number = parcel.trackingNumber ?? '';
  const copy = () => void navigator.clipboard.writeText(publicAddress(number)).then(() => toast.success(t('copied')));
  return (
    <>
      {may(refreshTracking) &&
        parcel.carrier !== 'own' &&
        parcel.carrier !== 'platform' &&
        parcel.state !== 'voided' && (
          <Button
            type="primary"
            icon={<SyncOutlined />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate({ ids: [parcel.id] })}
          >
            {t('refresh')}
          </Button>
        )}
      <ClaimButton detail={detail} />
      {parcel.hasLabel && parcel.state !== 'voided' && (
        <Button icon={<PrinterOutlined />} loading={print.isPending} onClick={() => print.mutate()}>
          {t('printLabel')}
        </Button>
      )}
      {parcel.trackingUrl && (
        <Button icon={<ExportOutlined />} href={parcel.trackingUrl} target="_blank" rel="noreferrer">
          {t('carrierPage')}
        </Button>
      )}
      {parcel.carrier !== 'own' && (
        <Tooltip title={publicAddress(number)}>
          <Button icon={<CopyOutlined />} onClick={copy}>
            {t('publicPage')}
          </Button>
        </Tooltip>
      )}
    </>
  );
}

function ParcelFacts({ detail: { parcel, nextTrackAt, claims } }: { detail: Detail }): ReactNode {
  const { t } = useTranslation('logistics');
  const sides = [parcel.lengthMm, parcel.widthMm, parcel.heightMm];
  const size = sides.every((side) => side !== null) ? `${sides.map((side) => (side ?? 0) / 10).join(' × ')} cm` : '';
  return (
    <Facts
      items={[
        [t('order'), parcel.orderNo],
        [t('reference'), parcel.reference],
        [t('carrier'), t(`carriers.${parcel.carrier}`)],
        [t('service'), parcel.serviceName],
        [t('channel'), parcel.channelName],
        [t('cost'), parcel.labelCost && <Money amount={parcel.labelCost} currency={parcel.labelCurrency ?? ''} />],
        [t('weight'), `${formatNumber(parcel.weightGrams / 1000)} kg`],
        [t('size'), size],
        [t('boughtAt'), <DateTime key="bought" at={parcel.boughtAt} />],
        [t('shippedAt'), <DateTime key="shipped" at={parcel.shippedAt} />],
        [t('promisedOn'), <Promised key="promised" {...parcel} />],
        [t('deliveredAt'), <DateTime key="delivered" at={parcel.deliveredAt} />],
        [t('claims.claim'), claims.length > 0 ? <ClaimLinks key="claims" claims={claims} /> : null],
        [t('nextTrackAt'), nextTrackAt ? <DateTime key="next" at={nextTrackAt} /> : t('neverAgain')],
      ]}
    />
  );
}
