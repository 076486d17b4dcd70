import {
  confirmStatement,
  deleteStatement,
  getStatement,
  listBalances,
  matchStatement,
  statementMay,
  undoStatement,
} from '@tradewind/contract/finance.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { formatMoney } from '../../../components/format.ts';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { OF_STATEMENT, type StatementDetail } from './statement-calls.ts';
import { StatementLines } from './statement-lines.tsx';
import { StatementTag } from './statement-tag.tsx';

export function StatementDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('finance');
  const query = useCall(getStatement, { id });
  const statement = query.data;
  return (
    <DetailDrawer
      {...tools}
      size={1100}
      kind="statement"
      title={statement?.number ?? ''}
      status={statement && <StatementTag state={statement.state} />}
      subtitle={statement && [statement.warehouseName, statement.billedOn].join(' · ')}
      query={query}
      actions={statement && <Actions statement={statement} close={tools.close} />}
      tabs={
        statement && [
          { key: 'lines', label: t('statements.lines'), children: <StatementLines statement={statement} /> },
          { key: 'history', label: t('statements.history'), children: <History statement={statement} /> },
        ]
      }
    >
      {statement && (
        <Facts
          columns={3}
          items={[
            [t('statements.amount'), <Money key="a" amount={statement.amount} currency={statement.currency} />],
            [t('statements.ours'), <Money key="o" amount={statement.ours} currency={statement.currency} />],
            [t('statements.toBook'), <Money key="b" amount={statement.toBook} currency={statement.currency} />],
            [t('statements.bookedTo'), t(`statements.accounts.${statement.account}`)],
            [t('statements.period'), `${statement.fromDay} – ${statement.toDay}`],
            [
              t('statements.tolerance'),
              t('statements.toleranceOf', { percent: statement.tolerancePercent, amount: statement.toleranceAmount }),
            ],
            [t('statements.file'), statement.fileName],
            [t('statements.createdBy'), statement.createdBy],
            [t('statements.confirmedAt'), <DateTime key="c" at={statement.confirmedAt} />],
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Actions({ statement, close }: { statement: StatementDetail; close: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const { id, number, toBook, currency, account } = statement;
  const refresh = [...OF_STATEMENT, listBalances];
  const match = useAct(matchStatement, { refresh, success: t('statements.matched') });
  const confirm = useAct(confirmStatement, { refresh, success: t('statements.confirmed') });
  const undo = useAct(undoStatement, { refresh, success: t('statements.undone') });
  const remove = useAct(deleteStatement, { refresh, success: t('statements.deleted'), onDone: close });
  const acts = { amount: formatMoney(toBook, currency), account: t(`statements.accounts.${account}`) };
  return (
    <>
      {may(confirmStatement) && statementMay('confirm', statement) && (
        <ConfirmDanger
          danger={false}
          title={t('statements.confirmTitle', { number })}
          consequence={t('statements.confirmText', acts)}
          verb={t('statements.confirm')}
          onConfirm={() => confirm.mutateAsync({ id })}
        />
      )}
      {may(matchStatement) && statementMay('match', statement) && (
        <Button loading={match.isPending} onClick={() => match.mutate({ id })}>
          {t('statements.match')}
        </Button>
      )}
      {may(undoStatement) && statementMay('undo', statement) && (
        <ConfirmDanger
          title={t('statements.undoTitle', { number })}
          consequence={t('statements.undoText')}
          verb={t('statements.undo')}
          onConfirm={() => undo.mutateAsync({ id })}
        />
      )}
      {may(deleteStatement) && statementMay('delete', statement) && (
        <ConfirmDanger
          title={t('statements.deleteTitle', { number })}
          consequence={t('statements.deleteText')}
          verb={t('statements.delete')}
          onConfirm={() => remove.mutateAsync({ id })}
        />
      )}
    </>
  );
}

function History({ statement }: { statement: StatementDetail }): ReactNode {
  const { t } = useTranslation('finance');
  return (
    <HistoryTimeline
      entries={statement.history.map((row) => ({
        ...{ key: row.id, at: row.at, who: row.actor },
        what: t(`statements.event.${row.event}`),
        tone: row.event === 'confirmed' ? 'good' : 'info',
      }))}
    />
  );
}
