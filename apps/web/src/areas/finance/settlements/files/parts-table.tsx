import type { SettlementInFile } from '@tradewind/contract/finance/settlement-files.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../../components/list-page.tsx';
import { col } from '../../../../components/table/col.tsx';
import { LineTable } from '../../../../components/table/line-table.tsx';
import { periodOf } from './period.ts';

/** The settlements of a file, each with its total, the sum of its lines and its gap. */
export function PartsTable({ parts }: { parts: readonly SettlementInFile[] }): ReactNode {
  const { t } = useTranslation('finance');
  const columns = useMemo<Column<SettlementInFile>[]>(
    () => [
      col.heading('number', t('settleFile.number'), {
        width: 170,
        of: (row: SettlementInFile) => row.number || t('settleFile.noNumber'),
      }),
      col.code('period', t('settleFile.period'), { width: 190, of: periodOf }),
      col.code('depositDay', t('settleFile.depositDay'), { width: 110 }),
      col.qty('lines', t('settleFile.lines')),
      col.money('total', t('settleFile.total'), { currency: 'currency' }),
      col.money('linesTotal', t('settleFile.linesTotal'), { currency: 'currency' }),
      col.money('gap', t('settleFile.gap'), { currency: 'currency' }),
    ],
    [t],
  );
  return <LineTable label={t('settleFile.parted')} columns={columns} rows={parts} keyOf={(_, index) => index} />;
}
