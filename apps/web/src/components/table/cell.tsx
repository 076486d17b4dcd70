import type { ReactNode } from 'react';
import { None } from '../figures.tsx';
import type { Column } from './columns.ts';

/** What a column shows of a row; nothing to show is a dash, but under a heading of nothing (buttons). */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const shown = column.render(row);
  const empty = shown === null || shown === undefined || shown === '' || shown === false;
  return empty && column.title !== '' ? <None /> : shown;
}
