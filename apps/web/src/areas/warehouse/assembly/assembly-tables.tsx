import type { AssemblyDetail, AssemblyLineRow, AssemblyMoveRow } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

/** The parts; before a draft is submitted, with those that are short. */
export function AssemblyLines({ assembly }: { assembly: AssemblyDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const plans = assembly.state === 'draft' && assembly.kind === 'assemble';
  const columns: Column<AssemblyLineRow>[] = [
    col.product('product', t('assembly.part'), { width: 260 }),
    col.qty('each', t('assembly.each'), { width: 100 }),
    col.qty('quantity', t('assembly.quantity'), { width: 100 }),
    ...(assembly.state === 'submitted' && assembly.kind === 'assemble'
      ? [col.qty<AssemblyLineRow>('held', t('assembly.held'), { width: 100 })]
      : []),
    ...(plans ? [col.qty<AssemblyLineRow>('available', t('assembly.available'), { width: 100 })] : []),
    ...(plans
      ? [
          col.status<AssemblyLineRow>('short', t('assembly.shortTitle'), (row) =>
            row.available < row.quantity ? (
              <StatusTag tone="bad">{t('assembly.short', { count: row.quantity - row.available })}</StatusTag>
            ) : (
              <StatusTag tone="good">{t('assembly.enough')}</StatusTag>
            ),
          ),
        ]
      : []),
  ];
  return <LineTable label={t('assembly.parts')} columns={columns} rows={assembly.lines} />;
}

export function AssemblyMoves({ assembly }: { assembly: AssemblyDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  if (assembly.moves.length === 0) return <EmptyState title={t('assembly.noMoves')} />;
  const columns: Column<AssemblyMoveRow>[] = [
    col.product('product', t('assembly.product'), { width: 260 }),
    col.text('location', t('assembly.location'), { of: 'locationCode', width: 140 }),
    col.text('batch', t('assembly.batch'), { of: 'batchCode', width: 170 }),
    col.qty('quantity', t('assembly.change'), {
      of: (row: AssemblyMoveRow) => (row.quantity > 0 ? `+${row.quantity}` : `−${-row.quantity}`),
      width: 100,
    }),
  ];
  return <LineTable label={t('assembly.moves')} columns={columns} rows={assembly.moves} />;
}
