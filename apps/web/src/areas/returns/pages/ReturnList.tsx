import { rights } from '@tradewind/contract/access/modules.ts';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../components/can.tsx';
import { AddDrawer } from '../add-drawer.tsx';
import { AnalysisPanel } from '../analysis-panel.tsx';
import { ListPanel } from '../list-panel.tsx';
import { ScanPanel } from '../scan-panel.tsx';
import '../returns.css';

/** Returns, scan to receive, and analysis. The URL holds the view. */
export default function ReturnList(): ReactNode {
  const { t } = useTranslation('returns');
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const views = [
    'list',
    ...(may(rights.salesReturn.receive) || may(rights.salesReturn.inspect) ? ['scan'] : []),
    'analysis',
  ] as const;
  const view = views.find((name) => name === params.get('view')) ?? 'list';
  // The order workbench opens the form for one of its orders.
  const adding = params.get('add');
  const setAdding = (order: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (order === null) next.delete('add');
        else next.set('add', order);
        return next;
      },
      { replace: true },
    );
  return (
    <div className="tw-returns">
      <div className="tw-returns-views">
        <Segmented
          value={view}
          options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(value) => setParams(value === 'list' ? {} : { view: value }, { replace: true })}
        />
      </div>
      {view === 'list' && <ListPanel onAdd={() => setAdding('')} />}
      {view === 'scan' && <ScanPanel />}
      {view === 'analysis' && <AnalysisPanel />}
      {adding !== null && may(rights.salesReturn.add) && (
        <AddDrawer orderId={Number(adding) || undefined} onClose={() => setAdding(null)} />
      )}
    </div>
  );
}
