import type { ExpenseSide } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Views } from '../../../components/views.tsx';
import { Advances } from './advances.tsx';
import { ExpensePanel } from './expense-panel.tsx';
import { RecurringPanel } from './recurring.tsx';
import { RunPanel } from './runs.tsx';
import { TypePanel } from './type-panel.tsx';
import './expenses.css';

const VIEWS = {
  expense: ['documents', 'runs', 'advances', 'recurring', 'types'],
  income: ['documents', 'recurring', 'types'],
} as const;
type View = (typeof VIEWS)['expense'][number];

/** The documents of a side, and what belongs to them. */
export function ExpenseViews({ side }: { side: ExpenseSide }): ReactNode {
  const { t } = useTranslation('finance');
  const [params, setParams] = useSearchParams();
  const views: readonly View[] = VIEWS[side];
  const view = views.find((one) => one === params.get('view')) ?? 'documents';
  return (
    <>
      <Views
        className="tw-expense-views"
        label={t('expense.views')}
        value={view}
        options={views.map((value) => ({
          value,
          label: t(value === 'documents' ? `expense.view.documents.${side}` : `expense.view.${value}`),
        }))}
        onChange={(next) => setParams(next === 'documents' ? {} : { view: next })}
      />
      {view === 'documents' && <ExpensePanel side={side} />}
      {view === 'runs' && <RunPanel />}
      {view === 'advances' && <Advances />}
      {view === 'recurring' && <RecurringPanel side={side} />}
      {view === 'types' && <TypePanel side={side} />}
    </>
  );
}
