import { rights } from '@tradewind/contract/access/modules.ts';
import { CASE_STATES, type FbaCase, listFbaCases } from '@tradewind/contract/transit.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { CASE_TONES } from '../state.ts';
import { CaseForm } from './case-form.tsx';

/** Units that Amazon received short or over, until reimbursement. */
export function CaseList(): ReactNode {
  const { t } = useTranslation('transit');
  const may = useMay();
  const [open, setOpen] = useState<FbaCase>();
  const mayEdit = may(rights.fbaShipment.edit);
  const columns = useMemo<Column<FbaCase>[]>(
    () => [
      col.heading('number', t('caseNo'), { width: 130 }),
      col.text('shipment', t('number'), { of: 'shipmentNo', width: 150 }),
      col.text('amazonNo', t('amazonNo'), { of: 'confirmationId', width: 130 }),
      col.text('sku', t('sellerSku'), { of: 'sellerSku', width: 120 }),
      col.own('kind', t('difference'), (row) => t(`kind.${row.kind}`, { count: row.quantity }), { width: 90 }),
      col.status(
        'state',
        t('stateTitle'),
        (row) => <StatusTag tone={CASE_TONES[row.state]}>{t(`caseState.${row.state}`)}</StatusTag>,
        { width: 100 },
      ),
      col.own('dueOn', t('dueOn'), (row) => (row.late ? <StatusTag tone="bad">{row.dueOn}</StatusTag> : row.dueOn), {
        width: 120,
      }),
      col.text('claim', t('claim'), { width: 115 }),
      col.money('amount', t('reimbursed'), { currency: 'currency', width: 120 }),
      col.own(
        'act',
        t('handle'),
        (row) =>
          mayEdit && (
            <Button size="small" onClick={() => setOpen(row)}>
              {t('handle')}
            </Button>
          ),
        { width: 80 },
      ),
    ],
    [t, mayEdit],
  );
  return (
    <>
      <ListPage
        id="transit.fbaCase"
        call={listFbaCases}
        columns={columns}
        tabs={tabsOf('state', CASE_STATES, (state) => t(`caseState.${state}`), { all: t('all') })}
        empty={{ title: t('noCases'), hint: t('noCasesHint') }}
      />
      {open && <CaseForm key={open.id} row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
