import { putAwayCall } from '@tradewind/contract/warehouse.ts';
import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { INBOUND_CHANGED } from './changed.ts';
import { Places } from './places.tsx';

export interface ToPutAway {
  receiptIds: number[];
  sku: string;
  warehouseId: number;
  productId: number;
  batchId: number;
  quantity: number;
}

export function PutAwayForm({ goods, onClose }: { goods: ToPutAway; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return (
    <FormDrawer
      open
      title={t('inbound.put.title', { sku: goods.sku })}
      call={putAwayCall}
      verb={t('inbound.put.verb')}
      refresh={INBOUND_CHANGED}
      initial={{ receiptIds: goods.receiptIds, quantity: goods.quantity, idempotencyKey }}
      onDone={({ units, locationCode }) => toast.success(t('inbound.put.done', { count: units, code: locationCode }))}
      onClose={onClose}
    >
      <Fields goods={goods} />
    </FormDrawer>
  );
}

function Fields({ goods }: { goods: ToPutAway }): ReactNode {
  const { t } = useTranslation('warehouse');
  const form = Form.useFormInstance();
  const { warehouseId, productId, batchId, quantity } = goods;
  return (
    <>
      <h3>{t('inbound.put.suggested')}</h3>
      <Places
        goods={{ warehouseId, productId, batchId, quantity }}
        onChoose={(place) => form.setFieldsValue({ locationCode: place.code, quantity: place.quantity })}
      />
      <FormFields<typeof putAwayCall>
        fields={[
          { kind: 'text', name: 'locationCode', label: t('inbound.put.location'), half: true },
          {
            kind: 'number',
            name: 'quantity',
            label: t('inbound.put.quantity'),
            required: true,
            half: true,
            max: quantity,
          },
        ]}
      />
    </>
  );
}
