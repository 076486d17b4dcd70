import {
  commitLocationImport,
  downloadTemplate,
  getFloorPlan,
  listLocations,
  previewLocationImport,
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
import { ListPanel } from '../location/list-panel.tsx';
import type { Opened } from '../location/location-buttons.tsx';
import { LocationForm } from '../location/location-form.tsx';
import { StrandedPanel } from '../location/stranded-panel.tsx';
import { NoWarehouse } from '../no-warehouse.tsx';
import { FloorPlan } from '../plan/floor-plan.tsx';
import '../warehouse.css';

const VIEWS = ['list', 'plan', 'stranded'] as const;

/** The list, the floor plan, and stock in disabled locations. The URL keeps the view and the warehouse. */
export default function LocationList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const warehouses = useCall(selectWarehouse, {});
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  if (!warehouses.data) return <Skeleton active />;
  const [first] = warehouses.data;
  if (!first) return <NoWarehouse title={t('location.noHouse')} />;
  const warehouseRows = warehouses.data;
  const warehouseId = Number(params.get('houseId')) || first.id;
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
          onChange={(value) => show({ view: value, houseId: warehouseId })}
        />
      </div>
      {view === 'list' && <ListPanel houseId={warehouseId} warehouses={warehouseRows} onOpen={setOpened} />}
      {view === 'plan' && (
        <>
          <StatusTabs
            items={warehouseRows.map((warehouse) => ({ value: String(warehouse.id), label: warehouse.name }))}
            value={String(warehouseId)}
            onChange={(value) => show({ view, houseId: Number(value) })}
          />
          <FloorPlan houseId={warehouseId} onEdit={(row) => setOpened({ what: 'form', row })} />
        </>
      )}
      {view === 'stranded' && <StrandedPanel houseId={warehouseId} warehouses={warehouseRows} />}
      {opened?.what === 'form' && <LocationForm houseId={warehouseId} row={opened.row} onClose={close} />}
      {opened?.what === 'generate' && <GenerateForm houseId={warehouseId} onClose={close} />}
      {opened?.what === 'import' && (
        <ImportDialog
          title={t('location.import')}
          template={downloadTemplate}
          preview={previewLocationImport}
          commit={commitLocationImport}
          refresh={[listLocations, getFloorPlan]}
          onClose={close}
        />
      )}
    </div>
  );
}
