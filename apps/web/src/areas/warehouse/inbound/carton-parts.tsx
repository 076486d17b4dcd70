import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, DatePicker, Form, Input, InputNumber, Select } from 'antd';
import type dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './inbound.css';

export interface TypedPart {
  line: number;
  quantity: number;
  batch?: string;
  expiresOn?: dayjs.Dayjs | null;
}

/** Drops empty fields. */
export const packedOf = ({ quantity, batch, expiresOn }: TypedPart) => ({
  quantity,
  ...(batch ? { batch } : {}),
  ...(expiresOn ? { expiresOn: expiresOn.format('YYYY-MM-DD') } : {}),
});

interface PartsProps {
  name: string | (string | number)[];
  /** The products of the inbound order that `line` may name. */
  options: { value: number; label: string }[];
}

/** The contents of a carton, one row per part. */
export function CartonParts({ name, options }: PartsProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const needed = [{ required: true, message: t('inbound.needed') }];
  return (
    <Form.List name={name}>
      {(parts, { add, remove }) => (
        <>
          {parts.map((part) => (
            <div key={part.key} className="tw-inbound-part">
              <Form.Item name={[part.name, 'line']} rules={needed}>
                <Select aria-label={t('inbound.product')} placeholder={t('inbound.product')} options={options} />
              </Form.Item>
              <Form.Item name={[part.name, 'quantity']} rules={needed}>
                <InputNumber
                  min={1}
                  precision={0}
                  controls={false}
                  aria-label={t('inbound.quantity')}
                  placeholder={t('inbound.quantity')}
                  style={{ width: '100%' }}
                />
              </Form.Item>
              <Form.Item name={[part.name, 'batch']}>
                <Input maxLength={60} aria-label={t('inbound.batch')} placeholder={t('inbound.batch')} />
              </Form.Item>
              <Form.Item name={[part.name, 'expiresOn']}>
                <DatePicker aria-label={t('inbound.expiresOn')} placeholder={t('inbound.expiresOn')} />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('inbound.removeLine')}
                onClick={() => remove(part.name)}
              />
            </div>
          ))}
          <Button size="small" icon={<PlusOutlined />} onClick={() => add({})}>
            {t('inbound.addPart')}
          </Button>
        </>
      )}
    </Form.List>
  );
}
