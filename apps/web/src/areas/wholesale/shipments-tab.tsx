import { rights } from '@tradewind/contract/access/modules.ts';
import {
  cancelWholesaleShipment,
  printWholesale,
  type WholesaleDetail,
  type WholesaleShipment,
} from '@tradewind/contract/wholesale.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { ActionButton, useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, Money } from '../../components/figures.tsx';
import { showPdf } from '../../components/show-pdf.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import { CHANGED } from './changed.ts';
import { SHIPMENT_TONES } from './state.ts';

interface TabProps {
  order: WholesaleDetail;
  onPack: (shipment: WholesaleShipment) => void;
}

export function ShipmentsTab({ order, onPack }: TabProps): ReactNode {
  const { t } = useTranslation('wholesale');
  if (order.shipments.length === 0) return <EmptyState title={t('noShipments')} />;
  return order.shipments.map((shipment) => (
    <Shipment key={shipment.id} order={order} shipment={shipment} onPack={onPack} />
  ));
}

function Shipment({ order, shipment, onPack }: TabProps & { shipment: WholesaleShipment }): ReactNode {
  const { t } = useTranslation('wholesale');
  const may = useMay();
  const giveUp = useAct(cancelWholesaleShipment, { refresh: CHANGED, success: t('givenUp') });
  const skuOf = (lineId: number) => order.lines.find((line) => line.id === lineId)?.sku ?? '';
  const print = (paper: 'packingList' | 'invoice') =>
    void showPdf(printWholesale, { id: order.id, shipmentId: shipment.id, paper }).catch(toast.error);
  const input = shipment.state === 'cancelled';
  return (
    <section className="tw-wholesale-shipment" aria-label={shipment.number}>
      <header>
        <strong>{shipment.number}</strong>
        <StatusTag tone={SHIPMENT_TONES[shipment.state]}>{t(`shipmentState.${shipment.state}`)}</StatusTag>
        {shipment.state === 'open' && <span className="tw-muted">{t(`shipmentStatus.${shipment.orderStatus}`)}</span>}
      </header>
      <Facts
        items={[
          [t('lines'), shipment.lines.map((line) => `${skuOf(line.lineId)} × ${line.quantity}`).join(', ')],
          [t('total'), <Money key="total" amount={shipment.totalAmount} currency={order.currency} />],
          [t('shop'), shipment.shopName],
          [t('tracking'), shipment.trackingNumber],
          [
            t('cartons'),
            shipment.packed ? t('cartonsDone', { count: shipment.cartons.length }) : input ? '' : t('cartonsOpen'),
          ],
          [t('createdAt'), <DateTime key="at" at={shipment.createdAt} />],
          ...(shipment.overrideReason ? ([[t('override'), shipment.overrideReason]] as const) : []).map(
            ([label, value]): [string, ReactNode] => [label, value],
          ),
        ]}
      />
      {!input && (
        <footer>
          {may(rights.wholesaleOrder.ship) && <Button onClick={() => onPack(shipment)}>{t('pack')}</Button>}
          {may(printWholesale) &&
            (['packingList', 'invoice'] as const).map((paper) => (
              <ActionButton
                key={paper}
                reason={shipment.packed ? undefined : t('packFirst')}
                onClick={() => print(paper)}
              >
                {t(`paper.${paper}`)}
              </ActionButton>
            ))}
          {shipment.state === 'open' && may(cancelWholesaleShipment) && (
            <ConfirmDanger
              title={t('giveUpTitle', { number: shipment.number })}
              consequence={t('giveUpText')}
              verb={t('giveUp')}
              onConfirm={() => giveUp.mutateAsync({ shipmentId: shipment.id })}
            />
          )}
        </footer>
      )}
    </section>
  );
}
