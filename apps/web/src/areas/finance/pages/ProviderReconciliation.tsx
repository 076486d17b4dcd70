import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Views } from '../../../components/views.tsx';
import { CostPanel } from '../balances/cost-panel.tsx';
import { StatementList } from '../balances/statement-list.tsx';
import '../finance.css';

const VIEWS = ['statements', 'costs'] as const;

/** What warehouse providers say that they charged, beside what we know. */
export default function ProviderReconciliation(): ReactNode {
  const { t } = useTranslation('finance');
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((each) => each === params.get('view')) ?? 'statements';
  return (
    <>
      <Views
        label={t('balances.view')}
        value={view}
        options={VIEWS.map((value) => ({ value, label: t(`statements.views.${value}`) }))}
        onChange={(next) => setParams(next === 'statements' ? {} : { view: next })}
      />
      {view === 'statements' ? <StatementList /> : <CostPanel />}
    </>
  );
}
