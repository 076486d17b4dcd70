import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Views } from '../../../components/views.tsx';
import { AccountsPanel } from '../banking/accounts-panel.tsx';
import { ConnectionsPanel } from '../banking/connections-panel.tsx';
import { LinesPanel } from '../banking/lines-panel.tsx';
import { RevaluationPanel } from '../banking/revaluation-panel.tsx';
import { RulesPanel } from '../banking/rules-panel.tsx';
import { SetAsidePanel } from '../banking/set-aside-panel.tsx';
import '../banking/banking.css';

const VIEWS = {
  lines: LinesPanel,
  accounts: AccountsPanel,
  connections: ConnectionsPanel,
  rules: RulesPanel,
  revaluation: RevaluationPanel,
  setAside: SetAsidePanel,
};
const NAMES = ['lines', 'accounts', 'connections', 'rules', 'revaluation', 'setAside'] as const;

/** The money of the company: what its banks say, and what that is in the books. */
export default function MoneyAccounts(): ReactNode {
  const { t } = useTranslation('finance');
  const [params, setParams] = useSearchParams();
  const view = NAMES.find((name) => name === params.get('view')) ?? 'lines';
  const View = VIEWS[view];
  return (
    <>
      <Views
        className="tw-bank-views"
        label={t('bank.viewLabel')}
        value={view}
        options={NAMES.map((value) => ({ value, label: t(`bank.view.${value}`) }))}
        onChange={(next) => setParams(next === 'lines' ? {} : { view: next })}
      />
      <View />
    </>
  );
}
