import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney } from '../../components/format.ts';
import type { Doors } from './doors.ts';

interface UnconvertedProps {
  amounts: readonly { currency: string; amount: string }[];
  doors: Doors;
}

/** Amounts that the totals omit because an exchange rate is missing, with a link to enter it. */
export function Unconverted({ amounts, doors }: UnconvertedProps): ReactNode {
  const { t } = useTranslation('dashboard');
  if (amounts.length === 0) return null;
  const rates = doors.to('rates');
  return (
    <span className="tw-warn">
      {t('unconverted', {
        amounts: amounts.map(({ amount, currency }) => `${formatMoney(amount, currency)} ${currency}`).join(', '),
      })}{' '}
      {rates && <Link to={rates}>{t('setRates')}</Link>}
    </span>
  );
}
