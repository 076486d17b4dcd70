import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FinanceReportsLink } from '../../../components/finance-reports-link.tsx';
import { Views } from '../../../components/views.tsx';
import { AgeingPanel } from '../balances/ageing-panel.tsx';
import { BalancePanel } from '../balances/balance-panel.tsx';
import '../finance.css';

const REPORT = { balances: 'cashForecast', payable: 'payableAgeing', receivable: 'receivableAgeing' } as const;
const VIEWS = ['balances', 'payable', 'receivable'] as const;

/** Balances of parties, and what is open by age. */
export default function BalanceList(): ReactNode {
  const { t } = useTranslation('finance');
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((each) => each === params.get('view')) ?? 'balances';
  return (
    <>
      <Views
        label={t('balances.view')}
        value={view}
        options={VIEWS.map((value) => ({ value, label: t(`balances.views.${value}`) }))}
        onChange={(next) => setParams(next === 'balances' ? {} : { view: next })}
      >
        <FinanceReportsLink report={REPORT[view]} />
      </Views>
      {view === 'balances' ? <BalancePanel /> : <AgeingPanel key={view} side={view} />}
    </>
  );
}
