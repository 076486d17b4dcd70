import type { ReactNode } from 'react';
import { Cards } from '../list/cards.tsx';
import { useNarrow } from '../use-narrow.ts';
import { arrange, type Column, NO_SETTINGS } from './columns.ts';
import { DataTable, type DataTableProps, idOf } from './data-table.tsx';
import '../list/list.css';

type LineTableProps<Row> = Omit<DataTableProps<Row>, 'columns' | 'keyOf'> & {
  columns: readonly Column<Row>[];
  /** row.id by default. */
  keyOf?: DataTableProps<Row>['keyOf'];
  /** On a phone a row is a card, as in lists; `false` for a table that fits. */
  cards?: boolean;
};

/** The lines of a document, or any small table in a drawer or on a page. Its columns have no user settings. */
export function LineTable<Row>({ columns, cards = true, keyOf = idOf, ...table }: LineTableProps<Row>): ReactNode {
  const narrow = useNarrow();
  const arranged = arrange(columns, NO_SETTINGS, 0);
  return cards && narrow ? (
    <Cards<Row> {...table} keyOf={keyOf} columns={arranged} skeleton={!!table.skeleton} empty={table.empty} />
  ) : (
    <DataTable<Row> {...table} keyOf={keyOf} columns={arranged} />
  );
}
