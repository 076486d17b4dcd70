import { Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Fields that every way of connecting a shop has. */

export function RegionItem({
  regions,
  initial,
}: {
  regions: readonly { code: string; name: string }[];
  initial?: string | undefined;
}): ReactNode {
  const { t } = useTranslation('channels');
  return (
    <Form.Item name="region" label={t('authorize.region')} initialValue={initial ?? regions[0]?.code} preserve={false}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        options={regions.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
      />
    </Form.Item>
  );
}

/** `own`: own shops need a name, since no platform provides one. */
export function NameItem({ own = false }: { own?: boolean }): ReactNode {
  const { t } = useTranslation('channels');
  return (
    <Form.Item
      name="name"
      label={t('authorize.name')}
      extra={own ? undefined : t('authorize.nameHelp')}
      rules={own ? [{ required: true, whitespace: true, message: t('authorize.nameNeeded') }] : []}
    >
      <Input autoComplete="off" maxLength={100} />
    </Form.Item>
  );
}

export function DaysItem(): ReactNode {
  const { t } = useTranslation('channels');
  return (
    <Form.Item name="importDays" label={t('authorize.days')} extra={t('authorize.daysHelp')} initialValue={30}>
      <InputNumber min={0} max={60} precision={0} style={{ width: 120 }} />
    </Form.Item>
  );
}
