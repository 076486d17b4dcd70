import { rights } from '@tradewind/contract/access/modules.ts';
import { APPROVAL_STATES, type ApprovalRow, decideApprovals, listApprovals } from '@tradewind/contract/approvals.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { Money, None } from '../../../components/figures.tsx';
import { LeadButton } from '../../../components/lead-button.tsx';
import { type BulkAction, type Column, ListPage } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { ApprovalDrawer } from '../approval-drawer.tsx';
import { useAskRemark } from '../ask-remark.tsx';
import { ApprovalState } from '../state.tsx';

const TABS = ['todo', 'mine', 'done'] as const;
const EMPTY = { todo: 'noneTodo', mine: 'noneMine', done: 'noneDone' } as const;

export default function ApprovalCenter(): ReactNode {
  const { t } = useTranslation('approvals');
  const waiting = useCall(listApprovals, { tab: 'todo', page: 1, pageSize: 1 }, { everyMs: 300_000 });
  const columns = useColumns();
  const [bulk, dialog] = useBulk();
  const chosen = new URLSearchParams(useLocation().search).get('tab');
  const tab = TABS.find((name) => name === chosen) ?? 'todo';
  return (
    <>
      <ListPage
        id={`approvals.${tab}`}
        call={listApprovals}
        columns={columns}
        tabs={{
          param: 'tab',
          items: TABS.map((value) => ({
            value,
            label: t(`tab.${value}`),
            ...(value === 'todo' ? { count: waiting.data?.total, urgent: true } : {}),
          })),
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('search') },
          {
            kind: 'select',
            name: 'state',
            label: t('stateLabel'),
            options: APPROVAL_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          },
        ]}
        {...(tab === 'todo' ? { bulk } : {})}
        empty={{
          title: t(EMPTY[tab]),
          hint: t('noneHint'),
          action: <LeadButton to={rights.approvalWorkflow} label={t('toWorkflows')} />,
          ofTab: true,
        }}
        detail={(id, tools) => <ApprovalDrawer id={id} tools={tools} />}
      />
      {dialog}
    </>
  );
}

function useBulk(): [BulkAction<typeof listApprovals>[], ReactNode] {
  const { t } = useTranslation('approvals');
  const may = useMay();
  const [ask, dialog] = useAskRemark();
  const applies = { fits: (row: ApprovalRow) => row.mayDecide, needs: t('notMine') };
  const approve: BulkAction<typeof listApprovals> = {
    key: 'approve',
    label: t('approve'),
    ...applies,
    run: ({ input, idempotencyKey }) => callApi(decideApprovals, { ...input, aud: 'approved', idempotencyKey }),
  };
  const reject: BulkAction<typeof listApprovals> = {
    key: 'reject',
    label: t('reject'),
    danger: true,
    ...applies,
    run: async ({ input, count, idempotencyKey }) => {
      const remark = await ask(count);
      return remark === undefined
        ? undefined
        : callApi(decideApprovals, { ...input, aud: 'rejected', remark, idempotencyKey });
    },
  };
  return [
    [...(may(rights.approval.approve) ? [approve] : []), ...(may(rights.approval.reject) ? [reject] : [])],
    dialog,
  ];
}

function useColumns(): Column<ApprovalRow>[] {
  const { t } = useTranslation('approvals');
  return useMemo<Column<ApprovalRow>[]>(
    () => [
      {
        key: 'title',
        title: t('document'),
        width: 220,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <strong>{row.title}</strong>,
      },
      col.text('modelName', t('module'), { width: 140 }),
      col.status('state', t('stateLabel'), (row) => <ApprovalState state={row.state} />),
      {
        key: 'amount',
        title: t('amount'),
        width: 150,
        align: 'right',
        render: (row) => (row.amount ? <Money amount={row.amount} currency={row.currency ?? ''} /> : <None />),
      },
      { key: 'level', title: t('level'), width: 90, render: (row) => t('levelOf', { level: row.level }) },
      col.text('waitingFor', t('waitingFor'), { width: 140 }),
      col.text('author', t('author'), { width: 140 }),
      col.time('submittedAt', t('submitted'), { width: 160 }),
      col.time('endedAt', t('ended'), { width: 160 }),
    ],
    [t],
  );
}
