import {
  commitCreditFrameImport,
  downloadTemplate,
  getCreditFrame,
  getFloorPlan,
  importCreditFrame,
  selectWarehouse,
} from '@tradewind/contract/warehouse.ts';
import { Segmented, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { StatusTabs } from '../../../components/list/status-tabs.tsx';
import { GenerateForm } from '../location/generate-form.tsx';
import { ListPanel, type Opened } from '../location/list-panel.tsx';
import { LocationForm } from '../location/location-form.tsx';
import { StrandedPanel } from '../location/stranded-panel.tsx';
import { NoHouse } from '../no-house.tsx';
import { FloorPlan } from '../plan/floor-plan.tsx';
import '../warehouse.css';

const VIEWS = ['list', 'plan', 'stranded'] as const;

/** The list, the plan, and what lies in disabled locations. Which one, and of which warehouse, stands in the URL. */
export default function LocationList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const warehouses = useCall(selectWarehouse, {});
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  if (!warehouses.data) return <Skeleton active />;
  const [first] = warehouses.data;
  if (!first) return <NoHouse title={t('location.noHouse')} />;
  const houses = warehouses.data;
  const houseId = Number(params.get('houseId')) || first.id;
  const view = VIEWS.find((name) => name === params.get('view')) ?? 'list';
  const show = (next: { view: string; houseId: number }) =>
    setParams({ view: next.view, houseId: String(next.houseId) }, { replace: true });
  const close = () => setOpened(undefined);
  return (
    <div className="tw-locations">
      <div className="tw-locations-views">
        <Segmented
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`location.view.${value}`) }))}
          onChange={(value) => show({ view: value, houseId })}
        />
      </div>
      {view === 'list' && <ListPanel houseId={houseId} houses={houses} onOpen={setOpened} />}
      {view === 'plan' && (
        <>
          <StatusTabs
            items={houses.map((house) => ({ value: String(house.id), label: house.name }))}
            value={String(houseId)}
            onChange={(value) => show({ view, houseId: Number(value) })}
          />
          <FloorPlan houseId={houseId} onEdit={(row) => setOpened({ what: 'form', row })} />
        </>
      )}
      {view === 'stranded' && <StrandedPanel houseId={houseId} houses={houses} />}
      {opened?.what === 'form' && <LocationForm houseId={houseId} row={opened.row} onClose={close} />}
      {opened?.what === 'generate' && <GenerateForm houseId={houseId} onClose={close} />}
      {opened?.what === 'import' && (
        <ImportDialog
          title={t('location.import')}
          template={downloadTemplate}
          preview={importCreditFrame}
          commit={commitCreditFrameImport}
          refresh={[getCreditFrame, getFloorPlan]}
          onClose={close}
        />
      )}
    </div>
  );
}
