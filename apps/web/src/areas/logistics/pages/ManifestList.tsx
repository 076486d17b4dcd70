import { rights } from '@tradewind/contract/access/modules.ts';
import {
  listManifests,
  MANIFEST_STATES,
  type ManifestRow,
  manifestTabs,
  openManifest,
} from '@tradewind/contract/logistics.ts';
import { Segmented } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { ManifestDrawer } from '../manifest/manifest-drawer.tsx';
import { OpenDialog } from '../manifest/open-dialog.tsx';
import { PickupsPanel } from '../manifest/pickups-panel.tsx';
import { useOpenManifest } from '../manifest/use-open-manifest.ts';
import { kilos, ManifestStateTag, useVanName } from '../manifest/van.tsx';
import { WaitingParcels } from '../manifest/waiting-parcels.tsx';
import '../logistics.css';

const EVERY_MS = 30_000;

/** Manifests and pickups. The URL holds the view. */
export default function ManifestList(): ReactNode {
  const { t } = useTranslation('logistics');
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'pickups' ? 'pickups' : 'manifests';
  return (
    <div className="tw-manifest">
      <div className="tw-manifest-views">
        <Segmented
          value={view}
          options={(['manifests', 'pickups'] as const).map((value) => ({ value, label: t(`pickup.view.${value}`) }))}
          onChange={(value) => setParams(value === 'manifests' ? {} : { view: value }, { replace: true })}
        />
      </div>
      {view === 'manifests' ? <Manifests /> : <PickupsPanel />}
    </div>
  );
}

/** Add parcels, close and print; handing over ships their orders. */
function Manifests(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const tabs = useCall(manifestTabs, {}, { everyMs: EVERY_MS });
  const warehouses = useWarehouseOptions();
  const open = useOpenManifest();
  return (
    <ListPage
      id="logistics.manifest"
      call={listManifests}
      columns={useColumns()}
      everyMs={EVERY_MS}
      tabs={tabsOf('state', MANIFEST_STATES, (state) => t(`manifest.state.${state}`), {
        all: t('manifest.all'),
        counts: tabs.data,
        uncounted: ['handed', 'cancelled'],
        urgent: ['closed'],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('manifest.search') },
        { kind: 'select', name: 'warehouseId', label: t('manifest.warehouse'), options: warehouses },
        { kind: 'dates', name: ['from', 'to'], label: t('manifest.day') },
      ]}
      summary={<WaitingParcels onOpen={may(openManifest) ? open : undefined} />}
      primary={
        may(rights.manifest.add) && {
          label: t('manifest.add'),
          form: (close) => <OpenDialog onOpen={open} onClose={close} />,
        }
      }
      empty={{ title: t('manifest.none'), hint: t('manifest.noneHint') }}
      detail={(id, tools) => <ManifestDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<ManifestRow>[] {
  const { t } = useTranslation('logistics');
  const vanName = useVanName();
  return useMemo<Column<ManifestRow>[]>(
    () => [
      col.ownHeading(
        'number',
        t('manifest.number'),
        ({ number }) => <span className={number ? 'tw-figure' : 'tw-muted'}>{number || t('manifest.unnumbered')}</span>,
        { width: 190 },
      ),
      col.status('state', t('manifest.stateTitle'), (row) => <ManifestStateTag state={row.state} />),
      col.text('van', t('manifest.van'), { of: vanName, width: 200 }),
      col.text('warehouse', t('manifest.warehouse'), { of: 'warehouseName', width: 150 }),
      col.code('day', t('manifest.day'), { width: 110 }),
      col.qty('parcels', t('manifest.parcels')),
      col.code('weight', t('manifest.weight'), {
        of: (row: ManifestRow) => `${kilos(row.weightGrams)} kg`,
        width: 110,
        align: 'right',
      }),
      col.qty('stayed', t('manifest.stayed'), { card: 'hide' }),
      col.text('createdBy', t('manifest.createdBy'), { width: 130, card: 'hide' }),
      col.time('closedAt', t('manifest.closedAt')),
      col.time('handedAt', t('manifest.handedAt')),
    ],
    [t, vanName],
  );
}
