import {
  deleteWholesale,
  getWholesale,
  listWholesale,
  printWholesale,
  type WholesaleDetail,
  type WholesaleShipment,
  wholesaleTabs,
} from '@tradewind/contract/wholesale.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { ActionButton, useButtons } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { showPdf } from '../../components/show-pdf.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import { CancelForm, PayForm, SubmitForm } from './act-forms.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LinesTab } from './lines-tab.tsx';
import { PackForm } from './pack-form.tsx';
import { PaymentsTab } from './payments-tab.tsx';
import { ShipForm } from './ship-form.tsx';
import { ShipmentsTab } from './shipments-tab.tsx';
import { STATE_TONES } from './state.ts';

type Doing = { what: 'submit' | 'cancel' | 'pay' | 'ship' } | { what: 'pack'; shipment: WholesaleShipment };

export function OrderDrawer({
  id,
  tools,
  onEdit,
}: {
  id: number;
  tools: DetailTools;
  onEdit: (order: WholesaleDetail) => void;
}): ReactNode {
  const { t } = useTranslation('wholesale');
  const { data: order, isPending, error, refetch } = useCall(getWholesale, { id });
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  return (
    <>
      <DetailDrawer
        {...tools}
        size={860}
        title={order?.number ?? ''}
        status={order && <StatusTag tone={STATE_TONES[order.state]}>{t(`state.${order.state}`)}</StatusTag>}
        subtitle={order?.customerName}
        loading={isPending}
        error={error}
        onRetry={() => void refetch()}
        actions={order && <Actions order={order} tools={tools} onEdit={onEdit} onDo={(what) => setDoing({ what })} />}
        tabs={
          order
            ? [
                { key: 'lines', label: t('tab.lines'), children: <LinesTab order={order} /> },
                {
                  key: 'shipments',
                  label: t('tab.shipments'),
                  children: <ShipmentsTab order={order} onPack={(shipment) => setDoing({ what: 'pack', shipment })} />,
                },
                { key: 'payments', label: t('tab.payments'), children: <PaymentsTab order={order} /> },
                { key: 'history', label: t('tab.history'), children: <HistoryTab order={order} /> },
              ]
            : []
        }
      />
      {order && doing?.what === 'submit' && <SubmitForm order={order} onClose={close} />}
      {order && doing?.what === 'cancel' && <CancelForm order={order} onClose={close} />}
      {order && doing?.what === 'pay' && <PayForm order={order} onClose={close} />}
      {order && doing?.what === 'ship' && <ShipForm order={order} onClose={close} />}
      {order && doing?.what === 'pack' && <PackForm order={order} shipment={doing.shipment} onClose={close} />}
    </>
  );
}

interface ActionsProps {
  order: WholesaleDetail;
  tools: DetailTools;
  onEdit: (order: WholesaleDetail) => void;
  onDo: (what: 'submit' | 'cancel' | 'pay' | 'ship') => void;
}

function Actions({ order, tools, onEdit, onDo }: ActionsProps): ReactNode {
  const { t } = useTranslation('wholesale');
  const may = useButtons();
  const remove = useAct(deleteWholesale, {
    refresh: [listWholesale, wholesaleTabs],
    success: t('deleted'),
    onDone: tools.close,
  });
  const quoted = order.state === 'quotation';
  const confirmed = order.state === 'confirmed';
  const open = order.units - order.planned - order.shipped;
  const papers = ['quotation', 'proforma'] as const;
  return (
    <>
      {quoted && may('submit') && (
        <Button type="primary" onClick={() => onDo('submit')}>
          {t('submit')}
        </Button>
      )}
      {confirmed && may('ship') && (
        <ActionButton
          type="primary"
          reason={order.shops.length === 0 ? t('noShop') : open === 0 ? t('nothingToShip') : undefined}
          onClick={() => onDo('ship')}
        >
          {t('ship')}
        </ActionButton>
      )}
      {(confirmed || order.state === 'done') && may('submit') && (
        <Button onClick={() => onDo('pay')}>{t('pay')}</Button>
      )}
      {quoted && may('edit') && <Button onClick={() => onEdit(order)}>{t('edit')}</Button>}
      {may('print') && (
        <Dropdown
          menu={{
            items: papers.map((key) => ({ key, label: t(`paper.${key}`) })),
            onClick: ({ key }) => void showPdf(printWholesale, { id: order.id, paper: key }).catch(toast.error),
          }}
        >
          <Button>{t('print')}</Button>
        </Dropdown>
      )}
      {(quoted || confirmed) && may('submit') && order.planned + order.shipped === 0 && (
        <Button danger onClick={() => onDo('cancel')}>
          {t('cancel')}
        </Button>
      )}
      {quoted && may('delete') && (
        <ConfirmDanger
          title={t('deleteTitle', { number: order.number })}
          consequence={t('deleteText')}
          verb={t('delete')}
          onConfirm={() => remove.mutateAsync({ ids: [order.id] })}
        />
      )}
    </>
  );
}
