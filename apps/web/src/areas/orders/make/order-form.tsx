import { rights } from '@tradewind/contract/access/modules.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { channelOptions } from '@tradewind/contract/logistics.ts';
import {
  editMadeOrder,
  getOrder,
  listOrders,
  makeOrder,
  orderRelatives,
  orderTabs,
} from '@tradewind/contract/orders.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { type FieldOf, type FieldsOf, FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { useUser } from '../../../shell/session.ts';
import { addressOf, withoutEmpty } from '../drawer/address-of.ts';
import { useAddressFields } from '../drawer/address-tab.tsx';
import type { Order } from '../drawer/order.ts';
import { type FormLine, LinesField, linesOf, MadeTotal, pricedGoodsIn } from './lines-field.tsx';

const KEEP = { staleMs: 300_000 };
const SIZE = 760;

type Values = Typed<typeof makeOrder, { lines: FormLine[] }>;

interface MakeFormProps {
  moduleId: number;
  /** The order to copy. */
  source?: Order | undefined;
  onDone?: () => void;
  onClose: () => void;
}

/** A new manual order, empty or copied. */
export function MakeForm({ moduleId, source, onDone, onClose }: MakeFormProps): ReactNode {
  const { t } = useTranslation('orders');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // Users without permission to view buyers copy the address unseen.
  const unseen = source?.shipTo !== undefined && source.shipTo !== null && source.shipTo.name === undefined;
  const initial = source
    ? {
        shopId: source.shopId,
        currency: source.currency,
        shipTo: unseen ? undefined : addressOf(source),
        buyerNote: source.buyerNote,
        shippingAmount: trimmed(source.shippingAmount),
        discountAmount: trimmed(source.discountAmount),
        lines: linesOf(source),
      }
    : { shippingAmount: '0', discountAmount: '0', lines: [{ quantity: 1 }] };
  return (
    <FormDrawer
      open
      size={SIZE}
      title={source ? t('make.copyTitle', { number: source.displayNo }) : t('make.title')}
      call={makeOrder}
      initial={initial}
      verb={t('make.verb')}
      refresh={[listOrders, orderTabs, orderRelatives]}
      toInput={({ lines, shipTo, ...values }: Values) => ({
        ...withoutEmpty(values),
        ...(shipTo ? { shipTo: withoutEmpty(shipTo) } : {}),
        ...(source ? { copyOf: source.id } : {}),
        lines: pricedGoodsIn(lines),
        idempotencyKey,
      })}
      onDone={({ displayNo }) => {
        toast.success(t('make.done', { number: displayNo }));
        onDone?.();
      }}
      onClose={onClose}
    >
      <MakeFields moduleId={moduleId} unseen={unseen} />
    </FormDrawer>
  );
}

const trimmed = (amount: string | null) => String(Number(amount ?? 0));

function MakeFields({ moduleId, unseen }: { moduleId: number; unseen: boolean }): ReactNode {
  const { t } = useTranslation('orders');
  const user = useUser();
  const address = useAddressFields();
  const shops = (useCall(getUserShop, {}, KEEP).data?.list ?? []).filter(
    (shop) => shop.state !== 'disabled' && (moduleId === rights.order.id || shop.moduleId === moduleId),
  );
  const warehouses = useCall(selectWarehouse, {}, KEEP).data ?? [];
  const warehouseId: number | undefined = Form.useWatch('warehouseId');
  const ways = useCall(channelOptions, warehouseId ? { houseId: warehouseId } : {}, { ...KEEP, keepPrevious: true });
  const channels = ways.data?.list ?? [];
  const shopId: number | undefined = Form.useWatch('shopId');
  const typed: string | undefined = Form.useWatch('currency');
  const currency = typed || shops.find((shop) => shop.id === shopId)?.currency || user.baseCurrency;
  const named = (options: readonly { id: number; name: string }[]) =>
    options.map(({ id, name }) => ({ value: id, label: name }));
  const head: FieldsOf<typeof makeOrder> = [
    { kind: 'select', name: 'shopId', label: t('shop'), half: true, options: named(shops) },
    {
      kind: 'text',
      name: 'currency',
      label: t('make.currency'),
      half: true,
      max: 3,
      placeholder: currency,
      pattern: { value: /^[A-Z]{3}$/, message: t('make.currencyWrong') },
    },
  ];
  return (
    <>
      <FormFields<typeof makeOrder> fields={head} />
      {unseen ? <p className="tw-muted">{t('make.addressKept')}</p> : <FormFields<typeof makeOrder> fields={address} />}
      <LinesField prices />
      <FormFields<typeof makeOrder>
        fields={[
          ...amountFields(t, currency),
          { kind: 'select', name: 'warehouseId', label: t('warehouse'), half: true, options: named(warehouses) },
          { kind: 'select', name: 'channelId', label: t('make.channel'), half: true, options: named(channels) },
          { kind: 'textarea', name: 'buyerNote', label: t('make.buyerNote') },
          { kind: 'textarea', name: 'remark', label: t('remark'), help: t('remarkPlaceholders') },
        ]}
      />
      <MadeTotal currency={currency} />
    </>
  );
}

const amountFields = (
  t: (key: string) => string,
  suffix: string,
): FieldOf<{ shippingAmount: string; discountAmount: string }>[] => [
  { kind: 'decimal', name: 'shippingAmount', label: t('sum.shipping'), half: true, suffix },
  { kind: 'decimal', name: 'discountAmount', label: t('sum.discount'), half: true, suffix },
];

/** Edits the items and amounts of a manual order. */
export function EditMadeForm({ order, onClose }: { order: Order; onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const refresh = useRefresh();
  return (
    <FormDrawer
      open
      key={order.version}
      size={SIZE}
      title={t('make.editTitle', { number: order.displayNo })}
      call={editMadeOrder}
      initial={{
        id: order.id,
        version: order.version,
        currency: order.currency,
        buyerNote: order.buyerNote,
        shippingAmount: trimmed(order.shippingAmount),
        discountAmount: trimmed(order.discountAmount),
        ...(order.shipBy ? { shipBy: order.shipBy } : {}),
        lines: linesOf(order),
      }}
      toInput={({ lines, ...values }: Typed<typeof editMadeOrder, { lines: FormLine[] }>) => ({
        ...withoutEmpty(values),
        lines: pricedGoodsIn(lines),
      })}
      verb={t('make.editVerb')}
      success={t('make.edited')}
      refresh={[getOrder, listOrders, orderTabs]}
      onReload={() => refresh(getOrder)}
      onClose={onClose}
    >
      <LinesField prices />
      <FormFields<typeof editMadeOrder>
        fields={[
          ...amountFields(t, order.currency),
          { kind: 'textarea', name: 'buyerNote', label: t('make.buyerNote') },
        ]}
      />
      <MadeTotal currency={order.currency} />
    </FormDrawer>
  );
}
