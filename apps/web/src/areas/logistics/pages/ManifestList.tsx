import { PlusOutlined } from '@ant-design/icons';
import {
  listManifests,
  MANIFEST_STATES,
  type ManifestRow,
  manifestTabs,
  openManifest,
  waitingForManifest,
} from '@tradewind/contract/logistics.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, Quantity } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { ManifestDrawer } from '../manifest/manifest-drawer.tsx';
import { OpenDialog } from '../manifest/open-dialog.tsx';
import { kilos, ManifestStateTag, useVanName } from '../manifest/van.tsx';
import '../logistics.css';

const EVERY_MS = 30_000;

/** What vans take: parcels are put onto a manifest, it is closed and printed, and with it their orders are shipped. */
export default function ManifestList(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useButtons();
  const tabs = useCall(manifestTabs, {}, { everyMs: EVERY_MS });
  const warehouses = useCall(selectWarehouse, {});
  const [adding, setAdding] = useState(false);
  const open = useOpen();
  return (
    <>
      <ListPage
        id="logistics.manifest"
        call={listManifests}
        columns={useColumns()}
        everyMs={EVERY_MS}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('manifest.all') },
            ...MANIFEST_STATES.map((state) => ({
              value: state,
              label: t(`manifest.state.${state}`),
              count: state === 'open' || state === 'closed' ? (tabs.data?.[state] ?? 0) : undefined,
              urgent: state === 'closed',
            })),
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('manifest.search') },
          {
            kind: 'select',
            name: 'warehouseId',
            label: t('manifest.warehouse'),
            options: (warehouses.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
          { kind: 'dates', name: ['from', 'to'], label: t('manifest.day') },
        ]}
        summary={<Waiting onOpen={may('add') ? open : undefined} />}
        actions={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {t('manifest.add')}
            </Button>
          )
        }
        empty={{ title: t('manifest.none'), hint: t('manifest.noneHint') }}
        detail={(id, tools) => <ManifestDrawer id={id} tools={tools} />}
      />
      {adding && <OpenDialog onOpen={open} onClose={() => setAdding(false)} />}
    </>
  );
}

type Wanted = Parameters<ReturnType<typeof useAct<typeof openManifest>>['mutate']>[0];

/** Opens (or goes on with) today's manifest of a van, and shows it. */
function useOpen(): (wanted: Wanted) => void {
  const { t } = useTranslation('logistics');
  const navigate = useNavigate();
  const act = useAct(openManifest, {
    refresh: [listManifests, manifestTabs, waitingForManifest],
    onDone: ({ id, added }, { fill }) => {
      if (fill) toast.success(added > 0 ? t('manifest.added', { count: added }) : t('manifest.addedNone'));
      void navigate(`/logistics/manifest?open=${id}`);
    },
  });
  return (wanted) => act.mutate(wanted);
}

/** What stands ready and is on no manifest yet: a press puts it there. */
function Waiting({ onOpen }: { onOpen: ((wanted: Wanted) => void) | undefined }): ReactNode {
  const { t } = useTranslation('logistics');
  const vanName = useVanName();
  const { data } = useCall(waitingForManifest, {}, { everyMs: EVERY_MS });
  if (!data?.groups.length) return null;
  return (
    <div className="tw-manifest-waiting">
      <span className="tw-muted">{t('manifest.waiting')}</span>
      {data.groups.map((group) => {
        const { warehouseId, carrier, platform, channelId } = group;
        const words = t('manifest.waitingOne', {
          van: vanName(group),
          warehouse: group.warehouseName,
          count: group.parcels,
        });
        return onOpen ? (
          <Tooltip key={words} title={t('manifest.waitingHint')}>
            <Button size="small" onClick={() => onOpen({ warehouseId, carrier, platform, channelId, fill: true })}>
              {words}
            </Button>
          </Tooltip>
        ) : (
          <span key={words}>{words}</span>
        );
      })}
    </div>
  );
}

function useColumns(): Column<ManifestRow>[] {
  const { t } = useTranslation('logistics');
  const vanName = useVanName();
  return useMemo<Column<ManifestRow>[]>(
    () => [
      {
        key: 'number',
        title: t('manifest.number'),
        width: 190,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) =>
          row.number ? (
            <span className="tw-figure">{row.number}</span>
          ) : (
            <span className="tw-muted">{t('manifest.unnumbered')}</span>
          ),
      },
      {
        key: 'state',
        title: t('manifest.stateTitle'),
        width: 120,
        card: 'state',
        render: (row) => <ManifestStateTag state={row.state} />,
      },
      { key: 'van', title: t('manifest.van'), width: 200, render: vanName },
      { key: 'warehouse', title: t('manifest.warehouse'), width: 150, render: (row) => row.warehouseName },
      {
        key: 'day',
        title: t('manifest.day'),
        width: 110,
        render: (row) => <span className="tw-figure">{row.day}</span>,
      },
      {
        key: 'parcels',
        title: t('manifest.parcels'),
        width: 90,
        align: 'right',
        render: (row) => <Quantity value={row.parcels} />,
      },
      {
        key: 'weight',
        title: t('manifest.weight'),
        width: 110,
        align: 'right',
        render: (row) => <span className="tw-figure">{kilos(row.weightGrams)} kg</span>,
      },
      {
        key: 'stayed',
        title: t('manifest.stayed'),
        width: 90,
        align: 'right',
        card: 'hide',
        render: (row) => <Quantity value={row.stayed} />,
      },
      { key: 'createdBy', title: t('manifest.createdBy'), width: 130, card: 'hide', render: (row) => row.createdBy },
      { key: 'closedAt', title: t('manifest.closedAt'), width: 150, render: (row) => <DateTime at={row.closedAt} /> },
      { key: 'handedAt', title: t('manifest.handedAt'), width: 150, render: (row) => <DateTime at={row.handedAt} /> },
    ],
    [t, vanName],
  );
}
