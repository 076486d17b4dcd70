import { rights } from '@tradewind/contract/access/modules.ts';
import {
  commitRequisitionImport,
  deleteRequisitions,
  exportRequisitions,
  listRequisitions,
  REQUISITION_STATES,
  type RequisitionRow,
  requisitionTabs,
} from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { bulkRun, type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { ImportButton } from '../import-button.tsx';
import { CHANGED } from '../purchase/changed.ts';
import { RequisitionTag } from '../purchase/states.tsx';
import { RequisitionDrawer } from '../requisition/requisition-drawer.tsx';
import { RequisitionForm } from '../requisition/requisition-form.tsx';

export default function RequisitionList(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const tabs = useCall(requisitionTabs, {});
  return (
    <ListPage
      id="purchase.requisition"
      call={listRequisitions}
      columns={useColumns()}
      tabs={tabsOf('state', REQUISITION_STATES, (state) => t(`requisition.state.${state}`), {
        all: t('line.all'),
        counts: tabs.data?.counts,
        uncounted: ['done', 'cancelled'],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('requisition.search') },
        { kind: 'dates', name: ['from', 'to'], label: t('line.createdAt') },
      ]}
      bulk={[
        {
          key: 'delete',
          label: t('action.delete'),
          danger: true,
          may: may(deleteRequisitions),
          fits: (row) => row.state === 'draft',
          confirm: (count) => t('requisition.deleteMany', { count }),
          refresh: CHANGED,
          run: bulkRun(deleteRequisitions),
        },
      ]}
      exports={may(exportRequisitions) && { call: exportRequisitions }}
      actions={may(commitRequisitionImport) && <ImportButton of="requisition" />}
      primary={
        may(rights.requisition.add) && {
          label: t('requisition.add'),
          form: (close) => <RequisitionForm onClose={close} />,
        }
      }
      empty={{ title: t('requisition.none'), hint: t('requisition.noneHint') }}
      detail={(id, tools) => <RequisitionDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<RequisitionRow>[] {
  const { t } = useTranslation('procurement');
  return useMemo<Column<RequisitionRow>[]>(
    () => [
      col.heading('number', t('requisition.number'), { width: 190 }),
      col.status('state', t('line.status'), (row) => <RequisitionTag state={row.state} />),
      col.qty('lineCount', t('requisition.lineCount')),
      col.qty('units', t('requisition.units')),
      col.qty('ordered', t('requisition.ordered')),
      col.qty('received', t('line.received')),
      col.text('needBy', t('line.needBy'), { width: 120 }),
      col.text('remark', t('line.remark'), { width: 220, card: 'hide' }),
      col.text('createdBy', t('requisition.createdBy'), { width: 130 }),
      col.time('createdAt', t('line.createdAt'), { card: 'hide' }),
    ],
    [t],
  );
}
