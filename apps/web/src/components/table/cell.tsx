import type { ReactNode } from 'react';
import { None } from '../figures.tsx';
import type { Column } from './columns.ts';

/** The cell of a column. An empty one shows a dash, except in columns without a heading (buttons). */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const shown = column.render(row);
  const empty = shown === null || shown === undefined || shown === '' || shown === false;
  return empty && column.title !== '' ? <None /> : shown;
}
