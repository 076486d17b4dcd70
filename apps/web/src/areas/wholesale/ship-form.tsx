import { rights } from '@tradewind/contract/access/modules.ts';
import { shipWholesale, type WholesaleDetail } from '@tradewind/contract/wholesale.ts';
import { Form, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../components/can.tsx';
import { FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { CHANGED } from './changed.ts';

/** In the order of the lines left to ship. */
type Values = Typed<typeof shipWholesale, { lines: { quantity: number | null }[] }>;

/** Creates a shipment: all units left to ship by default. */
export function ShipForm({ order, onClose }: { order: WholesaleDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('wholesale');
  const may = useMay();
  const open = order.lines
    .map((line) => ({ ...line, open: line.quantity - line.planned - line.shipped }))
    .filter((line) => line.open > 0);
  const initial = useMemo(() => ({ id: order.id, idempotencyKey: crypto.randomUUID() }), [order.id]);
  const [only] = order.shops;
  return (
    <FormDrawer
      open
      title={t('shipTitle', { number: order.number })}
      call={shipWholesale}
      initial={{
        ...initial,
        shopId: order.shops.length === 1 ? only?.id : undefined,
        override: '',
        lines: open.map((line) => ({ lineId: line.id, quantity: line.open })),
      }}
      toInput={(values: Values) => ({
        ...values,
        lines: values.lines
          .map((line, at) => ({ lineId: open[at]?.id, quantity: line.quantity ?? 0 }))
          .filter((line) => line.quantity > 0),
      })}
      verb={t('makeShipment')}
      success={t('shipmentMade')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'shopId',
          label: t('shop'),
          help: t('shopHelp'),
          options: order.shops.map((shop) => ({ value: shop.id, label: shop.name })),
        },
        may(rights.wholesaleOrder.submit) && {
          kind: 'textarea',
          name: 'override',
          label: t('override'),
          help: t('overridePay'),
        },
      ]}
    >
      <div className="tw-wholesale-lines">
        <table>
          <thead>
            <tr>
              <th>{t('product')}</th>
              <th>{t('toShip')}</th>
              <th>{t('shipQuantity')}</th>
            </tr>
          </thead>
          <tbody>
            {open.map((line, at) => (
              <tr key={line.id}>
                <td>{line.sku}</td>
                <td className="tw-figure">{line.open}</td>
                <td>
                  <Form.Item name={['lines', at, 'quantity']}>
                    <InputNumber
                      min={0}
                      max={line.open}
                      precision={0}
                      aria-label={`${t('shipQuantity')} ${line.sku}`}
                    />
                  </Form.Item>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FormDrawer>
  );
}
