import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../use-narrow.ts';
import { useStable } from '../use-stable.ts';
import type { ArrangedColumn } from './columns.ts';
import { DataRow, type RowKey } from './data-row.tsx';
import { HeadCell, type Sort } from './head-cell.tsx';
import './table.css';

export const TICK_WIDTH = 36;

/** Rows are identified by id. */
export const idOf = (row: unknown, index: number): RowKey => (row as { id?: RowKey }).id ?? index;

export interface Ticks {
  has: (key: RowKey) => boolean;
  toggle: (key: RowKey, range: boolean) => void;
  page: 'none' | 'some' | 'all';
  togglePage: () => void;
}

export interface DataTableProps<Row> {
  label: string;
  columns: ArrangedColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => RowKey;
  /** First load: grey bars in place of rows. */
  skeleton?: number;
  /** Shows the previous rows while the next ones load. */
  stale?: boolean;
  ticks?: Ticks | undefined;
  cursor?: number;
  openKey?: RowKey;
  onRow?: ((row: Row, index: number) => void) | undefined;
  /** The address of a row that opens by a link, so that another window can show it too. */
  hrefOf?: ((key: string) => string) | undefined;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  onResize?: (key: string, width: number) => void;
  onMove?: (key: string, before: string) => void;
  empty?: ReactNode;
  /** Last line, by column key. */
  foot?: Record<string, ReactNode> | undefined;
}

/** What is cut off shows whole under the pointer. */
function titleClipped({ target, currentTarget }: PointerEvent): void {
  if (!(target instanceof HTMLElement) || target.closest('[title]')) return;
  for (let at: HTMLElement | null = target; at && at !== currentTarget; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') {
      at.title = at.textContent;
      return;
    }
  }
}

/** A plain table: sticky head, frozen columns, rows that draw again only when they change. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { columns, rows, keyOf, ticks, skeleton } = props;
  const { t } = useTranslation();
  const onTick = useStable((key: RowKey, range: boolean) => ticks?.toggle(key, range));
  const onRow = useStable((row: Row, index: number) => props.onRow?.(row, index));
  const onSort = useStable((sort: Sort | undefined) => props.onSort?.(sort));
  const onResize = useStable((key: string, width: number) => props.onResize?.(key, width));
  const onMove = useStable((key: string, before: string) => props.onMove?.(key, before));
  const cols = useRef(new Map<string, HTMLTableColElement>());
  const onDrag = useStable((key: string, width: number) => {
    const col = cols.current.get(key);
    if (col) col.style.width = `${width}px`;
  });
  const narrow = useNarrow();
  const widthOf = (column: ArrangedColumn<Row>) => (narrow && column.narrow) || column.width;
  const total = columns.reduce((sum, column) => sum + widthOf(column), ticks ? TICK_WIDTH : 0);
  const arrowKeys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') event.preventDefault();
  };
  return (
    <section
      className="tw-table-scroll"
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      onKeyDown={arrowKeys}
      onPointerOver={titleClipped}
    >
      <table
        className="tw-table"
        data-stale={props.stale || undefined}
        style={{ minWidth: total }}
        aria-busy={props.stale || !!skeleton}
      >
        <colgroup>
          {ticks && <col style={{ width: TICK_WIDTH }} />}
          {columns.map((column) => (
            <col
              key={column.key}
              style={{ width: widthOf(column) }}
              ref={(element) => {
                if (element) cols.current.set(column.key, element);
                else cols.current.delete(column.key);
              }}
            />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr>
            {ticks && (
              <th className="tw-tick tw-frozen" style={{ left: 0 }} scope="col">
                <input
                  type="checkbox"
                  aria-label={t('list.tickPage')}
                  checked={ticks.page === 'all'}
                  ref={(box) => {
                    if (box) box.indeterminate = ticks.page === 'some';
                  }}
                  onChange={ticks.togglePage}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                column={column}
                sort={props.sort}
                onSort={props.onSort && onSort}
                onResize={props.onResize && onResize}
                onMove={props.onMove && onMove}
                onDrag={onDrag}
              />
            ))}
            <td className="tw-rest" />
          </tr>
        </thead>
        <tbody>
          {skeleton
            ? Array.from({ length: skeleton }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
                <SkeletonRow key={`s${index}`} columns={columns} tick={!!ticks} line={index} />
              ))
            : rows.map((row, index) => {
                const key = keyOf(row, index);
                return (
                  <DataRow
                    key={key}
                    row={row}
                    rowKey={key}
                    index={index}
                    columns={columns}
                    ticked={ticks ? ticks.has(key) : undefined}
                    onTick={onTick}
                    cursor={props.cursor === index}
                    open={props.openKey === key}
                    onRow={props.onRow && onRow}
                    href={props.hrefOf?.(String(key))}
                  />
                );
              })}
        </tbody>
        {props.foot && rows.length > 0 && (
          <tfoot>
            <tr>
              {ticks && <td className="tw-tick tw-frozen" style={{ left: 0 }} />}
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`tw-${column.align ?? 'left'}${column.left === undefined ? '' : ' tw-frozen'}`}
                  style={column.left === undefined ? undefined : { left: column.left }}
                >
                  {props.foot?.[column.key]}
                </td>
              ))}
              <td />
            </tr>
          </tfoot>
        )}
      </table>
      {!skeleton && rows.length === 0 && props.empty && <div className="tw-table-empty">{props.empty}</div>}
    </section>
  );
}

function SkeletonRow<Row>({
  columns,
  tick,
  line,
}: {
  columns: ArrangedColumn<Row>[];
  tick: boolean;
  line: number;
}): ReactNode {
  return (
    <tr className="tw-skeleton-row">
      {tick && <td className="tw-tick" />}
      {columns.map((column, index) => (
        <td key={column.key} className={`tw-${column.align ?? 'left'}`}>
          <span className="tw-bar" style={{ width: `${40 + ((line * 7 + index * 13) % 45)}%` }} />
        </td>
      ))}
      <td />
    </tr>
  );
}
