import { getNum } from '@tradewind/contract/access.ts';
import { ApprovalPurReq, getApprovalDetail, listApprovals, withdrawApproval } from '@tradewind/contract/approvals.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, Money } from '../../components/figures.tsx';
import type { Column, DetailTools } from '../../components/list-page.tsx';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';
import { useAskRemark } from './ask-remark.tsx';
import { ApprovalState } from './state.tsx';

type Detail = ResultOf<typeof getApprovalDetail>;

export function ApprovalDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('approvals');
  const found = useCall(getApprovalDetail, { id });
  const it = found.data;
  return (
    <DetailDrawer
      {...tools}
      size={680}
      title={it?.title ?? ''}
      subtitle={it?.modelName}
      status={it && <ApprovalState state={it.state} />}
      query={found}
      actions={it && <Actions it={it} close={tools.close} />}
    >
      {it && (
        <>
          <Facts
            items={[
              [t('author'), it.author],
              [t('submitted'), <DateTime key="s" at={it.submittedAt} />],
              [t('amount'), it.amount && <Money key="a" amount={it.amount} currency={it.currency ?? ''} />],
              [t('waitingFor'), it.waitingFor],
              ...it.facts.map((fact): [string, ReactNode] => [fact.label, fact.value]),
            ]}
          />
          {it.lines.length > 0 && <Lines lines={it.lines} />}
          <h3 style={{ margin: '20px 0 12px' }}>{t('steps')}</h3>
          <Steps it={it} />
        </>
      )}
    </DetailDrawer>
  );
}

function Lines({ lines }: { lines: Detail['lines'] }): ReactNode {
  const { t } = useTranslation('approvals');
  const columns = useMemo<Column<Detail['lines'][number]>[]>(
    () => [
      col.text('title', t('line'), { width: 320, narrow: 150, card: 'title' }),
      col.text('detail', t('place'), { width: 150, narrow: 100 }),
      col.code('quantity', t('quantity'), { width: 100, narrow: 70, align: 'right' }),
    ],
    [t],
  );
  return (
    <>
      <h3 style={{ margin: '20px 0 4px' }}>{t('lines')}</h3>
      <LineTable
        cards={false}
        label={t('lines')}
        columns={columns}
        rows={lines}
        keyOf={(line) => `${line.title}/${line.detail}`}
      />
    </>
  );
}

type Step = Detail['steps'][number];
const TONES: Readonly<Record<Step['state'], Tone>> = {
  waiting: 'muted',
  open: 'warn',
  approved: 'good',
  rejected: 'bad',
  skipped: 'muted',
};

function Steps({ it }: { it: Detail }): ReactNode {
  const { t } = useTranslation('approvals');
  const columns = useMemo<Column<Step>[]>(
    () => [
      {
        key: 'step',
        title: t('level'),
        width: 120,
        narrow: 110,
        card: 'title',
        render: (step) => `${t('levelOf', { level: step.level })} · ${t(`role.${step.role}`)}`,
      },
      {
        key: 'who',
        title: t('who'),
        width: 140,
        narrow: 110,
        render: (step) =>
          step.decider && step.decider !== step.user && step.decider !== step.userLoginId
            ? t('stepWho', { decider: step.decider, user: step.user })
            : step.user,
      },
      col.status(
        'state',
        t('stateLabel'),
        (step) => <StatusTag tone={TONES[step.state]}>{t(`stepState.${step.state}`)}</StatusTag>,
        { width: 104 },
      ),
      col.time('at', t('decidedAt'), { of: 'decidedAt', width: 136 }),
      col.text('remark', t('words'), { width: 148 }),
    ],
    [t],
  );
  return <LineTable cards={false} label={t('steps')} columns={columns} rows={it.steps} />;
}

function Actions({ it, close }: { it: Detail; close: () => void }): ReactNode {
  const { t } = useTranslation('approvals');
  const [ask, dialog] = useAskRemark();
  const refresh = [listApprovals, getApprovalDetail, getNum];
  const decide = useAct(ApprovalPurReq, {
    refresh,
    onDone: ({ state }) => {
      toast.success(t(state === 'rejected' ? 'rejected' : 'approved'));
      close();
    },
  });
  const withdraw = useAct(withdrawApproval, { refresh, success: t('withdrawn') });
  const about = { modelId: it.modelId, orderId: it.orderId, version: it.version };
  const reject = async () => {
    const remark = await ask(1);
    if (remark !== undefined) decide.mutate({ ...about, aud: 'rejected', remark });
  };
  return (
    <>
      {it.mayDecide && (
        <Button
          type="primary"
          loading={decide.isPending}
          onClick={() => decide.mutate({ ...about, aud: 'approved', remark: '' })}
        >
          {t('approveOne')}
        </Button>
      )}
      {it.mayDecide && (
        <Button danger disabled={decide.isPending} onClick={() => void reject()}>
          {t('reject')}
        </Button>
      )}
      {it.path && (
        <Link to={it.path}>
          <Button>{t('openDocument')}</Button>
        </Link>
      )}
      {it.mayWithdraw && (
        <ConfirmDanger
          title={t('withdrawTitle', { title: it.title })}
          consequence={t('withdrawText')}
          verb={t('withdraw')}
          onConfirm={() => withdraw.mutateAsync({ id: it.id, version: it.version })}
        />
      )}
      {dialog}
    </>
  );
}
