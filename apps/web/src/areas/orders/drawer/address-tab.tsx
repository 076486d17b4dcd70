import { EditOutlined } from '@ant-design/icons';
import type { InputOf } from '@tradewind/contract/call.ts';
import { getAddressCheck } from '@tradewind/contract/logistics.ts';
import { editOrderAddress, getOrder, listOrders, mayAct } from '@tradewind/contract/orders.ts';
import { getCountry } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { useCountries } from '../../../components/countries.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { type FieldOf, FormDrawer } from '../../../components/form-drawer.tsx';
import { currentLanguage } from '../../../i18n.ts';
import { AddressCheckSection } from './address-check.tsx';
import { addressOf, withoutEmpty } from './address-of.ts';
import type { Order } from './order.ts';

type ShipTo = InputOf<typeof editOrderAddress>['shipTo'];
/** Required fields, also for manual orders that have an address. */
const NEEDED = ['name', 'line1', 'city', 'postalCode'] as const;

export function AddressTab({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const countries = useCall(getCountry, {}, { staleMs: 300_000 });
  const to = order.shipTo;
  const hidden = to !== null && to.name === undefined;
  const country = countries.data?.find((each) => each.code === to?.country);
  const reason = hidden ? t('address.hidden') : mayAct('editAddress', order) ? undefined : t('address.late');
  const part = (name: 'name' | 'line1' | 'city' | 'postalCode') =>
    to?.[name]?.trim() ? to[name] : hidden ? '***' : <span className="tw-bad">{t('address.missing')}</span>;
  return (
    <>
      {may(editOrderAddress) && (
        <div className="tw-detail-actions">
          <ActionButton icon={<EditOutlined />} reason={reason} onClick={() => setEditing(true)}>
            {t('address.edit')}
          </ActionButton>
        </div>
      )}
      {to ? (
        <Facts
          items={[
            [t('address.name'), part('name')],
            [t('address.company'), to.company],
            [t('address.phone'), hidden ? '***' : to.phone],
            [t('address.email'), order.buyerEmail],
            [t('address.line1'), part('line1')],
            [t('address.line2'), to.line2],
            [t('address.city'), part('city')],
            [t('address.state'), to.state],
            [t('address.postalCode'), part('postalCode')],
            [
              t('address.country'),
              country ? (currentLanguage() === 'en' ? country.nameEn : country.nameZh) : to.country,
            ],
          ]}
        />
      ) : (
        <Addressless order={order} />
      )}
      {to && !order.buyerErasedAt && <AddressCheckSection order={order} />}
      {editing && <AddressForm order={order} onClose={() => setEditing(false)} />}
    </>
  );
}

function Addressless({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  if (!order.buyerErasedAt) return <EmptyState title={t('address.none')} />;
  return (
    <EmptyState
      title={t('address.erased')}
      hint={
        <>
          {t('address.erasedHint', { country: order.country || '–' })} <DateTime at={order.buyerErasedAt} />
        </>
      }
    />
  );
}

/** An address as `shipTo` of a form. */
export function useAddressFields(): FieldOf<{ shipTo: ShipTo }>[] {
  const { t } = useTranslation('orders');
  const countries = useCountries();
  const field = (name: Exclude<keyof ShipTo, 'country'>, half: boolean): FieldOf<{ shipTo: ShipTo }> => ({
    kind: 'text',
    name: `shipTo.${name}`,
    label: t(`address.${name}`),
    required: NEEDED.some((needed) => needed === name),
    half,
  });
  return [
    field('name', true),
    field('company', true),
    field('line1', false),
    field('line2', false),
    field('city', true),
    field('state', true),
    field('postalCode', true),
    { kind: 'select', name: 'shipTo.country', label: t('address.country'), half: true, options: countries },
    field('phone', true),
    field('email', true),
  ];
}

export function AddressForm({ order, onClose }: { order: Order; onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const refresh = useRefresh();
  const shipTo = addressOf(order);
  return (
    <FormDrawer
      open
      key={order.version}
      title={t('address.editTitle', { number: order.displayNo })}
      call={editOrderAddress}
      initial={{ id: order.id, version: order.version, shipTo }}
      toInput={(values) => ({ ...values, shipTo: withoutEmpty(values.shipTo) })}
      verb={t('address.save')}
      success={t('address.saved')}
      refresh={[getOrder, listOrders, getAddressCheck]}
      onReload={() => refresh(getOrder)}
      onClose={onClose}
      fields={useAddressFields()}
    />
  );
}
