import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/figures.tsx';
import type { StartOf } from '../../../components/form-drawer.tsx';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import type { Order } from '../drawer/order.ts';
import { totalOf } from './amounts.ts';

export interface FormLine {
  productId: ChosenProduct;
  quantity: number;
  unitPrice: string;
}

/** The order's items in product units. The user must choose a product for unmapped lines. */
export function linesOf(order: Order): StartOf<FormLine>[] {
  return order.lines.map(({ productId, sku, productNameZh, productNameEn, stockQuantity, factor, unitPrice }) => ({
    ...(productId === null
      ? {}
      : {
          productId: { id: productId, sku: sku ?? '', nameZh: productNameZh ?? '', nameEn: productNameEn ?? '' },
        }),
    quantity: stockQuantity,
    unitPrice: String(Number((Number(unitPrice) / factor).toFixed(4))),
  }));
}

/** The lines in the shape of the call. */
export const goodsIn = (lines: readonly FormLine[]) =>
  lines.map(({ productId, quantity }) => ({ productId: productId.id, quantity }));
export const pricedGoodsIn = (lines: readonly FormLine[]) =>
  lines.map(({ productId, quantity, unitPrice }) => ({
    productId: productId.id,
    quantity,
    unitPrice: String(unitPrice),
  }));

/** The order's items as form rows, with or without prices. */
export function LinesField({ prices }: { prices: boolean }): ReactNode {
  const { t } = useTranslation('orders');
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <Form.List name="lines">
      {(fields, { add, remove }) => (
        <fieldset className="tw-made-lines" data-prices={prices || undefined}>
          <legend>{t('make.goods')}</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="tw-made-line">
              <Form.Item name={[name, 'productId']} rules={needed(t('line.product'))}>
                <ProductSelect bundles />
              </Form.Item>
              <Form.Item name={[name, 'quantity']} rules={needed(t('line.quantity'))}>
                <InputNumber aria-label={t('line.quantity')} min={1} max={100_000} precision={0} prefix="×" />
              </Form.Item>
              {prices && (
                <Form.Item name={[name, 'unitPrice']} rules={needed(t('line.price'))}>
                  <InputNumber
                    aria-label={t('line.price')}
                    placeholder={t('line.price')}
                    min="0"
                    stringMode
                    controls={false}
                  />
                </Form.Item>
              )}
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('make.removeLine')}
                disabled={fields.length === 1}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined />} onClick={() => add({ quantity: 1 })}>
            {t('make.addLine')}
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}

/** The running total of the form. */
export function MadeTotal({ currency }: { currency: string }): ReactNode {
  const { t } = useTranslation('orders');
  const lines: FormLine[] | undefined = Form.useWatch('lines');
  const shippingAmount: unknown = Form.useWatch('shippingAmount');
  const discountAmount: unknown = Form.useWatch('discountAmount');
  return (
    <p className="tw-made-total">
      {t('sum.total')}{' '}
      <strong>
        <Money amount={totalOf({ lines, shippingAmount, discountAmount })} currency={currency} signed />
      </strong>
    </p>
  );
}
