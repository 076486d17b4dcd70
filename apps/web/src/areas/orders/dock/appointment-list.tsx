import { rights } from '@tradewind/contract/access/modules.ts';
import {
  commitDockImport,
  DOCK_STATES,
  type DockAppointment,
  dockImportErrors,
  dockTemplate,
  exportDockAppointments,
  listDockAppointments,
  previewDockImport,
} from '@tradewind/contract/docking.ts';
import { Skeleton } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { ImportButton } from '../../../components/open-button.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { AppointmentCard } from './appointment-card.tsx';
import { CHANGED, clockOf, TONES, zoneName } from './state.ts';

const LOOK_AGAIN_MS = 15_000;

/** All dock appointments, with import and export. */
export function AppointmentList(): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  return (
    <ListPage
      id="dock.appointments"
      call={listDockAppointments}
      columns={useColumns()}
      tabs={tabsOf('state', DOCK_STATES, (state) => t(`dock.state.${state}`), { all: t('all') })}
      filters={[{ kind: 'text', name: 'text', label: t('dock.search') }]}
      exports={may(exportDockAppointments) && { call: exportDockAppointments }}
      empty={{ title: t('dock.none'), hint: t('dock.listHint') }}
      everyMs={LOOK_AGAIN_MS}
      actions={
        may(rights.dockOrder.import) && (
          <ImportButton
            label={t('dock.import')}
            title={t('dock.import')}
            template={dockTemplate}
            preview={previewDockImport}
            commit={commitDockImport}
            errors={dockImportErrors}
            refresh={CHANGED}
          />
        )
      }
      detail={(_id, tools, row) => (
        <DetailDrawer {...tools} title={row?.number}>
          {row ? <AppointmentCard appointment={row} /> : <Skeleton active />}
        </DetailDrawer>
      )}
    />
  );
}

function useColumns(): Column<DockAppointment>[] {
  const { t } = useTranslation('orders');
  return useMemo<Column<DockAppointment>[]>(
    () => [
      col.heading('number', t('dock.number'), { width: 160 }),
      col.status(
        'state',
        t('dock.stateTitle'),
        (row) => <StatusTag tone={TONES[row.state]}>{t(`dock.state.${row.state}`)}</StatusTag>,
        { width: 110 },
      ),
      col.own('facility', t('dock.facility'), (row) => `${t(`dock.type.${row.facilityType}`)} ${row.facility}`, {
        width: 130,
      }),
      col.own(
        'at',
        t('dock.appointmentAt'),
        ({ appointmentAt, timeZone }) => appointmentAt && `${clockOf(appointmentAt)} (${zoneName(timeZone)})`,
        { width: 200 },
      ),
      col.own('wanted', t('dock.wantedAt'), (row) => clockOf(row.wantedAt), { width: 150 }),
      col.own('orders', t('dock.orders'), (row) => row.orders.map((one) => one.poNumber).join(', '), { width: 200 }),
      col.text('routing', t('dock.routing'), { of: 'routingId', width: 170 }),
      col.text('scac', t('dock.scac'), { width: 80 }),
      col.text('pro', t('dock.pro'), { of: 'proNumber', width: 130 }),
      col.qty('cartons', t('dock.cartons'), { width: 80 }),
      col.text('shop', t('shop'), { of: 'shopName', width: 160 }),
    ],
    [t],
  );
}
