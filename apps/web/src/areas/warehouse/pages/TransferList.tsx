import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Views } from '../../../components/views.tsx';
import { Transfers } from '../transfer/transfers.tsx';
import { TransitList } from '../transfer/transit-list.tsx';
import '../warehouse.css';

/** Transfers between warehouses, and what is in transit. */
export default function TransferList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'transit' ? 'transit' : 'transfers';
  return (
    <>
      <Views
        label={t('transfer.viewLabel')}
        value={view}
        options={(['transfers', 'transit'] as const).map((value) => ({ value, label: t(`transfer.view.${value}`) }))}
        onChange={(next) => setParams(next === 'transfers' ? {} : { view: next })}
      />
      {view === 'transfers' ? <Transfers /> : <TransitList />}
    </>
  );
}
