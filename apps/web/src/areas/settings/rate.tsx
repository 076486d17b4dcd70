import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { None } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';

/** Four decimals if they are enough, otherwise all of them. */
export function Rate({ value, unit }: { value: string; unit: string }): ReactNode {
  return (
    <span className="tw-money">
      {formatNumber(value, { min: 4, max: 8 })} <small>{unit}</small>
    </span>
  );
}

/** The day from which it is valid; none for an initial rate. */
export function Since({ rate }: { rate: { onDay: string; source: 'initial' | 'ecb' | 'manual' } }): ReactNode {
  const { t } = useTranslation('settings');
  if (rate.source !== 'initial') return <span className="tw-figure">{rate.onDay}</span>;
  return (
    <span className="tw-muted" title={t('initialHint')}>
      {t('initial')}
    </span>
  );
}

/** The change from the previous rate, in percent. */
export function Change({ percent }: { percent: string | null }): ReactNode {
  if (percent === null || Number(percent) === 0) return <None />;
  const up = Number(percent) > 0;
  return (
    <span className="tw-figure">
      {up ? '+' : ''}
      {formatNumber(percent, { min: 2, max: 2 })}%
    </span>
  );
}
