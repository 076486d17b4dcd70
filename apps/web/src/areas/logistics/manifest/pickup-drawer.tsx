import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { listPickups, orderPickup, pickupOffers } from '@tradewind/contract/logistics.ts';
import { Alert, Form } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { type FieldsOf, FormDrawer } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';

type Values = InputOf<typeof orderPickup>;
type Offers = ResultOf<typeof pickupOffers>;

/** Asks a carrier to collect: where, when, and how much by what waits there. */
export function PickupDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const [key] = useState(() => crypto.randomUUID());
  const offers = useCall(pickupOffers, {});
  if (!offers.data) return null;
  const { accounts, warehouses } = offers.data;
  const [warehouse] = warehouses;
  return (
    <FormDrawer
      open
      title={t('pickup.add')}
      call={orderPickup}
      initial={{
        warehouseId: warehouse?.id ?? null,
        accountId: accounts[0]?.id ?? null,
        day: warehouse?.today ?? null,
        ...{ ready: '14:00', closes: '18:00', again: false },
      }}
      verb={t('pickup.verb')}
      onDone={({ state, confirmation }) =>
        state === 'ordered'
          ? toast.success(t('pickup.done', { number: confirmation }))
          : toast.warning(t('pickup.unknown'))
      }
      refresh={[listPickups]}
      toInput={(values: Values) => ({ ...values, idempotencyKey: key })}
      onClose={onClose}
    >
      {accounts.length === 0 && <Alert type="warning" showIcon title={t('pickup.noAccounts')} />}
      <Fields offers={offers.data} />
    </FormDrawer>
  );
}

function Fields({ offers }: { offers: Offers }): ReactNode {
  const { t } = useTranslation('logistics');
  const form = Form.useFormInstance<Values>();
  const warehouseId = Form.useWatch('warehouseId', form);
  const accountId = Form.useWatch('accountId', form);
  const there = offers.warehouses.find((one) => one.id === warehouseId);
  const waiting = offers.waiting.find((one) => one.warehouseId === warehouseId && one.accountId === accountId);
  useEffect(() => {
    form.setFieldsValue({ parcels: waiting?.parcels ?? 1, weightGrams: waiting?.weightGrams ?? 1000 });
  }, [form, waiting]);
  const clock = { value: /^([01]\d|2[0-3]):[0-5]\d$/, message: t('pickup.clock') };
  const fields: FieldsOf<Values> = [
    {
      ...{ kind: 'select', name: 'warehouseId', label: t('manifest.warehouse') },
      options: offers.warehouses.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      ...{ kind: 'select', name: 'accountId', label: t('pickup.account') },
      options: offers.accounts.map(({ id, name, carrier }) => ({
        value: id,
        label: `${t(`carriers.${carrier}`)} · ${name}`,
      })),
    },
    {
      kind: 'date',
      name: 'day',
      label: t('manifest.day'),
      ...(there ? { min: there.today, help: there.timeZone } : {}),
    },
    { kind: 'text', name: 'ready', label: t('pickup.ready'), half: true, pattern: clock },
    { kind: 'text', name: 'closes', label: t('pickup.closes'), half: true, pattern: clock },
    { kind: 'number', name: 'parcels', label: t('manifest.parcels'), digits: 0, half: true },
    { kind: 'number', name: 'weightGrams', label: t('manifest.weight'), suffix: 'g', digits: 0, half: true },
    { kind: 'check', name: 'again', label: t('pickup.again') },
  ];
  return <FormFields<Values> fields={fields} />;
}
