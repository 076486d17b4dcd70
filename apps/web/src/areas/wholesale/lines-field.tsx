import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { wholesalePrices } from '@tradewind/contract/wholesale.ts';
import { Button, Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';

export interface TypedLine {
  productId: ChosenProduct;
  quantity: number;
  unitPrice?: string | null;
}

/** The lines of a quotation with the prices of the customer's price list. */
export function LinesField(): ReactNode {
  const { t } = useTranslation('wholesale');
  const listed = useListed();
  return (
    <>
      <h3>{t('lines')}</h3>
      <p className="tw-muted">{t('priceHelp')}</p>
      <Form.List
        name="lines"
        rules={[
          {
            validator: (_rule, value: unknown[] | undefined) =>
              value?.length ? Promise.resolve() : Promise.reject(new Error(t('needLine'))),
          },
        ]}
      >
        {(rows, { add, remove }, { errors }) => (
          <div className="tw-wholesale-lines">
            <table>
              <thead>
                <tr>
                  <th style={{ width: '50%' }}>{t('product')}</th>
                  <th>{t('quantity')}</th>
                  <th>{t('unitPrice')}</th>
                  <th aria-label={t('removeLine')} />
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <LineRow key={row.key} at={row.name} listed={listed(row.name)} onRemove={() => remove(row.name)} />
                ))}
              </tbody>
            </table>
            <Form.ErrorList errors={errors} />
            <Button icon={<PlusOutlined />} onClick={() => add({})}>
              {t('addLine')}
            </Button>
          </div>
        )}
      </Form.List>
    </>
  );
}

interface Listed {
  price: string | null;
  words: string;
}

/** List prices by line, loaded in one call. */
function useListed(): (at: number) => Listed {
  const { t } = useTranslation('wholesale');
  const customerId = Form.useWatch('customerId') as number | undefined;
  const lines = (Form.useWatch('lines') as (Partial<TypedLine> | undefined)[] | undefined) ?? [];
  const requested = lines.flatMap((line) =>
    line?.productId && line.quantity ? [{ productId: line.productId.id, quantity: line.quantity }] : [],
  );
  const found = useCall(
    wholesalePrices,
    {
      customerId: customerId ?? 0,
      productIds: requested.map((one) => one.productId).join(','),
      quantities: requested.map((one) => one.quantity).join(','),
    },
    { enabled: customerId !== undefined && requested.length > 0, keepPrevious: true },
  );
  return (at) => {
    const line = lines[at];
    const price = found.data?.prices.find(
      (one) => one.productId === line?.productId?.id && one.quantity === line?.quantity,
    );
    if (!price) return { price: null, words: '' };
    if (price.unitPrice === null) return { price: null, words: t('noListPrice') };
    const from = t('fromQuantity', { count: price.fromQuantity ?? 1 });
    return { price: price.unitPrice, words: `${price.priceListName} · ${from}` };
  };
}

function LineRow({ at, listed, onRemove }: { at: number; listed: Listed; onRemove: () => void }): ReactNode {
  const { t } = useTranslation('wholesale');
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <tr>
      <td>
        <Form.Item name={[at, 'productId']} rules={needed(t('product'))}>
          <ProductSelect />
        </Form.Item>
      </td>
      <td>
        <Form.Item name={[at, 'quantity']} rules={needed(t('quantity'))}>
          <InputNumber min={1} precision={0} controls={false} aria-label={t('quantity')} />
        </Form.Item>
      </td>
      <td>
        <Form.Item name={[at, 'unitPrice']} extra={listed.words}>
          <InputNumber<string>
            stringMode
            min="0"
            controls={false}
            placeholder={listed.price ?? ''}
            aria-label={t('unitPrice')}
          />
        </Form.Item>
      </td>
      <td>
        <Button type="text" icon={<DeleteOutlined />} aria-label={t('removeLine')} onClick={onRemove} />
      </td>
    </tr>
  );
}
