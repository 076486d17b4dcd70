import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useTimeZone } from '../shell/session.ts';
import { formatInstant, formatMoney, formatNumber } from './format.ts';

interface MoneyProps {
  /** A decimal string; null if not known yet. */
  amount: string | number | null | undefined;
  currency: string;
  /** The same in the company's currency, shown on hover. */
  base?: string | number | null | undefined;
  /** Colours gains and losses. */
  signed?: boolean;
}

/** 1,234.50 USD, figures in line; the base amount on hover. */
export function Money({ amount, currency, base, signed }: MoneyProps): ReactNode {
  const { t } = useTranslation();
  const baseCurrency = useSession()?.user.baseCurrency ?? '';
  if (amount === null || amount === undefined || amount === '') return <None />;
  const hint =
    base !== null && base !== undefined && base !== '' && currency !== baseCurrency
      ? t('figure.base', { amount: formatMoney(base, baseCurrency), currency: baseCurrency })
      : undefined;
  const tone = signed ? (Number(amount) < 0 ? 'bad' : Number(amount) > 0 ? 'good' : undefined) : undefined;
  return (
    <span className="tw-money" title={hint} data-tone={tone}>
      {formatMoney(amount, currency)} <small>{currency}</small>
    </span>
  );
}

/** A count; zero shows as a dash. */
export function Quantity({ value, unit }: { value: number | string | null | undefined; unit?: string }): ReactNode {
  if (value === null || value === undefined || Number(value) === 0) return <None />;
  return (
    <span className="tw-figure">
      {formatNumber(value)}
      {unit && <small> {unit}</small>}
    </span>
  );
}

/** An instant in the company's time zone; seconds and the zone on hover. */
export function DateTime({
  at,
  only,
  seconds,
}: {
  at: string | null | undefined;
  only?: 'day';
  seconds?: boolean;
}): ReactNode {
  const zone = useTimeZone();
  const full = at ? formatInstant(at, zone) : '';
  if (!full) return <None />;
  return (
    <time className="tw-figure" dateTime={at ?? ''} title={`${full} ${zone}`}>
      {only === 'day' ? full.slice(0, 10) : seconds ? full : full.slice(0, 16)}
    </time>
  );
}

export function None(): ReactNode {
  const { t } = useTranslation();
  return (
    <span className="tw-none">
      <span aria-hidden="true">–</span>
      <span className="tw-hidden-text">{t('figure.none')}</span>
    </span>
  );
}
