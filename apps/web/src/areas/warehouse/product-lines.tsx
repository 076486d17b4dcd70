import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductSelect } from '../../components/product-select.tsx';

interface ProductLinesProps {
  /** The field of the list. */
  name: string;
  title: string;
  /** The field of a line's number, and its label. */
  amount: 'quantity' | 'each';
  label: string;
}

/** Products with a number each, in a FormDrawer: at least one of them. */
export function ProductLines({ name, title, amount, label }: ProductLinesProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const needed = (field: string) => [{ required: true, message: t('form.required', { name: field }) }];
  return (
    <>
      <h3>{title}</h3>
      <Form.List
        name={name}
        rules={[
          {
            validator: (_rule, value: unknown[] | undefined) =>
              value?.length ? Promise.resolve() : Promise.reject(new Error(t('transfer.needLine'))),
          },
        ]}
      >
        {(rows, { add, remove }, { errors }) => (
          <div className="tw-transfer-lines">
            {rows.map((row) => (
              <div key={row.key} className="tw-transfer-line">
                <Form.Item name={[row.name, 'productId']} rules={needed(t('transfer.product'))}>
                  <ProductSelect />
                </Form.Item>
                <Form.Item name={[row.name, amount]} rules={needed(label)}>
                  <InputNumber min={1} precision={0} controls={false} placeholder={label} aria-label={label} />
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('transfer.removeLine')}
                  onClick={() => remove(row.name)}
                />
              </div>
            ))}
            <Form.ErrorList errors={errors} />
            <Button icon={<PlusOutlined />} onClick={() => add({})}>
              {t('transfer.addLine')}
            </Button>
          </div>
        )}
      </Form.List>
    </>
  );
}
