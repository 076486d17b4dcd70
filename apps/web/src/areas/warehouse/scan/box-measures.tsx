import { Form, InputNumber, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface BoxMeasures {
  weightGrams: number;
  lengthCm?: number | null;
  widthCm?: number | null;
  heightCm?: number | null;
}

const MM_A_CM = 10;

/** The sides of a box as calls take them, if all three are typed. */
export function sidesOf({ lengthCm, widthCm, heightCm }: BoxMeasures) {
  if (!lengthCm || !widthCm || !heightCm) return undefined;
  const mm = (cm: number) => Math.round(cm * MM_A_CM);
  return { lengthMm: mm(lengthCm), widthMm: mm(widthCm), heightMm: mm(heightCm) };
}

/** Weight and sides of a box, inside of a form of `BoxMeasures`. */
export function MeasureFields(): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <>
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
    </>
  );
}
