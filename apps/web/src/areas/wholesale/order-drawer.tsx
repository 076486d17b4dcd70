import { rights } from '@tradewind/contract/access/modules.ts';
import {
  deleteWholesale,
  getWholesale,
  listWholesale,
  printWholesale,
  type WholesaleDetail,
  type WholesaleShipment,
  wholesaleMay,
  wholesaleTabs,
} from '@tradewind/contract/wholesale.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { ActionButton, useMay } from '../../components/can.tsx';
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
  const query = useCall(getWholesale, { id });
  const order = query.data;
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
        query={query}
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
  const may = useMay();
  const remove = useAct(deleteWholesale, {
    refresh: [listWholesale, wholesaleTabs],
    success: t('deleted'),
    onDone: tools.close,
  });
  const open = order.units - order.planned - order.shipped;
  const paysNext = open === 0 && Number(order.paidAmount) < Number(order.totalAmount);
  const papers = ['quotation', 'proforma'] as const;
  return (
    <>
      {wholesaleMay('submit', order) && may(rights.wholesaleOrder.submit) && (
        <Button type="primary" onClick={() => onDo('submit')}>
          {t('submit')}
        </Button>
      )}
      {wholesaleMay('ship', order) && may(rights.wholesaleOrder.ship) && (
        <ActionButton
          type="primary"
          reason={order.shops.length === 0 ? t('noShop') : open === 0 ? t('nothingToShip') : undefined}
          onClick={() => onDo('ship')}
        >
          {t('ship')}
        </ActionButton>
      )}
      {wholesaleMay('pay', order) && may(rights.wholesaleOrder.submit) && (
        <Button type={paysNext ? 'primary' : 'default'} onClick={() => onDo('pay')}>
          {t('pay')}
        </Button>
      )}
      {wholesaleMay('edit', order) && may(rights.wholesaleOrder.edit) && (
        <Button onClick={() => onEdit(order)}>{t('edit')}</Button>
      )}
      {may(printWholesale) && (
        <Dropdown
          menu={{
            items: papers.map((key) => ({ key, label: t(`paper.${key}`) })),
            onClick: ({ key }) => void showPdf(printWholesale, { id: order.id, paper: key }).catch(toast.error),
          }}
        >
          <Button>{t('print')}</Button>
        </Dropdown>
      )}
      {wholesaleMay('cancel', order) && may(rights.wholesaleOrder.submit) && order.planned + order.shipped === 0 && (
        <Button danger onClick={() => onDo('cancel')}>
          {t('cancel')}
        </Button>
      )}
      {wholesaleMay('edit', order) && may(deleteWholesale) && (
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
