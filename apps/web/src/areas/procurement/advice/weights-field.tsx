import { SALES_WINDOWS } from '@tradewind/contract/procurement.ts';
import { Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Weights in percent, as forms hold them. */
export const inPercent = (weights: readonly number[]): number[] => weights.map((one) => Math.round(one * 10_000) / 100);
export const fromPercent = (weights: readonly (number | null | undefined)[]): number[] =>
  weights.map((one) => Math.round((one ?? 0) * 100) / 10_000);

/** A weight for each sales window, and their sum while it is not 100 %. */
export function WeightsField(): ReactNode {
  const { t } = useTranslation('procurement');
  const weights = (Form.useWatch('weights') as (number | null)[] | undefined) ?? [];
  const sum = Math.round(weights.reduce<number>((all, one) => all + (one ?? 0), 0) * 100) / 100;
  return (
    <Form.Item label={t('advice.settings.weights')} className="tw-full">
      <div className="tw-advice-weights">
        {SALES_WINDOWS.map((window, at) => (
          <Form.Item key={window} name={['weights', at]} label={t('advice.settings.window', { days: window })}>
            <InputNumber min={0} max={100} controls={false} suffix="%" style={{ width: '100%' }} />
          </Form.Item>
        ))}
      </div>
      {sum !== 100 && <span className="tw-form-sum">{t('advice.settings.weightsSum', { sum })}</span>}
    </Form.Item>
  );
}
