import {
  deleteWmsConnection,
  enableWmsConnection,
  refreshWms,
  type WmsConnectionRow,
  wmsConnections,
  wmsDifferences,
  wmsFees,
  wmsHouse,
  wmsOrders,
  wmsProducts,
} from '@tradewind/contract/wms.ts';
import { Alert, Button, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { DifferencesTab } from './differences-tab.tsx';
import { FeesTab } from './fees-tab.tsx';
import { HousePart } from './house-part.tsx';
import { useLanguageName } from './names.ts';
import { OrdersTab } from './orders-tab.tsx';
import { ProductsTab } from './products-tab.tsx';

interface PartnerDrawerProps {
  row: WmsConnectionRow;
  onEdit: () => void;
  onAdopt: () => void;
  onClose: () => void;
}

export function PartnerDrawer({ row, onEdit, onAdopt, onClose }: PartnerDrawerProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const nameOf = useLanguageName();
  const may = useButtons();
  return (
    <DetailDrawer
      close={onClose}
      size={960}
      title={row.name}
      subtitle={nameOf(row.providerName)}
      actions={<Actions row={row} onEdit={onEdit} onAdopt={onAdopt} onGone={onClose} />}
      tabs={[
        {
          key: 'houses',
          label: t('partner.tab.houses'),
          children: row.warehouses.map((one) => (
            <HousePart key={one.id} houseId={one.id} name={one.name} mayEdit={may('edit')} />
          )),
        },
        {
          key: 'orders',
          label: t('partner.tab.orders'),
          children: <OrdersTab of={{ id: row.id }} mayEdit={may('edit')} />,
        },
        {
          key: 'products',
          label: t('partner.tab.products'),
          children: <ProductsTab id={row.id} mayEdit={may('edit')} />,
        },
        {
          key: 'differences',
          label: t('partner.tab.differences'),
          children: <DifferencesTab houses={row.warehouses} />,
        },
        { key: 'fees', label: t('partner.tab.fees'), children: <FeesTab id={row.id} /> },
      ]}
    >
      {row.lastError && <Alert type="error" showIcon title={row.lastError} />}
      <Facts
        items={[
          [
            t('partner.balance'),
            row.balances.length > 0 && row.balances.map((one) => <Money key={one.currency} {...one} />),
          ],
          [t('partner.readAt'), row.readAt && <DateTime at={row.readAt} />],
          [
            t('partner.pushUrl'),
            <Typography.Text key="push" copyable ellipsis={{ tooltip: row.pushUrl }}>
              {row.pushUrl}
            </Typography.Text>,
          ],
        ]}
      />
    </DetailDrawer>
  );
}

function Actions({
  row,
  onEdit,
  onAdopt,
  onGone,
}: Omit<PartnerDrawerProps, 'onClose'> & { onGone: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const refresh = useAct(refreshWms, {
    refresh: [wmsConnections, wmsOrders, wmsDifferences, wmsFees, wmsProducts, wmsHouse],
    success: t('partner.refreshed'),
  });
  const enable = useAct(enableWmsConnection, { refresh: [wmsConnections] });
  const remove = useAct(deleteWmsConnection, { refresh: [wmsConnections], onDone: onGone });
  const { id } = row;
  return (
    <>
      {may('add') && <Button onClick={onAdopt}>{t('partner.adopt')}</Button>}
      {may('edit') && (
        <>
          <Button loading={refresh.isPending} onClick={() => refresh.mutate({ id })}>
            {t('partner.refresh')}
          </Button>
          <Button onClick={onEdit}>{t('partner.edit')}</Button>
          <Button loading={enable.isPending} onClick={() => enable.mutate({ id, enabled: !row.enabled })}>
            {t(row.enabled ? 'partner.turnOff' : 'partner.turnOn')}
          </Button>
        </>
      )}
      {may('delete') && (
        <ConfirmDanger
          title={t('partner.removeTitle', { name: row.name })}
          consequence={t('partner.removeText')}
          verb={t('partner.remove')}
          reason={row.warehouses.length > 0 ? t('partner.hasWarehouses') : undefined}
          onConfirm={() => remove.mutateAsync({ id })}
        />
      )}
    </>
  );
}
