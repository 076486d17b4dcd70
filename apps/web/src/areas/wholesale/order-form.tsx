import {
  INCOTERMS,
  listWholesaleCustomers,
  saveWholesale,
  type WholesaleDetail,
} from '@tradewind/contract/wholesale.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { type FieldsOf, FormDrawer, type StartOf, type Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { addressOf, useAddressFields, useSeesBuyers } from './address-fields.ts';
import { CHANGED } from './changed.ts';
import { LinesField, type TypedLine } from './lines-field.tsx';

type Values = Typed<typeof saveWholesale, { lines: TypedLine[] }>;

/** Form of a quotation. Empty prices come from the customer's price list. */
export function OrderForm({ order, onClose }: { order: WholesaleDetail | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('wholesale');
  const initial = useMemo(() => valuesOf(order), [order]);
  const fields = useFields();
  const address = useAddressFields('shipTo');
  const hidden = !useSeesBuyers() && order !== undefined;
  return (
    <FormDrawer
      open
      size={860}
      title={order ? t('editTitle', { number: order.number }) : t('addTitle')}
      call={saveWholesale}
      initial={initial}
      toInput={({ lines, shipTo, ...values }: Values) => ({
        ...values,
        shipTo: hidden ? null : addressOf(shipTo),
        lines: lines.map(({ productId, quantity, unitPrice }) => ({
          productId: productId.id,
          quantity,
          ...(unitPrice ? { unitPrice } : {}),
        })),
      })}
      verb={t('saveQuotation')}
      success={t('saved')}
      refresh={CHANGED}
      onClose={onClose}
      fields={fields}
    >
      <LinesField />
      <h3 className="tw-wholesale-heading">{t('shipTo')}</h3>
      <p className="tw-muted">{t(hidden ? 'buyerHidden' : 'shipToHelp')}</p>
      {!hidden && <FormFields<typeof saveWholesale> fields={address} />}
    </FormDrawer>
  );
}

function useFields(): FieldsOf<typeof saveWholesale> {
  const { t } = useTranslation('wholesale');
  const [search, setSearch] = useState('');
  const customers = useCall(listWholesaleCustomers, { text: search, pageSize: 200 }, { keepPrevious: true });
  return [
    {
      kind: 'select',
      name: 'customerId',
      label: t('customer'),
      half: true,
      loading: customers.isPending,
      onSearch: setSearch,
      options: (customers.data?.rows ?? []).map((one) => ({ value: one.id, label: `${one.name} · ${one.currency}` })),
    },
    { kind: 'text', name: 'customerRef', label: t('customerRef'), half: true },
    {
      kind: 'select',
      name: 'incoterm',
      label: t('incoterm'),
      required: true,
      half: true,
      options: INCOTERMS.map((value) => ({ value, label: value })),
    },
    { kind: 'text', name: 'incotermPlace', label: t('incotermPlace'), half: true },
    { kind: 'date', name: 'validUntil', label: t('validUntil'), half: true },
    { kind: 'decimal', name: 'taxPercent', label: t('taxPercent'), half: true, suffix: '%' },
    { kind: 'decimal', name: 'discountAmount', label: t('discount'), half: true },
    { kind: 'decimal', name: 'shippingAmount', label: t('shipping'), half: true },
    { kind: 'textarea', name: 'remark', label: t('remark') },
  ];
}

function valuesOf(order: WholesaleDetail | undefined): StartOf<Values> {
  if (!order)
    return {
      incoterm: 'EXW',
      taxPercent: '0',
      discountAmount: '0',
      shippingAmount: '0',
      lines: [{}],
      idempotencyKey: crypto.randomUUID(),
    };
  const plain = (value: string) => String(Number(value));
  return {
    id: order.id,
    version: order.version,
    customerId: order.customerId,
    customerRef: order.customerRef,
    incoterm: INCOTERMS.find((one) => one === order.incoterm),
    incotermPlace: order.incotermPlace,
    validUntil: order.validUntil,
    taxPercent: plain(order.taxPercent),
    discountAmount: plain(order.discountAmount),
    shippingAmount: plain(order.shippingAmount),
    remark: order.remark,
    shipTo: order.shipTo ?? {},
    lines: order.lines.map((line) => ({
      productId: { id: line.productId, sku: line.sku, nameZh: line.nameZh, nameEn: line.nameEn },
      quantity: line.quantity,
      unitPrice:
        line.listedPrice !== null && Number(line.listedPrice) === Number(line.unitPrice) ? null : line.unitPrice,
    })),
  };
}
