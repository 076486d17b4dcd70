import { SafetyCertificateOutlined } from '@ant-design/icons';
import {
  type AddressCheck,
  type AddressPlace,
  checkOrderAddress,
  getAddressCheck,
} from '@tradewind/contract/logistics.ts';
import { addressProblems, editOrderAddress, getOrder, listOrders, mayAct } from '@tradewind/contract/orders.ts';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { addressOf, withoutEmpty } from './address-of.ts';
import type { Order } from './order.ts';

const TONES = { valid: 'success', corrected: 'warning', ambiguous: 'warning', unknown: 'error' } as const;
const oneLine = ({ line1, line2, city, state, postalCode, country }: AddressPlace) =>
  [line1, line2, city, state, postalCode, country].filter(Boolean).join(', ');

/** The format of the country first, then what a carrier says of the address. */
export function AddressCheckSection({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const found = useCall(getAddressCheck, { id: order.id });
  const { country = '', postalCode = '', state } = order.shipTo ?? {};
  const problems = order.shipTo?.line1 === undefined ? [] : addressProblems({ country, postalCode, state });
  const { check, carrier } = found.data ?? {};
  return (
    <section className="tw-address-check">
      {problems.map(({ field, example }) => (
        <Alert
          key={field}
          type="warning"
          showIcon
          title={t('address.format', { part: t(`address.${field}`), example })}
        />
      ))}
      {check && <Answer order={order} check={check} />}
      {carrier && <CheckButton order={order} carrier={carrier} />}
    </section>
  );
}

function Answer({ order, check }: { order: Order; check: AddressCheck }): ReactNode {
  const { t } = useTranslation('orders');
  const { carrier, verdict, residential, detail, suggestions, checkedAt } = check;
  return (
    <Alert
      type={TONES[verdict]}
      showIcon
      title={t(`address.verdict.${verdict}`, { carrier: t(`address.by.${carrier}`) })}
      description={
        <>
          <div className="tw-muted">
            {residential !== null && `${t(residential ? 'address.home' : 'address.business')} · `}
            <DateTime at={checkedAt} />
          </div>
          {verdict !== 'valid' && detail && <div>{detail}</div>}
          {suggestions.map((place) => (
            <Suggestion key={oneLine(place)} order={order} place={place} />
          ))}
        </>
      }
    />
  );
}

function Suggestion({ order, place }: { order: Order; place: AddressPlace }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const edit = useAct(editOrderAddress, {
    refresh: [getOrder, listOrders, getAddressCheck],
    onDone: () => toast.success(t('address.saved')),
  });
  const late = mayAct('editAddress', order) ? undefined : t('address.late');
  const { name = '', ...recipient } = withoutEmpty({ ...addressOf(order), line2: '', state: '' });
  return (
    <div className="tw-address-suggestion">
      <span>{oneLine(place)}</span>
      {may(editOrderAddress) && (
        <ActionButton
          reason={late}
          loading={edit.isPending}
          onClick={() =>
            edit.mutate({ id: order.id, version: order.version, shipTo: { ...recipient, name, ...place } })
          }
        >
          {t('address.take')}
        </ActionButton>
      )}
    </div>
  );
}

function CheckButton({ order, carrier }: { order: Order; carrier: string }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const act = useAct(checkOrderAddress, { refresh: [getAddressCheck, getOrder] });
  if (!may(checkOrderAddress)) return null;
  return (
    <Button icon={<SafetyCertificateOutlined />} loading={act.isPending} onClick={() => act.mutate({ id: order.id })}>
      {t('address.check', { carrier: t(`address.by.${carrier}`) })}
    </Button>
  );
}
