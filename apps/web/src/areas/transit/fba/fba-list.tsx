import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/transit.ts';
import { FBA_STATES, type FbaDetail, type FbaRow } from '@tradewind/contract/transit.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { bulkRun, type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { ImportButton } from '../../../components/open-button.tsx';
import { optionOf } from '../../../components/place-options.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { FBA_CHANGED, FBA_TONES } from '../state.ts';
import { FbaDrawer } from './fba-drawer.tsx';
import { FbaForm } from './fba-form.tsx';

export function FbaList(): ReactNode {
  const { t } = useTranslation('transit');
  const may = useMay();
  const [form, setForm] = useState<{ fba?: FbaDetail }>();
  const tabs = useCall(calls.fbaTabs, {});
  const shops = useCall(calls.fbaShops, {});
  return (
    <>
      <ListPage
        id="transit.fba"
        call={calls.listFba}
        columns={useColumns()}
        tabs={tabsOf('state', FBA_STATES, (state) => t(`state.${state}`), {
          all: t('all'),
          counts: tabs.data?.states,
        })}
        filters={[
          { kind: 'text', name: 'text', label: t('search') },
          { kind: 'select', name: 'shopId', label: t('shop'), options: (shops.data ?? []).map(optionOf) },
        ]}
        bulk={[
          {
            may: may(calls.deleteFba),
            key: 'delete',
            label: t('delete'),
            danger: true,
            fits: (row) => calls.fbaMay('edit', row),
            needs: t('onlyDrafts'),
            confirm: (count) => t('deleteText', { count }),
            run: bulkRun(calls.deleteFba),
          },
        ]}
        exports={may(calls.exportFba) && { call: calls.exportFba }}
        primary={may(rights.fbaShipment.add) && { label: t('add'), onClick: () => setForm({}) }}
        actions={
          may(rights.fbaShipment.box) && (
            <ImportButton
              label={t('importBoxes')}
              title={t('importBoxes')}
              template={calls.fbaBoxTemplate}
              preview={calls.previewFbaBoxes}
              commit={calls.commitFbaBoxes}
              errors={calls.fbaBoxErrors}
              refresh={FBA_CHANGED}
            />
          )
        }
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        detail={(id, tools) => <FbaDrawer key={id} id={id} tools={tools} onEdit={(fba) => setForm({ fba })} />}
      />
      {form && <FbaForm key={form.fba?.id ?? 0} fba={form.fba} onClose={() => setForm(undefined)} />}
    </>
  );
}

function useColumns(): Column<FbaRow>[] {
  const { t } = useTranslation('transit');
  return useMemo<Column<FbaRow>[]>(
    () => [
      col.heading('number', t('number')),
      col.text('name', t('name'), { width: 180 }),
      col.status('state', t('stateTitle'), (row) => <FbaStateTag row={row} />, { width: 130 }),
      col.text('shop', t('shop'), { of: 'shopName', width: 160 }),
      col.text('from', t('from'), { of: 'warehouseName', width: 140 }),
      col.own('amazonNo', t('amazonNo'), (row) => row.confirmationIds.join(' '), { width: 170 }),
      col.text('skus', 'SKU', { width: 70, align: 'right' }),
      col.code('units', t('receivedOf'), {
        of: (row: FbaRow) => `${row.received} / ${row.units}`,
        width: 120,
        align: 'right',
      }),
      col.qty('boxes', t('boxes'), { width: 80 }),
      col.own(
        'cases',
        t('openCases'),
        (row) => row.openCases > 0 && <StatusTag tone="bad">{row.openCases}</StatusTag>,
        {
          width: 100,
          align: 'right',
        },
      ),
      col.time('createdAt', t('createdAt')),
      col.time('shippedAt', t('shippedAt')),
    ],
    [t],
  );
}

/** The status, or the step in progress or failed. */
function FbaStateTag({ row }: { row: FbaRow }): ReactNode {
  const { t } = useTranslation('transit');
  return (
    <StatusTag tone={row.stepError ? 'bad' : FBA_TONES[row.state]} busy={row.step !== '' && !row.stepError}>
      {row.stepError ? t('stopped') : t(`state.${row.state}`)}
    </StatusTag>
  );
}
