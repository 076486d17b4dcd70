import { Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The batch being received, by SKU. Asked once and kept until it changes. */
export type Lots = Record<string, { batch?: string; expiresOn?: string }>;

interface LotFormProps {
  sku: string;
  onDone: (lot: Lots[string]) => void;
}

export function LotForm({ sku, onDone }: LotFormProps): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <Form<{ batch?: string; expiresOn: string }>
      className="tw-stop"
      layout="vertical"
      requiredMark={false}
      onFinish={({ batch, expiresOn }) => onDone({ ...(batch?.trim() ? { batch: batch.trim() } : {}), expiresOn })}
    >
      <strong>{t('inbound.scan.lotTitle', { sku })}</strong>
      <Form.Item name="batch" label={t('inbound.batch')}>
        <Input size="large" maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="expiresOn"
        label={t('inbound.expiresOn')}
        rules={[{ required: true, message: t('inbound.needed') }]}
      >
        <Input size="large" type="date" />
      </Form.Item>
      <Button type="primary" size="large" block htmlType="submit">
        {t('inbound.scan.lotVerb')}
      </Button>
    </Form>
  );
}
