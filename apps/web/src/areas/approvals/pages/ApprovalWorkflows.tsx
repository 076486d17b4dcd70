import { rights } from '@tradewind/contract/access/modules.ts';
import { delUserAuditSettings, getAuditSettings, getUserAuditSettings } from '@tradewind/contract/approvals.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { Money, None } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { useUser } from '../../../shell/session.ts';
import { SettingForm } from '../setting-form.tsx';

type Row = ResultOf<typeof getUserAuditSettings>['rows'][number];

export default function ApprovalWorkflows(): ReactNode {
  const { t } = useTranslation('approvals');
  const may = useMay();
  const choices = useCall(getAuditSettings, {});
  const [form, setForm] = useState<{ id?: number }>();
  const columns = useColumns();
  return (
    <>
      <ListPage
        id="approvals.settings"
        call={getUserAuditSettings}
        columns={columns}
        filters={[
          {
            kind: 'select',
            name: 'modelId',
            label: t('setting.module'),
            options: (choices.data?.models ?? []).map((model) => ({ value: model.modelId, label: model.name })),
          },
        ]}
        primary={may(rights.approvalWorkflow.add) && { label: t('setting.add'), onClick: () => setForm({}) }}
        {...(may(rights.approvalWorkflow.edit) ? { onOpen: (row: Row) => setForm({ id: row.id }) } : {})}
        empty={{ title: t('setting.none'), hint: t('setting.noneHint') }}
      />
      {form && <SettingForm id={form.id} onClose={() => setForm(undefined)} />}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('approvals');
  const { baseCurrency } = useUser();
  const mayDelete = useMay()(rights.approvalWorkflow.delete);
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'modelName',
        title: t('setting.module'),
        width: 180,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <strong>{row.modelName}</strong>,
      },
      { key: 'level', title: t('setting.level'), width: 100, render: (row) => t('levelOf', { level: row.level }) },
      {
        key: 'amountFrom',
        title: t('setting.amountFrom'),
        width: 160,
        align: 'right',
        render: (row) =>
          Number(row.amountFrom) === 0 ? t('setting.all') : <Money amount={row.amountFrom} currency={baseCurrency} />,
      },
      col.text('ToExamine', t('setting.reviewer'), { of: 'toExamineName', width: 160 }),
      {
        key: 'Approval',
        title: t('setting.approver'),
        width: 240,
        render: (row) => (
          <>
            {row.approvalName || <None />}
            {!row.approvalFit && <div className="tw-bad">{t('setting.unfit')}</div>}
          </>
        ),
      },
      ...(mayDelete ? [{ key: 'delete', title: '', width: 100, render: (row: Row) => <Remove row={row} /> }] : []),
    ],
    [t, baseCurrency, mayDelete],
  );
}

function Remove({ row }: { row: Row }): ReactNode {
  const { t } = useTranslation('approvals');
  const remove = useAct(delUserAuditSettings, {
    refresh: [getUserAuditSettings, getAuditSettings],
    success: t('setting.deleted'),
  });
  return (
    <ConfirmDanger
      type="link"
      size="small"
      title={t('setting.deleteTitle', { name: row.modelName, level: row.level })}
      consequence={t('setting.deleteText')}
      verb={t('action.delete')}
      onConfirm={() => remove.mutateAsync({ ids: [row.id] })}
    />
  );
}
