import type { ReactNode } from 'react';
import { Cards } from '../list/cards.tsx';
import { useNarrow } from '../use-narrow.ts';
import { arrange, type Column, NO_SETTINGS } from './columns.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import '../list/list.css';

type PlainTableProps<Row> = Omit<DataTableProps<Row>, 'columns'> & {
  columns: readonly Column<Row>[];
  /** On a phone a row is a card, as in lists: for tables with more columns than fit, or with buttons at their end. */
  cards?: boolean;
};

/** A small table in a drawer or on a page: columns as they are written, without settings of the user. */
export function PlainTable<Row>({ columns, cards, ...table }: PlainTableProps<Row>): ReactNode {
  const narrow = useNarrow();
  const arranged = arrange(columns, NO_SETTINGS, 0);
  return cards && narrow ? (
    <Cards<Row> {...table} columns={arranged} skeleton={!!table.skeleton} empty={table.empty} />
  ) : (
    <DataTable<Row> {...table} columns={arranged} />
  );
}
