import type { InputOf } from '@tradewind/contract/call.ts';
import { CARRIERS, channelOptions, type openManifest, waitingForManifest } from '@tradewind/contract/logistics.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Checkbox, Form, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { platformName } from '../../../platform-names.ts';

type Desired = InputOf<typeof openManifest>;
type Van = Pick<Desired, 'carrier' | 'platform' | 'channelId'>;
interface Choice {
  warehouseId: number;
  van: string;
  fill: boolean;
}

/** Asks for the pickup: a carrier, a platform's logistics, or one channel. */
export function OpenDialog({
  onOpen,
  onClose,
}: {
  onOpen: (desired: Desired) => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('logistics');
  const [form] = Form.useForm<Choice>();
  const warehouses = useCall(selectWarehouse, {});
  const vans = useVans();
  const submit = ({ warehouseId, van, fill }: Choice) => {
    const found = vans.find((one) => one.value === van);
    if (!found) return;
    onOpen({ warehouseId, ...found.van, fill });
    onClose();
  };
  return (
    <Modal
      open
      title={t('manifest.add')}
      okText={t('manifest.addVerb')}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form<Choice> form={form} layout="vertical" requiredMark={false} initialValues={{ fill: true }} onFinish={submit}>
        <Form.Item
          name="warehouseId"
          label={t('manifest.warehouse')}
          rules={[{ required: true, message: t('manifest.needWarehouse') }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={(warehouses.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item name="van" label={t('manifest.van')} rules={[{ required: true, message: t('manifest.needVan') }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={vans.map(({ value, label }) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item name="fill" valuePropName="checked">
          <Checkbox>{t('manifest.fillNow')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** First carriers that collect all channels, then platforms with waiting parcels, then single channels. */
function useVans(): { value: string; label: string; van: Van }[] {
  const { t } = useTranslation('logistics');
  const channels = useCall(channelOptions, {}).data?.list ?? [];
  const groups = useCall(waitingForManifest, {}).data?.groups ?? [];
  const known = CARRIERS.filter((carrier) => channels.some((one) => one.carrier === carrier));
  const platforms = [...new Set(groups.map(({ platform }) => platform))].filter(Boolean);
  return [
    ...known
      .filter((carrier) => carrier !== 'own' && carrier !== 'platform')
      .map((carrier) => ({
        value: carrier,
        label: t('manifest.allChannels', { carrier: t(`carriers.${carrier}`) }),
        van: { carrier, platform: '', channelId: null },
      })),
    ...platforms.map((platform) => ({
      value: `platform/${platform}`,
      label: platformName(platform),
      van: { carrier: 'platform' as const, platform, channelId: null },
    })),
    ...channels.flatMap(({ id, name, carrier: of }) => {
      const carrier = known.find((one) => one === of && one !== 'platform');
      return carrier ? [{ value: String(id), label: name, van: { carrier, platform: '', channelId: id } }] : [];
    }),
  ];
}
