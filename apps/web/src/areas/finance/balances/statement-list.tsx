import {
  importStatement,
  listStatements,
  STATEMENT_STATES,
  type StatementRow,
  statementIssuers,
  statementTabs,
} from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { RechargeButton } from './recharge-button.tsx';
import { StatementDrawer } from './statement-drawer.tsx';
import { StatementImport } from './statement-import.tsx';
import { StatementTag } from './statement-tag.tsx';

/** Statements of warehouse providers, the newest first. */
export function StatementList(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const tabs = useCall(statementTabs, {});
  const issuers = useCall(statementIssuers, {});
  return (
    <ListPage
      id="finance.statements"
      call={listStatements}
      columns={useColumns()}
      tabs={tabsOf('state', STATEMENT_STATES, (state) => t(`statements.state.${state}`), {
        all: t('statements.all'),
        counts: tabs.data?.counts,
        uncounted: ['confirmed'],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('statements.number') },
        {
          kind: 'select',
          name: 'warehouseId',
          label: t('statements.warehouse'),
          options: (issuers.data?.list ?? []).map(({ warehouseId, name }) => ({
            value: String(warehouseId),
            label: name,
          })),
        },
        { kind: 'dates', name: ['from', 'to'], label: t('statements.period') },
      ]}
      actions={<RechargeButton />}
      primary={
        may(importStatement) && {
          label: t('statements.import'),
          form: (close) => <StatementImport onClose={close} />,
        }
      }
      empty={{ title: t('statements.none'), hint: t('statements.noneHint') }}
      detail={(id, tools) => <StatementDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<StatementRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<StatementRow>[]>(
    () => [
      col.heading('number', t('statements.number'), { width: 170 }),
      col.status('state', t('statements.outcome'), (row) => <StatementTag state={row.state} />, { width: 110 }),
      col.text('warehouseName', t('statements.warehouse'), { width: 150 }),
      col.code('period', t('statements.period'), {
        width: 190,
        of: (row: StatementRow) => `${row.fromDay} – ${row.toDay}`,
      }),
      col.qty('lineCount', t('statements.lines')),
      col.qty('wrongCount', t('statements.wrong')),
      col.money('amount', t('statements.amount'), { currency: 'currency' }),
      col.money('ours', t('statements.ours'), { currency: 'currency' }),
      col.text('createdBy', t('statements.createdBy'), { width: 120, card: 'hide' }),
      col.time('confirmedAt', t('statements.confirmedAt'), { card: 'hide' }),
    ],
    [t],
  );
}
