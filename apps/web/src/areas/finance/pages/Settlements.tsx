import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FinanceReportsLink } from '../../../components/finance-reports-link.tsx';
import { Views } from '../../../components/views.tsx';
import { ClaimList } from '../settlements/claim-list.tsx';
import { SettlementFiles } from '../settlements/files/settlement-files.tsx';
import { LineList } from '../settlements/line-list.tsx';
import { MappingView } from '../settlements/mapping-view.tsx';
import { MoneyView } from '../settlements/money-view.tsx';
import { SetAsideList } from '../settlements/set-aside-list.tsx';
import { SettlementList } from '../settlements/settlement-list.tsx';
import '../finance.css';
import '../settlements/settlements.css';

const VIEWS = {
  money: MoneyView,
  list: SettlementList,
  lines: LineList,
  files: SettlementFiles,
  map: MappingView,
  setAside: SetAsideList,
  claims: ClaimList,
};
const NAMES = ['money', 'list', 'lines', 'files', 'map', 'setAside', 'claims'] as const;

/** What platforms owe, what they have settled, and where each line of it is booked. */
export default function Settlements(): ReactNode {
  const { t } = useTranslation('finance');
  const [params, setParams] = useSearchParams();
  const view = NAMES.find((name) => name === params.get('view')) ?? 'money';
  const View = VIEWS[view];
  return (
    <>
      <Views
        label={t('settle.view.label')}
        value={view}
        options={NAMES.map((value) => ({ value, label: t(`settle.view.${value}`) }))}
        onChange={(next) => setParams(next === 'money' ? {} : { view: next })}
      >
        <FinanceReportsLink report="platformMoney" />
      </Views>
      <View />
    </>
  );
}
