import type { ReactNode } from 'react';
import { arrange, type Column, NO_SETTINGS } from './columns.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';

type PlainTableProps<Row> = Omit<DataTableProps<Row>, 'columns'> & { columns: readonly Column<Row>[] };

/** A small table in a drawer or on a page: columns as they are written, without settings of the user. */
export function PlainTable<Row>({ columns, ...table }: PlainTableProps<Row>): ReactNode {
  return <DataTable<Row> {...table} columns={arrange(columns, NO_SETTINGS, 0)} />;
}
