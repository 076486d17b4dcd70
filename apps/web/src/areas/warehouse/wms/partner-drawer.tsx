import { rights } from '@tradewind/contract/access/modules.ts';
import {
  deleteWmsConnection,
  enableWmsConnection,
  refreshWms,
  type WmsConnectionRow,
  wmsConnections,
  wmsDifferences,
  wmsFees,
  wmsOrders,
  wmsProducts,
  wmsWarehouse,
} from '@tradewind/contract/wms.ts';
import { Alert, Button, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { useLanguageName } from '../../../components/language-name.ts';
import { DifferencesTab } from './differences-tab.tsx';
import { FeesTab } from './fees-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { ProductsTab } from './products-tab.tsx';
import { WarehousePart } from './warehouse-part.tsx';

interface PartnerDrawerProps {
  row: WmsConnectionRow;
  onEdit: () => void;
  onAdopt: () => void;
  onClose: () => void;
}

export function PartnerDrawer({ row, onEdit, onAdopt, onClose }: PartnerDrawerProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const nameOf = useLanguageName();
  const may = useMay();
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
            <WarehousePart key={one.id} houseId={one.id} name={one.name} mayEdit={may(rights.warehousePartner.edit)} />
          )),
        },
        {
          key: 'orders',
          label: t('partner.tab.orders'),
          children: <OrdersTab of={{ id: row.id }} mayEdit={may(rights.warehousePartner.edit)} />,
        },
        {
          key: 'products',
          label: t('partner.tab.products'),
          children: <ProductsTab id={row.id} mayEdit={may(rights.warehousePartner.edit)} />,
        },
        {
          key: 'differences',
          label: t('partner.tab.differences'),
          children: <DifferencesTab warehouses={row.warehouses} />,
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
  const may = useMay();
  const refresh = useAct(refreshWms, {
    refresh: [wmsConnections, wmsOrders, wmsDifferences, wmsFees, wmsProducts, wmsWarehouse],
    success: t('partner.refreshed'),
  });
  const enable = useAct(enableWmsConnection, { refresh: [wmsConnections] });
  const remove = useAct(deleteWmsConnection, { refresh: [wmsConnections], onDone: onGone });
  const { id } = row;
  return (
    <>
      {may(rights.warehousePartner.add) && <Button onClick={onAdopt}>{t('partner.adopt')}</Button>}
      {may(rights.warehousePartner.edit) && (
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
      {may(deleteWmsConnection) && (
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
