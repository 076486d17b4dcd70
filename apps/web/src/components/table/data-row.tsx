import { type MouseEvent, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cellOf } from './cell.tsx';
import { type ArrangedColumn, headingOf } from './columns.ts';
import { RowOpener } from './row-opener.tsx';

export type RowKey = string | number;

interface DataRowProps<Row> {
  row: Row;
  rowKey: RowKey;
  index: number;
  columns: ArrangedColumn<Row>[];
  ticked: boolean | undefined;
  onTick: ((key: RowKey, range: boolean) => void) | undefined;
  cursor: boolean;
  open: boolean;
  onRow: ((row: Row, index: number) => void) | undefined;
  href: string | undefined;
}

/** A click on a link, button or field inside a row is not a click on the row; nor is selecting text. */
export function isOwnClick(event: MouseEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest('a,button,input,label,select,textarea,[role=button],[role=menuitem],.ant-dropdown')) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}

function Row<R>({
  row,
  rowKey,
  index,
  columns,
  ticked,
  onTick,
  cursor,
  open,
  onRow,
  href,
}: DataRowProps<R>): ReactNode {
  const { t } = useTranslation();
  const heading = headingOf(columns);
  return (
    <tr
      data-index={index}
      data-cursor={cursor || undefined}
      data-open={open || undefined}
      data-ticked={ticked || undefined}
      data-clickable={onRow ? true : undefined}
      onClick={onRow && ((event) => isOwnClick(event) && onRow(row, index))}
    >
      {ticked !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: only widens the target of the checkbox within
        <td
          className="tw-tick tw-frozen"
          style={{ left: 0 }}
          onClick={(event) => {
            event.stopPropagation();
            onTick?.(rowKey, event.shiftKey);
          }}
        >
          <input type="checkbox" checked={ticked} aria-label={t('list.tickRow')} onChange={() => {}} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          className={`tw-${column.align ?? 'left'}${column.left === undefined ? '' : ' tw-frozen'}`}
          style={column.left === undefined ? undefined : { left: column.left }}
        >
          {column === heading ? (
            <RowOpener href={href} onOpen={onRow && (() => onRow(row, index))}>
              {cellOf(column, row)}
            </RowOpener>
          ) : (
            cellOf(column, row)
          )}
        </td>
      ))}
      <td aria-hidden="true" />
    </tr>
  );
}

export const DataRow = memo(Row) as typeof Row;
