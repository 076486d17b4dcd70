import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';

const TONES: Record<StockCondition, Tone> = {
  good: 'good',
  damaged: 'bad',
  returned: 'muted',
  checking: 'info',
  held: 'warn',
};

export function ConditionTag({ condition }: { condition: StockCondition }): ReactNode {
  const { t } = useTranslation('stock');
  return <StatusTag tone={TONES[condition]}>{t(`condition.${condition}`)}</StatusTag>;
}
