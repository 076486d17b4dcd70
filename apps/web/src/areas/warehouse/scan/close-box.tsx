import { type Box, listOutbounds, outboundTabs, packOutboundsCall } from '@tradewind/contract/warehouse.ts';
import { Button, Form, InputNumber, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';

interface Measures {
  weightGrams: number;
  lengthCm?: number | null;
  widthCm?: number | null;
  heightCm?: number | null;
}

interface CloseBoxProps {
  box: Box;
  onClosed: (box: Box) => void;
  onRefused: () => void;
}

/** Everything is in: weigh, measure, close. The products' own weights stand there until the scale says otherwise. */
export function CloseBox({ box, onClosed, onRefused }: CloseBoxProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [key] = useState(() => crypto.randomUUID());
  const close = useAct(packOutboundsCall, {
    refresh: [listOutbounds, outboundTabs],
    onDone: (result) => {
      const [failed] = result.failed;
      if (failed) {
        toast.warning(failed.reason);
        onRefused();
      } else onClosed({ ...box, state: 'packed' });
    },
  });
  const estimate = box.lines.reduce((sum, line) => sum + line.weightGrams * line.quantity, 0);
  const submit = ({ weightGrams, lengthCm, widthCm, heightCm }: Measures) => {
    const dims =
      lengthCm && widthCm && heightCm
        ? {
            lengthMm: Math.round(lengthCm * 10),
            widthMm: Math.round(widthCm * 10),
            heightMm: Math.round(heightCm * 10),
          }
        : {};
    close.mutate({ boxes: [{ outboundId: box.outboundId, weightGrams, ...dims }], idempotencyKey: key });
  };
  return (
    <Form<Measures>
      className="tw-close-box"
      layout="vertical"
      requiredMark={false}
      initialValues={estimate > 0 ? { weightGrams: estimate } : {}}
      onFinish={submit}
    >
      <Form.Item
        name="weightGrams"
        label={t('scan.pack.weight')}
        rules={[{ required: true, message: t('scan.pack.weightMissing') }]}
      >
        <InputNumber
          size="large"
          inputMode="numeric"
          min={1}
          max={1_000_000}
          precision={0}
          controls={false}
          suffix="g"
        />
      </Form.Item>
      <Form.Item label={t('scan.pack.dims')}>
        <Space.Compact block>
          {(['lengthCm', 'widthCm', 'heightCm'] as const).map((name) => (
            <Form.Item key={name} name={name} noStyle>
              <InputNumber
                size="large"
                inputMode="decimal"
                min={0.1}
                max={1000}
                precision={1}
                controls={false}
                aria-label={t(`scan.pack.${name}`)}
                placeholder={t(`scan.pack.${name}`)}
              />
            </Form.Item>
          ))}
        </Space.Compact>
      </Form.Item>
      <Button type="primary" size="large" block htmlType="submit" loading={close.isPending}>
        {t('scan.pack.close')}
      </Button>
    </Form>
  );
}
