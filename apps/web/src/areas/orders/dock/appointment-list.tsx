import { UploadOutlined } from '@ant-design/icons';
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
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Quantity } from '../../../components/figures.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { type Column, type DetailTools, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { AppointmentCard } from './appointment-card.tsx';
import { CHANGED, clockOf, TONES, zoneName } from './state.ts';

const LOOK_AGAIN_MS = 15_000;

/** Every appointment at the docks, from and into files. */
export function AppointmentList(): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const [importing, setImporting] = useState(false);
  return (
    <>
      <ListPage
        id="dock.appointments"
        call={listDockAppointments}
        columns={useColumns()}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('all') },
            ...DOCK_STATES.map((value) => ({ value, label: t(`dock.state.${value}`) })),
          ],
        }}
        filters={[{ kind: 'text', name: 'text', label: t('dock.search') }]}
        {...(may('export') ? { exports: { call: exportDockAppointments, toInput: (filter) => ({ filter }) } } : {})}
        empty={{ title: t('dock.none'), hint: t('dock.listHint') }}
        everyMs={LOOK_AGAIN_MS}
        actions={
          may('import') && (
            <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('dock.import')}
            </Button>
          )
        }
        detail={(_id, tools, row) => <AppointmentDrawer appointment={row} tools={tools} />}
      />
      {importing && (
        <ImportDialog
          title={t('dock.import')}
          template={dockTemplate}
          preview={previewDockImport}
          commit={commitDockImport}
          errors={dockImportErrors}
          refresh={CHANGED}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}

function AppointmentDrawer({
  appointment,
  tools,
}: {
  appointment: DockAppointment | undefined;
  tools: DetailTools;
}): ReactNode {
  return (
    <DetailDrawer {...tools} title={appointment?.number} loading={!appointment} tabs={[]}>
      {appointment && <AppointmentCard appointment={appointment} />}
    </DetailDrawer>
  );
}

function useColumns(): Column<DockAppointment>[] {
  const { t } = useTranslation('orders');
  return useMemo<Column<DockAppointment>[]>(
    () => [
      {
        key: 'number',
        title: t('dock.number'),
        width: 160,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => row.number,
      },
      {
        key: 'state',
        title: t('dock.stateTitle'),
        width: 110,
        card: 'state',
        render: (row) => <StatusTag tone={TONES[row.state]}>{t(`dock.state.${row.state}`)}</StatusTag>,
      },
      {
        key: 'facility',
        title: t('dock.facility'),
        width: 130,
        render: (row) => `${t(`dock.type.${row.facilityType}`)} ${row.facility}`,
      },
      {
        key: 'at',
        title: t('dock.appointmentAt'),
        width: 200,
        render: (row) => row.appointmentAt && `${clockOf(row.appointmentAt)} (${zoneName(row.timeZone)})`,
      },
      { key: 'wanted', title: t('dock.wantedAt'), width: 150, render: (row) => clockOf(row.wantedAt) },
      {
        key: 'orders',
        title: t('dock.orders'),
        width: 200,
        render: (row) => row.orders.map((one) => one.poNumber).join(', '),
      },
      { key: 'routing', title: t('dock.routing'), width: 170, render: (row) => row.routingId },
      { key: 'scac', title: t('dock.scac'), width: 80, render: (row) => row.scac },
      { key: 'pro', title: t('dock.pro'), width: 130, render: (row) => row.proNumber },
      {
        key: 'cartons',
        title: t('dock.cartons'),
        width: 80,
        align: 'right',
        render: (row) => <Quantity value={row.cartons} />,
      },
      { key: 'shop', title: t('shop'), width: 160, render: (row) => row.shopName },
    ],
    [t],
  );
}
