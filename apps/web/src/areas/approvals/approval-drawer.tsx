import { getNum } from '@tradewind/contract/access.ts';
import { decideApproval, getApprovalDetail, listApprovals, withdrawApproval } from '@tradewind/contract/approvals.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { Button, InputNumber } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
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
  const [parts, setParts] = useState<ReadonlyMap<number, number>>(new Map());
  return (
    <DetailDrawer
      {...tools}
      size={680}
      title={it?.title ?? ''}
      subtitle={it?.modelName}
      status={it && <ApprovalState state={it.state} />}
      query={found}
      actions={it && <Actions it={it} parts={parts} close={tools.close} />}
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
          {it.lines.length > 0 && (
            <Lines
              lines={it.lines}
              parts={parts}
              {...(it.mayDecide
                ? { onPart: (lineId: number, quantity: number) => setParts(new Map(parts).set(lineId, quantity)) }
                : {})}
            />
          )}
          <h3 style={{ margin: '20px 0 12px' }}>{t('steps')}</h3>
          <Steps it={it} />
        </>
      )}
    </DetailDrawer>
  );
}

interface LinesProps {
  lines: Detail['lines'];
  /** What is approved of lines, where it is less than requested. */
  parts: ReadonlyMap<number, number>;
  /** Whoever decides may approve a part. */
  onPart?: (lineId: number, quantity: number) => void;
}

function Lines({ lines, parts, onPart }: LinesProps): ReactNode {
  const { t } = useTranslation('approvals');
  const columns = useMemo<Column<Detail['lines'][number]>[]>(
    () => [
      col.text('title', t('line'), { width: 320, narrow: 150, card: 'title' }),
      ...(lines.some((line) => line.detail) ? [col.text('detail', t('place'), { width: 150, narrow: 100 })] : []),
      onPart && lines.some((line) => line.part)
        ? col.own(
            'quantity',
            t('quantity'),
            ({ part, quantity, title }) =>
              part ? (
                <InputNumber
                  min={0}
                  max={part.quantity}
                  precision={0}
                  value={parts.get(part.lineId) ?? part.quantity}
                  aria-label={t('partOf', { title })}
                  onChange={(value) => onPart(part.lineId, value ?? 0)}
                />
              ) : (
                quantity
              ),
            { width: 110, align: 'right' },
          )
        : col.code('quantity', t('quantity'), { width: 100, narrow: 70, align: 'right' }),
    ],
    [t, lines, parts, onPart],
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
        width: 160,
        narrow: 140,
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

function Actions(props: { it: Detail; parts: ReadonlyMap<number, number>; close: () => void }): ReactNode {
  const { it, parts, close } = props;
  const { t } = useTranslation('approvals');
  const [ask, dialog] = useAskRemark();
  const refresh = [listApprovals, getApprovalDetail, getNum];
  const decide = useAct(decideApproval, {
    refresh,
    onDone: ({ state }) => {
      toast.success(t(state === 'rejected' ? 'rejected' : 'approved'));
      close();
    },
  });
  const withdraw = useAct(withdrawApproval, { refresh, success: t('withdrawn') });
  const about = { id: it.id, version: it.version };
  const quantities = [...parts].map(([lineId, quantity]) => ({ lineId, quantity }));
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
          onClick={() =>
            decide.mutate({ ...about, aud: 'approved', remark: '', ...(quantities.length > 0 ? { quantities } : {}) })
          }
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
