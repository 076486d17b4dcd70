import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { wmsWarehouse } from '@tradewind/contract/wms.ts';
import { Alert, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { useLanguageName } from '../../../components/language-name.ts';
import { useChosenInView } from '../../../components/use-chosen-in-view.ts';
import { DifferencesTab } from './differences-tab.tsx';
import { FeesTab } from './fees-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { ProductsTab } from './products-tab.tsx';
import { WarehousePart } from './warehouse-part.tsx';
import './wms.css';

const PARTS = ['warehouses', 'orders', 'products', 'differences', 'fees'] as const;
type Part = (typeof PARTS)[number];

/** A warehouse at its provider: the account, the shipping methods and the documents exchanged. */
export function ProviderTab({
  houseId: warehouseId,
  name,
  warehouse: { connection },
}: {
  houseId: number;
  name: string;
  warehouse: NonNullable<ResultOf<typeof wmsWarehouse>>;
}): ReactNode {
  const { t } = useTranslation('warehouse');
  const nameOf = useLanguageName();
  const mayEdit = useMay()(rights.warehouse.edit);
  const [part, setPart] = useState<Part>('warehouses');
  const row = useChosenInView(part);
  const { id, balances, readAt, lastError } = connection;
  const parts: Record<Part, ReactNode> = {
    warehouses: <WarehousePart houseId={warehouseId} name={name} mayEdit={mayEdit} />,
    orders: <OrdersTab of={{ houseId: warehouseId }} mayEdit={mayEdit} />,
    products: <ProductsTab id={id} mayEdit={mayEdit} />,
    differences: <DifferencesTab warehouses={[{ id: warehouseId, name }]} />,
    fees: <FeesTab id={id} />,
  };
  return (
    <>
      {lastError && <Alert type="error" showIcon title={lastError} />}
      <Facts
        items={[
          [t('partner.provider'), nameOf(connection.providerName)],
          [t('partner.name'), connection.name],
          [t('partner.state'), t(`partner.states.${connection.enabled ? connection.state : 'off'}`)],
          [t('partner.readAt'), readAt && <DateTime at={readAt} />],
          [
            t('partner.balance'),
            balances.length > 0 ? balances.map((one) => <Money key={one.currency} {...one} />) : null,
          ],
        ]}
      />
      <div className="tw-wms-parts" ref={row}>
        <Segmented
          aria-label={t('partner.providerTab')}
          value={part}
          options={PARTS.map((value) => ({
            value,
            label: t(value === 'warehouses' ? 'partner.methods' : `partner.tab.${value}`),
          }))}
          onChange={setPart}
        />
      </div>
      {parts[part]}
    </>
  );
}
