import { ExportOutlined, LinkOutlined, PrinterOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { LINK_DAYS, listLinks, makeLink } from '@tradewind/contract/links.ts';
import { interceptParcel, labelPdf, orderParcels, voidLabel } from '@tradewind/contract/logistics.ts';
import { getOrder, signOrders } from '@tradewind/contract/orders.ts';
import { Alert, Button, Skeleton, Space, Switch, Tag, Timeline } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callDownload, saveBlob } from '../../../api/client.ts';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money, None } from '../../../components/figures.tsx';
import { formatNumber } from '../../../components/format.ts';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { ConfirmTag } from '../order-status.tsx';
import { ChosenService } from '../service-level.tsx';
import { DutyButton } from './duty-estimate.tsx';
import type { Order } from './order.ts';
import { useMayShare } from './share-menu.tsx';

type OfOrder = ResultOf<typeof orderParcels>['list'][number];
type Parcel = OfOrder['parcel'];

const STATES: Record<Parcel['state'], Tone> = {
  packed: 'warn',
  buying: 'info',
  uncertain: 'warn',
  labelled: 'info',
  voiding: 'warn',
  voided: 'muted',
  failed: 'bad',
  shipped: 'good',
  delivered: 'good',
};
const STAGES: Record<string, string> = {
  delivered: 'green',
  exception: 'red',
  deliveryFailed: 'red',
  lost: 'red',
  returning: 'orange',
  returned: 'orange',
  availableForPickup: 'orange',
  inTransit: 'blue',
  customs: 'blue',
  outForDelivery: 'blue',
  pickedUp: 'blue',
};
const KEPT_MS = 120_000;

export function ParcelsTab({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const found = useCall(orderParcels, { orderId: order.id });
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <Skeleton active />;
  return (
    <>
      <Facts
        items={[
          [t('serviceChosen'), <ChosenService key="service" order={order} />],
          [t('parcel.signature'), <SignatureSwitch key="signature" order={order} />],
          [
            t('confirmState'),
            order.confirmState === 'none' ? null : (
              <ConfirmTag key="confirm" state={order.confirmState} error={order.confirmError} />
            ),
          ],
          [t('parcel.confirmedAt'), <DateTime key="at" at={order.confirmedAt} />],
          ...(order.confirmNextAt
            ? [[t('parcel.nextTry'), <DateTime key="next" at={order.confirmNextAt} />] satisfies [string, ReactNode]]
            : []),
        ]}
      />
      <BuyerLinkButton order={order} />
      {found.data.list.length === 0 ? (
        <EmptyState title={t('parcel.none')} hint={t('parcel.noneHint')} />
      ) : (
        found.data.list.map((one) => <ParcelCard key={one.parcel.id} {...one} />)
      )}
    </>
  );
}

/** Whether the order is delivered against a signature, until its label is bought. */
function SignatureSwitch({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay()(signOrders);
  const sign = useAct(signOrders, {
    refresh: [getOrder],
    onDone: ({ failed: [one] }) => one && toast.warning(one.reason),
  });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const change = (signature: boolean) => {
    sign.mutate({ ids: [order.id], signature, idempotencyKey: key });
    setKey(crypto.randomUUID());
  };
  return (
    <Space>
      <Switch
        size="small"
        checked={order.signature}
        disabled={!may || order.trackingNumber !== null || ['shipped', 'delivered', 'cancelled'].includes(order.status)}
        loading={sign.isPending}
        aria-label={t('parcel.signature')}
        onChange={change}
      />
      {order.boxSigned && !order.signature && <span className="tw-muted">{t('parcel.signedByBox')}</span>}
    </Space>
  );
}

const BUYER_LINK_DAYS = LINK_DAYS.most;

/** Copies a link by which the buyer follows the parcels without an account. */
function BuyerLinkButton({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const mayShare = useMayShare();
  const make = useAct(makeLink, {
    refresh: [listLinks],
    onDone: ({ url }) =>
      void navigator.clipboard
        .writeText(url)
        .then(() => toast.success(t('parcel.buyerLinkCopied', { days: BUYER_LINK_DAYS })), toast.error),
  });
  if (!mayShare) return null;
  const link = { page: 'orderTracking', docKind: 'sales_order', docId: order.id, days: BUYER_LINK_DAYS } as const;
  return (
    <p>
      <Button
        icon={<LinkOutlined />}
        loading={make.isPending}
        onClick={() => make.mutate({ ...link, recipient: t('parcel.buyer') })}
      >
        {t('parcel.buyerLink')}
      </Button>
    </p>
  );
}

function ParcelCard({ parcel, boxes, events, quotes }: OfOrder): ReactNode {
  const { t } = useTranslation('orders');
  const size = [parcel.lengthMm, parcel.widthMm, parcel.heightMm].flatMap((side) => (side === null ? [] : [side / 10]));
  return (
    <section className="tw-parcel">
      <header>
        <h3>{parcel.trackingNumber ?? parcel.reference}</h3>
        <StatusTag tone={STATES[parcel.state]} busy={parcel.state === 'buying'}>
          {t(`parcel.state.${parcel.state}`)}
        </StatusTag>
        <span className="tw-grow" />
        <LabelButton parcel={parcel} />
        {parcel.outboundId !== null && (
          <DutyButton outboundId={parcel.outboundId} bought={parcel.boughtAt !== null} kept={parcel.dutyEstimate} />
        )}
        <InterceptButton parcel={parcel} />
        <VoidButton parcel={parcel} />
        {parcel.trackingUrl && (
          <Button icon={<ExportOutlined />} href={parcel.trackingUrl} target="_blank" rel="noreferrer">
            {t('parcel.carrierPage')}
          </Button>
        )}
      </header>
      {parcel.lastError && parcel.state !== 'voided' && <Alert type="error" showIcon title={parcel.lastError} />}
      {parcel.remarks.length > 0 && parcel.state !== 'voided' && (
        <Alert type="warning" showIcon title={parcel.remarks.map((remark) => <div key={remark}>{remark}</div>)} />
      )}
      <Facts
        columns={3}
        items={[
          [
            t('parcel.carrier'),
            parcel.carrier === 'own' ? t('parcel.own') : parcel.serviceName || parcel.carrier.toUpperCase(),
          ],
          [t('parcel.channel'), parcel.channelName],
          [
            t('parcel.cost'),
            parcel.labelCost === null ? (
              <None key="cost" />
            ) : (
              <Money key="cost" amount={parcel.labelCost} currency={parcel.labelCurrency ?? ''} />
            ),
          ],
          [
            t('parcel.weight'),
            `${formatNumber(parcel.weightGrams / 1000)} kg${parcel.estimated ? ` · ${t('parcel.estimated')}` : ''}`,
          ],
          [t('parcel.size'), size.length === 3 ? `${size.join(' × ')} cm` : null],
          [t('parcel.shippedAt'), <DateTime key="shipped" at={parcel.shippedAt} />],
          [t('parcel.promisedOn'), parcel.promisedOn],
          ...(parcel.invoicePaper
            ? [[t('parcel.invoicePaper'), parcel.invoicePaper] satisfies [string, ReactNode]]
            : []),
        ]}
      />
      <Boxes parcel={parcel} boxes={boxes} />
      {quotes && quotes.length > 1 && (
        <p className="tw-muted">
          {t('parcel.compared')}{' '}
          {quotes
            .map((quote) => `${quote.serviceName}${quote.currency && ` ${quote.amount} ${quote.currency}`}`)
            .join(' · ')}
        </p>
      )}
      {events.length > 0 && <Scans events={events} hasBoxes={boxes.length > 0} />}
    </section>
  );
}

/** Where each box of a shipment is; before their labels are bought, what each weighs. */
function Boxes({ parcel, boxes }: Pick<OfOrder, 'parcel' | 'boxes'>): ReactNode {
  const { t } = useTranslation('orders');
  const weightOf = new Map(parcel.pieces.map((piece) => [piece.pieceNo, piece.weightGrams]));
  return (
    <Facts
      items={boxes.map(({ boxNo, trackingNumber, stage, at }) => [
        t('parcel.box', { no: boxNo }),
        <Space key={boxNo} wrap>
          <span>{`${formatNumber((weightOf.get(boxNo) ?? parcel.weightGrams) / 1000)} kg`}</span>
          {trackingNumber && <span>{trackingNumber}</span>}
          {trackingNumber && stage !== 'unknown' && <Tag color={STAGES[stage] ?? 'default'}>{t(`stage.${stage}`)}</Tag>}
          {at && <DateTime at={at} />}
        </Space>,
      ])}
    />
  );
}

function Scans({ events, hasBoxes }: { events: OfOrder['events']; hasBoxes: boolean }): ReactNode {
  const { t } = useTranslation('orders');
  return (
    <Timeline
      className="tw-history"
      items={events.map((event) => ({
        key: `${event.boxNo} ${event.at}${event.description}`,
        color: STAGES[event.stage] ?? 'gray',
        content: (
          <>
            <strong>{t(`stage.${event.stage}`)}</strong>{' '}
            <span className="tw-muted">
              <DateTime at={event.at} />
              {hasBoxes && ` · ${t('parcel.box', { no: event.boxNo })}`}
            </span>
            <div>{[event.description, event.place].filter(Boolean).join(' · ')}</div>
          </>
        ),
      }))}
    />
  );
}

/** A carrier may charge for an intercept: asked about before. */
function InterceptButton({ parcel }: { parcel: Parcel }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay(rights.outbound, rights.tracking)(interceptParcel);
  const stop = useAct(interceptParcel, {
    refresh: [orderParcels],
    onDone: ({ held, detail }) =>
      held ? toast.success(t('parcel.intercepted')) : toast.warning(t('parcel.interceptRefused', { detail })),
  });
  if (!may || !parcel.mayIntercept) return null;
  return (
    <ConfirmDanger
      title={t('parcel.interceptAsk', { number: parcel.trackingNumber })}
      consequence={t('parcel.interceptText')}
      verb={t('parcel.intercept')}
      onConfirm={() => stop.mutateAsync({ parcelId: parcel.id })}
    />
  );
}

/** For a label that cost more than quoted: it is bought, and a person may want another one. */
function VoidButton({ parcel }: { parcel: Parcel }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay(rights.outbound, rights.scanStation)(voidLabel);
  const giveBack = useAct(voidLabel, {
    refresh: [orderParcels],
    onDone: ({ voided, detail }) =>
      voided ? toast.success(t('event.labelVoided')) : toast.warning(t('parcel.voidRefused', { detail })),
  });
  if (!may || !parcel.dearer || parcel.state !== 'labelled') return null;
  return (
    <ConfirmDanger
      title={t('parcel.voidAsk', { number: parcel.trackingNumber })}
      consequence={t('parcel.voidText')}
      verb={t('parcel.void')}
      onConfirm={() => giveBack.mutateAsync({ parcelId: parcel.id })}
    />
  );
}

/** Opens the label in a new tab, for users who may print labels. */
function LabelButton({ parcel }: { parcel: Parcel }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay(rights.outbound, rights.scanStation)(labelPdf);
  const print = useMutation({
    mutationFn: async () => {
      const file = await callDownload(labelPdf, { parcelId: parcel.id });
      const address = URL.createObjectURL(file.blob);
      if (!window.open(address, '_blank')) saveBlob(file);
      setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
    },
    onError: toast.error,
  });
  if (!may || !parcel.hasLabel || parcel.state === 'voided') return null;
  return (
    <Button icon={<PrinterOutlined />} loading={print.isPending} onClick={() => print.mutate()}>
      {t('parcel.label')}
    </Button>
  );
}
