import {
  decideStatementLines,
  exportStatementLines,
  listStatementLines,
  STATEMENT_RESULTS,
  type StatementLine,
  type StatementResult,
  statementMay,
} from '@tradewind/contract/finance.ts';
import { Checkbox, Pagination, Segmented } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ExportButton } from '../../../components/list/export-button.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { OF_STATEMENT, type StatementDetail } from './statement-calls.ts';

const PAGE_SIZE = 50;

/** The lines by result, what is wrong first. */
export function StatementLines({ statement }: { statement: StatementDetail }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [chosen, setChosen] = useState<StatementResult | ''>('');
  const [page, setPage] = useState(1);
  const filter = { statementId: statement.id, ...(chosen ? { result: chosen } : {}) };
  const lines = useCall(listStatementLines, { ...filter, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const results = STATEMENT_RESULTS.filter((result) => statement.results[result]);
  const columns = useColumns(statement);
  return (
    <>
      <div className="tw-statement-bar">
        <Segmented<StatementResult | ''>
          aria-label={t('statements.outcome')}
          value={chosen}
          options={[
            { value: '', label: t('statements.all') },
            ...results.map((value) => ({
              value,
              label: `${t(`statements.result.${value}`)} ${statement.results[value] ?? 0}`,
            })),
          ]}
          onChange={(result) => {
            setChosen(result);
            setPage(1);
          }}
        />
        {may(exportStatementLines) && <ExportButton action={{ call: exportStatementLines }} filter={filter} />}
      </div>
      <LineTable
        label={t('statements.lines')}
        columns={columns}
        rows={lines.data?.rows ?? []}
        skeleton={lines.isPending ? 5 : 0}
        empty={<EmptyState title={t('statements.noLines')} />}
      />
      <Pagination
        hideOnSinglePage
        size="small"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={lines.data?.total ?? 0}
        onChange={setPage}
      />
    </>
  );
}

function useColumns(statement: StatementDetail): Column<StatementLine>[] {
  const { t } = useTranslation('finance');
  const { currency } = statement;
  return useMemo<Column<StatementLine>[]>(() => {
    const money = (key: 'amount' | 'ours' | 'difference') =>
      col.money<StatementLine>(key, t(`statements.${key}`), { currency: () => currency, width: 110 });
    return [
      col.ownHeading('reference', t('statements.field.reference'), (row) => <Reference row={row} />, { width: 190 }),
      col.status('result', t('statements.outcome'), (row) => <Result row={row} />, { width: 130 }),
      col.text('feeType', t('statements.feeType'), { width: 120 }),
      col.code('day', t('statements.field.day'), { width: 105 }),
      money('amount'),
      money('ours'),
      money('difference'),
      col.own('takes', t('statements.takes'), (row) => <Takes row={row} statement={statement} />, { width: 70 }),
      col.money('booked', t('statements.booked'), {
        of: (row: StatementLine) => (row.bookedCurrency ? row.booked : null),
        currency: 'bookedCurrency',
        width: 110,
      }),
      col.own('twice', '', (row) =>
        row.twiceNumber ? t('statements.twice', { number: row.twiceNumber, line: row.twiceLine ?? 0 }) : null,
      ),
    ];
  }, [t, currency, statement]);
}

function Reference({ row }: { row: StatementLine }): ReactNode {
  return (
    <>
      <span className="tw-figure">{row.reference || row.trackingNumber || row.feeType}</span>
      {row.orderNo && <div className="tw-muted">{row.orderNo}</div>}
    </>
  );
}

function Result({ row }: { row: StatementLine }): ReactNode {
  const { t } = useTranslation('finance');
  return (
    <StatusTag tone={row.result === 'matched' ? 'good' : 'warn'}>{t(`statements.result.${row.result}`)}</StatusTag>
  );
}

/** Whether the confirmation books the difference of a line. */
function Takes({ row, statement }: { row: StatementLine; statement: StatementDetail }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const decide = useAct(decideStatementLines, { refresh: OF_STATEMENT });
  if (row.result === 'matched') return null;
  return (
    <Checkbox
      aria-label={t('statements.takesOf', { line: row.line || row.reference })}
      checked={row.takes}
      disabled={!may(decideStatementLines) || !statementMay('decide', statement) || decide.isPending}
      onChange={({ target }) => decide.mutate({ id: statement.id, lineIds: [row.id], takes: target.checked })}
    />
  );
}
