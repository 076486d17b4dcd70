import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { Views } from '../../../components/views.tsx';
import { AccountsPanel } from '../accounts-panel.tsx';
import { BillList } from '../bills/bill-list.tsx';
import { ClaimList } from '../bills/claim-list.tsx';
import { ChannelsPanel } from '../channels-panel.tsx';
import { CustomsPanel } from '../customs-panel.tsx';
import { TrackerPanel } from '../tracker-panel.tsx';
import '../logistics.css';

const VIEWS = ['setup', 'bills', 'claims'] as const;

/** Channels and accounts of carriers, what carriers bill, and what they owe back. */
export default function CarrierList(): ReactNode {
  const { t } = useTranslation('logistics');
  const [params, setParams] = useSearchParams();
  const costs = useSeesCosts();
  const view = (costs && VIEWS.find((each) => each === params.get('view'))) || 'setup';
  return (
    <>
      {costs && (
        <Views
          label={t('carrierView.label')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`carrierView.${value}`) }))}
          onChange={(next) => setParams(next === 'setup' ? {} : { view: next })}
        />
      )}
      {view === 'setup' && (
        <div className="tw-carriers">
          <ChannelsPanel />
          <AccountsPanel />
          <CustomsPanel />
          <TrackerPanel />
        </div>
      )}
      {view === 'bills' && <BillList />}
      {view === 'claims' && <ClaimList />}
    </>
  );
}
