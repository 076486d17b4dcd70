import type { ReactNode } from 'react';
import { None } from '../../components/figures.tsx';
import { formatMoney } from '../../components/format.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';

/** An amount whose currency is named beside it: by a column or by the page. Zero shows as a dash. */
export function BareMoney({ amount, currency }: { amount: string; currency: string }): ReactNode {
  if (Number(amount) === 0) return <None />;
  return <span className="tw-figure">{formatMoney(amount, currency)}</span>;
}

export const bareMoney = <Row,>(
  key: string,
  title: string,
  of: (row: Row) => [amount: string, currency: string],
  looks: Omit<Column<Row>, 'key' | 'title' | 'render'> = {},
): Column<Row> =>
  col.own<Row>(
    key,
    title,
    (row) => {
      const [amount, currency] = of(row);
      return <BareMoney amount={amount} currency={currency} />;
    },
    { align: 'right', width: 110, ...looks },
  );
