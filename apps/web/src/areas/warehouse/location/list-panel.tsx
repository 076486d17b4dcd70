import { rights } from '@tradewind/contract/access/modules.ts';
import { LOCATION_KINDS, type LocationPlace, listLocations } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, optionsOf, yesNo } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { useLocationActs } from './location-acts.tsx';
import { LocationButtons, type Opened } from './location-buttons.tsx';
import { LocationDrawer } from './location-drawer.tsx';

interface ListPanelProps {
  houseId: number;
  warehouses: readonly { id: number; name: string }[];
  onOpen: (what: Opened) => void;
}

/** One tab per warehouse. */
export function ListPanel({ houseId: warehouseId, warehouses, onOpen }: ListPanelProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const areas = useCall(listLocations, { houseId: warehouseId, size: 1 });
  const columns = useColumns();
  return (
    <ListPage
      id="warehouse.location"
      call={listLocations}
      columns={columns}
      fixed={{ houseId: warehouseId }}
      tabs={{
        param: 'houseId',
        items: warehouses.map((warehouse) => ({ value: String(warehouse.id), label: warehouse.name })),
      }}
      filters={[
        { kind: 'text', name: 'text', label: t('location.search') },
        {
          kind: 'select',
          name: 'kind',
          label: t('location.kindTitle'),
          options: optionsOf(LOCATION_KINDS, (kind) => t(`location.kind.${kind}`)),
        },
        {
          kind: 'select',
          name: 'area',
          label: t('location.area'),
          more: true,
          options: (areas.data?.areas ?? []).map((area) => ({ value: area, label: area })),
        },
        {
          kind: 'select',
          name: 'enabled',
          label: t('location.enabled'),
          more: true,
          options: yesNo(t('location.yes'), t('location.no')),
        },
      ]}
      bulk={useLocationActs(warehouseId)}
      primary={may(rights.location.add) && { label: t('location.add'), onClick: () => onOpen({ what: 'form' }) }}
      actions={<LocationButtons houseId={warehouseId} onOpen={onOpen} />}
      empty={{
        title: t('location.empty'),
        hint: t('location.emptyHint'),
        action: may(rights.location.add) && (
          <Button onClick={() => onOpen({ what: 'generate' })}>{t('location.generate')}</Button>
        ),
        ofTab: true,
      }}
      detail={(id, tools) => <LocationDrawer id={id} tools={tools} onEdit={(row) => onOpen({ what: 'form', row })} />}
    />
  );
}

function useColumns(): Column<LocationPlace>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      col.heading('code', t('location.code'), { width: 160 }),
      col.own('kind', t('location.kindTitle'), (row) => t(`location.kind.${row.kind}`), { width: 100 }),
      col.status(
        'enabled',
        t('location.enabled'),
        (row) => (
          <StatusTag tone={row.enabled ? 'good' : 'muted'}>
            {t(row.enabled ? 'house.enabled' : 'house.disabled')}
          </StatusTag>
        ),
        { width: 90 },
      ),
      col.text('area', t('location.area'), { width: 80, card: 'hide' }),
      col.text('shelf', t('location.shelf'), { width: 80, card: 'hide' }),
      col.text('row', t('location.row'), { width: 80, card: 'hide' }),
      col.text('column', t('location.column'), { width: 80, card: 'hide' }),
      col.own('tray', t('location.tray'), (row) => row.tray && t('location.yes'), { width: 80 }),
      col.text('pathOrder', t('location.path'), { width: 100, align: 'right' }),
      col.qty('products', t('location.products'), { width: 100 }),
      col.qty('units', t('location.units'), { width: 100 }),
      col.qty('capacity', t('location.capacity'), { width: 100 }),
    ],
    [t],
  );
}
