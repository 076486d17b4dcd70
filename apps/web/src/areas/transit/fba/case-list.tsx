import { CASE_STATES, type FbaCase, listFbaCases, saveFbaCase } from '@tradewind/contract/transit.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { Money, None } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { CASE_TONES, FBA_CHANGED } from '../state.ts';

/** What Amazon counted short or over, until the money has come. */
export function CaseList(): ReactNode {
  const { t } = useTranslation('transit');
  const may = useButtons();
  const [open, setOpen] = useState<FbaCase>();
  const mayEdit = may('edit');
  const columns = useMemo<Column<FbaCase>[]>(
    () => [
      {
        key: 'number',
        title: t('caseNo'),
        width: 130,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => row.number,
      },
      { key: 'shipment', title: t('number'), width: 150, render: (row) => row.shipmentNo },
      { key: 'amazonNo', title: t('amazonNo'), width: 130, render: (row) => row.confirmationId },
      { key: 'sku', title: t('sellerSku'), width: 120, render: (row) => row.sellerSku },
      {
        key: 'kind',
        title: t('difference'),
        width: 90,
        render: (row) => t(`kind.${row.kind}`, { count: row.quantity }),
      },
      {
        key: 'state',
        title: t('stateTitle'),
        width: 100,
        card: 'state',
        render: (row) => <StatusTag tone={CASE_TONES[row.state]}>{t(`caseState.${row.state}`)}</StatusTag>,
      },
      {
        key: 'dueOn',
        title: t('dueOn'),
        width: 120,
        render: (row) => (row.late ? <StatusTag tone="bad">{row.dueOn}</StatusTag> : row.dueOn),
      },
      { key: 'claim', title: t('claim'), width: 115, render: (row) => row.claim || <None /> },
      {
        key: 'amount',
        title: t('reimbursed'),
        width: 120,
        align: 'right',
        render: (row) => (row.amount ? <Money amount={row.amount} currency={row.currency} /> : <None />),
      },
      {
        key: 'act',
        title: t('handle'),
        width: 80,
        render: (row) =>
          mayEdit ? (
            <Button size="small" onClick={() => setOpen(row)}>
              {t('handle')}
            </Button>
          ) : (
            <None />
          ),
      },
    ],
    [t, mayEdit],
  );
  return (
    <>
      <ListPage
        id="transit.fbaCase"
        call={listFbaCases}
        columns={columns}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('all') },
            ...CASE_STATES.map((value) => ({ value, label: t(`caseState.${value}`) })),
          ],
        }}
        empty={{ title: t('noCases'), hint: t('noCasesHint') }}
      />
      {open && <CaseForm key={open.id} row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function CaseForm({ row, onClose }: { row: FbaCase; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const { id, version, state, dueOn, claim, amount, currency, remark } = row;
  return (
    <FormDrawer
      open
      title={t('caseTitle', { number: row.number })}
      call={saveFbaCase}
      initial={{
        id,
        version,
        state,
        dueOn,
        claim,
        currency,
        remark,
        amount: amount?.replace(/(\.\d\d)\d*$/, '$1'),
      }}
      toInput={(values) => ({
        ...values,
        amount: values.amount || null,
        currency: String(values.currency).toUpperCase(),
      })}
      verb={t('saveCase')}
      success={t('saved')}
      refresh={FBA_CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'state',
          label: t('stateTitle'),
          required: true,
          half: true,
          options: CASE_STATES.map((value) => ({ value, label: t(`caseState.${value}`) })),
        },
        { kind: 'date', name: 'dueOn', label: t('dueOn'), required: true, half: true },
        { kind: 'text', name: 'claim', label: t('claim'), max: 60 },
        { kind: 'decimal', name: 'amount', label: t('reimbursed'), half: true },
        { kind: 'text', name: 'currency', label: t('currency'), required: true, half: true, max: 3 },
        { kind: 'textarea', name: 'remark', label: t('remark'), max: 300 },
      ]}
    >
      <h3>{t('evidence')}</h3>
      <DocumentFiles docKind="fba_case" docId={row.id} refresh={[]} />
    </FormDrawer>
  );
}
