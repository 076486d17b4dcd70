import { PrinterOutlined } from '@ant-design/icons';
import {
  type BorderDuty,
  buyLabel,
  correctWeight,
  labelPdf,
  type ParcelView,
  parcelsOf,
  quoteParcel,
  type ShownQuote,
  voidLabel,
} from '@tradewind/contract/logistics.ts';
import { type Box, listOutbounds, outboundTabs, shipOutboundsCall } from '@tradewind/contract/warehouse.ts';
import { Alert, Button, Radio, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { DutyBeside } from '../../../components/border-duty.tsx';
import { Money } from '../../../components/figures.tsx';
import { daysSpan } from '../../../components/format.ts';
import { showPdf } from '../../../components/show-pdf.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { ParcelState } from '../outbound/parcels.tsx';
import { Boxes } from './boxes.tsx';

interface LabelPanelProps {
  box: Box;
  onShipped: () => void;
  onRefused: (reason: string) => void;
}

/** A closed box: compare rates, buy the label once, print it, then hand the box over. */
export function LabelPanel({ box, onShipped, onRefused }: LabelPanelProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const parcels = useCall(parcelsOf, { outboundIds: [box.outboundId] });
  const parcel = parcels.data?.list.find((one) => one.state !== 'voided');
  if (parcels.isPending) return <Skeleton active paragraph={{ rows: 2 }} />;
  if (parcel?.hasLabel || parcel?.state === 'labelled')
    return (
      <section className="tw-label" aria-label={t('parcel.title')}>
        <div className="tw-label-head">
          <strong className="tw-figure">{parcel.trackingNumber}</strong>
          <ParcelState parcel={parcel} />
          {parcel.pieces.length > 0 && (
            <span className="tw-muted">{t('parcel.boxCount', { count: parcel.pieces.length + 1 })}</span>
          )}
        </div>
        <OtherWeight parcel={parcel} />
        <Remarks texts={parcel.remarks} />
        <div className="tw-label-acts">
          {parcel.dearer && parcel.state === 'labelled' && <BuyAgain parcel={parcel} />}
          <Button
            size="large"
            icon={<PrinterOutlined />}
            onClick={() => void showPdf(labelPdf, { parcelId: parcel.id }).catch(toast.error)}
          >
            {t('parcel.print')}
          </Button>
          <ShipButton box={box} onShipped={onShipped} onRefused={onRefused} />
        </div>
      </section>
    );
  return <Prices box={box} parcel={parcel} onShipped={onShipped} onRefused={onRefused} />;
}

function Remarks({ texts }: { texts: readonly string[] }): ReactNode {
  return texts.map((text) => <Alert key={text} type="warning" showIcon title={text} />);
}

/** The label was bought before packing, for a different weight. */
function OtherWeight({ parcel }: { parcel: ParcelView }): ReactNode {
  const { t } = useTranslation('warehouse');
  const correct = useAct(correctWeight, { refresh: [parcelsOf] });
  if (!parcel.weightDiffers || parcel.state !== 'labelled') return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('parcel.otherWeight', { bought: parcel.weightGrams, weighed: parcel.weighedGrams })}
      action={
        parcel.mayCorrectWeight ? (
          <Button loading={correct.isPending} onClick={() => correct.mutate({ parcelId: parcel.id })}>
            {t('parcel.correctWeight')}
          </Button>
        ) : (
          <BuyAgain parcel={parcel} />
        )
      }
    />
  );
}

function BuyAgain({ parcel }: { parcel: ParcelView }): ReactNode {
  const { t } = useTranslation('warehouse');
  const giveBack = useAct(voidLabel, { refresh: [parcelsOf] });
  return (
    <Button loading={giveBack.isPending} onClick={() => giveBack.mutate({ parcelId: parcel.id })}>
      {t('parcel.buyAnew')}
    </Button>
  );
}

function Prices({
  box,
  parcel,
  onShipped,
  onRefused,
}: LabelPanelProps & { parcel: ParcelView | undefined }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [chosen, setChosen] = useState<string>();
  const prices = useCall(quoteParcel, { outboundId: box.outboundId }, { staleMs: 60_000 });
  const buy = useAct(buyLabel, {
    refresh: [parcelsOf],
    // The station shows it, until somebody has read it.
    errors: 'form',
    onDone: (parcel) => {
      if (parcel.hasLabel) void showPdf(labelPdf, { parcelId: parcel.id }).catch(toast.error);
    },
  });
  if (prices.isPending) return <Skeleton active paragraph={{ rows: 2 }} />;
  if (isLost(prices))
    return (
      <section className="tw-label" aria-label={t('parcel.title')}>
        <Alert
          type="warning"
          showIcon
          title={prices.error.msg}
          action={<Button onClick={() => void prices.refetch()}>{t('action.retry')}</Button>}
        />
        {parcel && <Boxes parcel={parcel} />}
        <ShipButton box={box} onShipped={onShipped} onRefused={onRefused} />
      </section>
    );
  const { quotes, chosen: best, channelName, reason, cards, remarks, signature, duty } = prices.data;
  const service = chosen ?? best ?? undefined;
  return (
    <section className="tw-label" aria-label={t('parcel.title')}>
      <div className="tw-label-head">
        <strong>{channelName}</strong>
        <span className="tw-muted">{t(`parcel.why.${reason}`)}</span>
        {signature && <StatusTag tone="info">{t('parcel.signature')}</StatusTag>}
      </div>
      <Remarks texts={remarks} />
      {parcel && <Boxes parcel={parcel} />}
      {quotes.length > 0 && (
        <Radio.Group className="tw-quotes" value={service} onChange={(event) => setChosen(event.target.value)}>
          {quotes.map((quote) => (
            <Radio key={quote.serviceCode} value={quote.serviceCode}>
              <Quote quote={quote} duty={duty} />
            </Radio>
          ))}
        </Radio.Group>
      )}
      {prices.data?.lane && <p className="tw-muted">{t('parcel.lane', { days: daysSpan(prices.data.lane) })}</p>}
      {cards.map(({ serviceCode, serviceName, amount, currency }) => (
        <p key={serviceCode} className="tw-muted tw-label-head">
          <span>{t('parcel.byCard', { card: serviceName })}</span>
          <Money amount={amount} currency={currency} />
        </p>
      ))}
      <Button
        type="primary"
        size="large"
        block
        loading={buy.isPending}
        onClick={() =>
          buy.mutate(
            { outboundId: box.outboundId, ...(service ? { serviceCode: service } : {}) },
            { onError: ({ msg }) => onRefused(msg) },
          )
        }
      >
        {t('parcel.buy')}
      </Button>
    </section>
  );
}

function Quote({ quote, duty }: { quote: ShownQuote & { total: string | null }; duty: BorderDuty | null }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <span className="tw-quote">
      <span>
        {quote.serviceName}
        <small className="tw-muted">
          {quote.transitDays !== null && t('parcel.days', { count: quote.transitDays })}
          {quote.inTime === false && ` · ${t('parcel.late')}`}
        </small>
      </span>
      <span className="tw-quote-price">
        {quote.amount !== null && quote.currency && <Money amount={quote.amount} currency={quote.currency} />}
        <DutyBeside
          duty={duty}
          total={quote.total}
          currency={quote.currency}
          say={(word) => t(`parcel.duty.${word}`)}
        />
      </span>
    </span>
  );
}

function ShipButton({ box, onShipped, onRefused }: LabelPanelProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const ship = useAct(shipOutboundsCall, {
    refresh: [listOutbounds, outboundTabs],
    onDone: (result) => {
      const [failed] = result.failed;
      if (failed) {
        // A retry needs a new key: the old one would return the same rejection.
        setKey(crypto.randomUUID());
        onRefused(failed.reason);
      } else onShipped();
    },
  });
  return (
    <Button
      size="large"
      loading={ship.isPending}
      onClick={() => ship.mutate({ outboundIds: [box.outboundId], idempotencyKey: key })}
    >
      {t('scan.ship.verb')}
    </Button>
  );
}
