import { Form, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChoices } from '../rules/choices.ts';

/** `auto`: any warehouse with stock, or as the rules decide. */
type Chosen = number | 'auto' | undefined;
export interface Route {
  warehouseId?: number | null;
  channelId?: number | null;
}

interface RouteDialogProps {
  count: number;
  onClose: (route: Route | undefined) => void;
}

/** Changes the warehouse and channel of orders. Empty fields do not change. */
export function RouteDialog({ count, onClose }: RouteDialogProps): ReactNode {
  const { t } = useTranslation('orders');
  const [form] = Form.useForm<{ warehouseId: Chosen; channelId: Chosen }>();
  const [warehouseId, channelId] = [Form.useWatch('warehouseId', form), Form.useWatch('channelId', form)];
  const { warehouses, channels } = useChoices(typeof warehouseId === 'number' ? warehouseId : undefined);
  const idOf = (chosen: Chosen) => (chosen === 'auto' ? null : chosen);
  return (
    <Modal
      open
      title={t('route.title', { count })}
      okText={t('route.verb', { count })}
      okButtonProps={{ disabled: warehouseId === undefined && channelId === undefined }}
      onOk={() => form.submit()}
      onCancel={() => onClose(undefined)}
    >
      <p className="tw-muted">{t('route.about')}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={(input) =>
          onClose({
            ...(input.warehouseId === undefined ? {} : { warehouseId: idOf(input.warehouseId) ?? null }),
            ...(input.channelId === undefined ? {} : { channelId: idOf(input.channelId) ?? null }),
          })
        }
      >
        <Form.Item name="warehouseId" label={t('warehouse')}>
          <Select
            allowClear
            placeholder={t('route.asIs')}
            options={[{ value: 'auto', label: t('route.anyWarehouse') }, ...warehouses]}
          />
        </Form.Item>
        <Form.Item name="channelId" label={t('route.channel')}>
          <Select
            allowClear
            placeholder={t('route.asIs')}
            options={[{ value: 'auto', label: t('route.anyChannel') }, ...channels]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
