import { fbaTabs } from '@tradewind/contract/transit.ts';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { CaseList } from '../fba/case-list.tsx';
import { FbaList } from '../fba/fba-list.tsx';
import '../transit.css';

const VIEWS = ['shipments', 'cases'] as const;

/** FBA shipments and their discrepancy cases. */
export default function FbaShipments(): ReactNode {
  const { t } = useTranslation('transit');
  const [params, setParams] = useSearchParams();
  const { data } = useCall(fbaTabs, {});
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'shipments';
  const open = data?.openCases ? ` (${data.openCases})` : '';
  return (
    <div className="tw-transit">
      <div className="tw-transit-views">
        <Segmented
          aria-label={t('viewLabel')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: `${t(`view.${value}`)}${value === 'cases' ? open : ''}` }))}
          onChange={(next) => setParams(next === 'shipments' ? {} : { view: next })}
        />
      </div>
      {view === 'shipments' ? <FbaList /> : <CaseList />}
    </div>
  );
}
