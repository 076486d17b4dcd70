import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  getSupplier,
  listSupplierPrices,
  type SupplierDetail,
  type SupplierPriceRow,
  saveSupplierPrice,
} from '@tradewind/contract/procurement.ts';
import { Button, Form, InputNumber } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyClock } from '../../components/days.ts';
import { type FieldsOf, FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';
import { OfferFields } from './sourcing/offer-fields.tsx';

type Values = Typed<
  typeof saveSupplierPrice,
  { productId: ChosenProduct; breaks: { fromQuantity: number; unitPrice: string }[] }
>;

/** Adds a price from a day on, or corrects one. */
export function PriceForm({
  supplier,
  price,
  onClose,
}: {
  supplier: SupplierDetail;
  price: SupplierPriceRow | undefined;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('procurement');
  const clock = useCompanyClock();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const today = clock.today();
  const initial = useMemo(() => {
    if (!price) return { validFrom: today, offerUnits: 1, breaks: [{ fromQuantity: 1 }] };
    const { productId: id, sku, nameZh, nameEn, validFrom, supplierSku, moq, orderMultiple, leadDays } = price;
    const { offerId, specId, offerUnits } = price;
    const product = { id, sku, nameZh, nameEn };
    const breaks = price.breaks.map((one) => ({ ...one, unitPrice: one.unitPrice ?? '' }));
    return {
      productId: product,
      validFrom,
      supplierSku,
      offerId,
      specId,
      offerUnits,
      moq,
      orderMultiple,
      leadDays,
      breaks,
    };
  }, [price, today]);
  return (
    <FormDrawer
      open
      size={560}
      title={price ? `${t('prices.edit')} ${price.sku}` : t('prices.add')}
      call={saveSupplierPrice}
      initial={initial}
      toInput={({ productId, moq, orderMultiple, leadDays, specId, offerUnits, ...values }: Values) => ({
        ...values,
        specId: specId ?? '',
        offerUnits: offerUnits ?? 1,
        productId: productId.id,
        moq: moq ?? null,
        orderMultiple: orderMultiple ?? null,
        leadDays: leadDays ?? null,
        supplierId: supplier.id,
        ...(price ? { id: price.id, version: price.version } : { idempotencyKey }),
      })}
      verb={t('prices.save')}
      success={t('prices.saved')}
      refresh={[listSupplierPrices, getSupplier]}
      onClose={onClose}
    >
      <Sections currency={supplier.currency} fixed={price !== undefined} />
      {supplier.shop1688 !== '' && <OfferFields shop={supplier.shop1688} specId={price?.specId ?? ''} />}
    </FormDrawer>
  );
}

function Sections({ currency, fixed }: { currency: string; fixed: boolean }): ReactNode {
  const { t } = useTranslation('procurement');
  const product: FieldsOf<Values> = [
    { kind: 'custom', name: 'productId', label: t('prices.product'), required: true, control: <ProductSelect /> },
    { kind: 'text', name: 'supplierSku', label: t('prices.supplierSku'), half: true },
    { kind: 'date', name: 'validFrom', label: t('prices.validFrom'), half: true, help: t('prices.validHelp') },
  ];
  const order: FieldsOf<Values> = [
    { kind: 'number', name: 'moq', label: t('prices.moq'), half: true, min: 1 },
    { kind: 'number', name: 'orderMultiple', label: t('prices.orderMultiple'), half: true, min: 1 },
    {
      kind: 'number',
      name: 'leadDays',
      label: t('leadDays'),
      half: true,
      suffix: t('days'),
      help: t('prices.usualLead'),
    },
  ];
  return (
    <>
      <FormFields<Values> fields={fixed ? product.slice(1) : product} />
      <h3 className="tw-section-title">{t('prices.breaks')}</h3>
      <BreakRows currency={currency} />
      <FormFields<Values> fields={order} />
    </>
  );
}

function BreakRows({ currency }: { currency: string }): ReactNode {
  const { t } = useTranslation('procurement');
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <Form.List name="breaks">
      {(rows, { add, remove }) => (
        <div className="tw-form-rows">
          <div className="tw-form-row tw-form-row-head">
            <span>{t('prices.from')}</span>
            <span>{t('prices.unitPrice')}</span>
          </div>
          {rows.map(({ key, name }) => (
            <div key={key} className="tw-form-row">
              <Form.Item name={[name, 'fromQuantity']} rules={needed(t('prices.from'))}>
                <InputNumber min={1} precision={0} controls={false} aria-label={t('prices.from')} />
              </Form.Item>
              <Form.Item name={[name, 'unitPrice']} rules={needed(t('prices.unitPrice'))} className="tw-wide">
                <InputNumber<string>
                  stringMode
                  min="0"
                  controls={false}
                  suffix={currency}
                  aria-label={t('prices.unitPrice')}
                />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                disabled={rows.length === 1}
                aria-label={t('prices.removeBreak')}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <div>
            <Button icon={<PlusOutlined />} onClick={() => add({})}>
              {t('prices.addBreak')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  );
}
