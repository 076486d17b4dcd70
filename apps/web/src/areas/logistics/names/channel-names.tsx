import { getExpressCorrespondence, savePlatformCorrespondingExpress } from '@tradewind/contract/logistics.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, type RowOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { platformName, platformOptions } from '../../../platform-names.ts';
import { PlatformNamesDrawer } from './platform-names.tsx';

type Row = RowOf<typeof getExpressCorrespondence>;

/** What each platform calls the channels, of all warehouses or of one. */
export function ChannelNames(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const warehouses = useWarehouseOptions();
  const [open, setOpen] = useState<Row>();
  const columns = useColumns();
  return (
    <>
      <ListPage
        id="logistics.names"
        call={getExpressCorrespondence}
        columns={columns}
        filters={[
          { kind: 'text', name: 'text', label: t('express.search') },
          { kind: 'select', name: 'houseId', label: t('express.warehouse'), options: warehouses },
          { kind: 'select', name: 'platform', label: t('express.platform'), options: platformOptions() },
          {
            ...{ kind: 'select', name: 'mapped', label: t('express.set') },
            options: [
              { value: 'true', label: t('express.mapped') },
              { value: 'false', label: t('express.unmapped') },
            ],
          },
        ]}
        {...(may(savePlatformCorrespondingExpress) ? { onOpen: setOpen } : {})}
        empty={{ title: t('express.noNames'), hint: t('express.noNamesHint') }}
      />
      {open && (
        <PlatformNamesDrawer
          channel={{ id: open.channelId, name: open.channelName, platformCarrierCode: open.ownCode }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('logistics');
  return useMemo<Column<Row>[]>(
    () => [
      col.heading('channelName', t('channel'), { width: 220 }),
      col.text('carrier', t('carrier'), { of: (row: Row) => t(`carriers.${row.carrier}`), width: 140 }),
      col.text('platform', t('express.platform'), { of: (row: Row) => platformName(row.platform), width: 160 }),
      col.text('name', t('express.nameThere'), { of: (row: Row) => row.name || row.code, width: 240 }),
      col.status(
        'mapped',
        t('express.set'),
        (row) => (
          <StatusTag tone={row.mapped ? 'good' : 'muted'}>
            {t(row.mapped ? 'express.mapped' : 'express.unmapped')}
          </StatusTag>
        ),
        { width: 190 },
      ),
    ],
    [t],
  );
}
