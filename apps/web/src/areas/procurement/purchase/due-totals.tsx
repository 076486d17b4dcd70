import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { DUE_WINDOWS, purchaseDueTotals } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { Money } from '../../../components/figures.tsx';
import '../procurement.css';

type Totals = ResultOf<typeof purchaseDueTotals>['rows'];
const SUMS = ['amount', 'requested', 'paid', 'left'] as const;

/** The sums of all rows that match the filter in the address. */
function useTotals(): Totals {
  const [params] = useSearchParams();
  const filter: InputOf<typeof purchaseDueTotals> = {};
  const due = DUE_WINDOWS.find((window) => window === params.get('due'));
  if (due) filter.due = due;
  for (const name of ['supplierId', 'currency', 'text'] as const) {
    const value = params.get(name);
    if (value) filter[name] = value;
  }
  return useCall(purchaseDueTotals, filter, { keepPrevious: true }).data?.rows ?? [];
}

/** The last line of the table: a sum for each currency. */
export function useDueFoot(): Record<string, ReactNode> {
  const { t } = useTranslation('procurement');
  const totals = useTotals();
  const sums = SUMS.map((key) => [
    key,
    <span key={key} className="tw-due-sums">
      {totals.map((row) => (
        <Money key={row.currency} amount={row[key]} currency={row.currency} />
      ))}
    </span>,
  ]);
  return { orderNumber: t('due.total'), ...Object.fromEntries(sums) };
}

/** On a phone, where rows are cards: what is left to pay. */
export function DueTotals(): ReactNode {
  const { t } = useTranslation('procurement');
  const totals = useTotals();
  if (totals.length === 0) return null;
  return (
    <p className="tw-due-total">
      <span className="tw-muted">{t('due.left')}</span>
      {totals.map((row) => (
        <Money key={row.currency} amount={row.left} currency={row.currency} />
      ))}
    </p>
  );
}
