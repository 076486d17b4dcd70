import { EXPENSE_STATES, type ExpenseSide, expenseSums } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { Money } from '../../../components/figures.tsx';

const TEXTS = ['text', 'from', 'to', 'typeId', 'shopId', 'departmentId', 'memberId'] as const;

/** Totals of the list's filter, which stands in the address, by currency. */
export function ExpenseSums({ side }: { side: ExpenseSide }): ReactNode {
  const { t } = useTranslation('finance');
  const [params] = useSearchParams();
  const typed = Object.fromEntries(TEXTS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
  const state = EXPENSE_STATES.find((one) => one === params.get('state'));
  const { data } = useCall(expenseSums, { side, ...typed, ...(state ? { state } : {}) }, { keepPrevious: true });
  if (!data || data.sums.length === 0) return null;
  return (
    <p className="tw-expense-sums">
      <span className="tw-muted">{t('expense.total')}</span>
      {data.sums.map(({ currency, count, amount, baseAmount }) => (
        <span key={currency}>
          <strong>
            <Money amount={amount} currency={currency} />
          </strong>{' '}
          {currency !== data.baseCurrency && (
            <span className="tw-muted">
              ≈ <Money amount={baseAmount} currency={data.baseCurrency} />{' '}
            </span>
          )}
          <small className="tw-muted">{t('expense.documents', { count })}</small>
        </span>
      ))}
    </p>
  );
}
