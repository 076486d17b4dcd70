import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cellOf } from '../table/cell.tsx';
import { type ArrangedColumn, headingOf } from '../table/columns.ts';
import { isOwnClick, type RowKey } from '../table/data-row.tsx';
import type { Ticks } from '../table/data-table.tsx';
import { RowOpener } from '../table/row-opener.tsx';

interface CardsProps<Row> {
  columns: ArrangedColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => RowKey;
  ticks?: Ticks | undefined;
  skeleton: boolean;
  onRow?: ((row: Row, index: number) => void) | undefined;
  hrefOf?: ((key: string) => string) | undefined;
  empty: ReactNode;
}

/** The list on a narrow screen: each row is a card with heading, status and the other columns below. */
export function Cards<Row>({
  columns,
  rows,
  keyOf,
  ticks,
  skeleton,
  onRow,
  hrefOf,
  empty,
}: CardsProps<Row>): ReactNode {
  const { t } = useTranslation();
  const title = headingOf(columns);
  const state = columns.find((column) => column.card === 'state');
  const others = columns.filter((column) => column !== title && column !== state && column.card !== 'hide');
  if (skeleton)
    return (
      <ul className="tw-cards">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <li key={key} className="tw-card">
            <span className="tw-bar" style={{ width: '55%' }} />
            <span className="tw-bar" style={{ width: '80%' }} />
          </li>
        ))}
      </ul>
    );
  if (rows.length === 0) return <div className="tw-cards">{empty}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard
    <ul className="tw-cards" tabIndex={0}>
      {rows.map((row, index) => {
        const key = keyOf(row, index);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the heading inside is the button for keyboards
          <li
            key={key}
            className="tw-card"
            data-ticked={ticks?.has(key) || undefined}
            onClick={onRow && ((event) => isOwnClick(event) && onRow(row, index))}
          >
            <div className="tw-card-head">
              {ticks && (
                <input
                  type="checkbox"
                  checked={ticks.has(key)}
                  aria-label={t('list.tickRow')}
                  onChange={() => ticks.toggle(key, false)}
                />
              )}
              <strong>
                <RowOpener href={hrefOf?.(String(key))} onOpen={onRow && (() => onRow(row, index))}>
                  {title?.render(row)}
                </RowOpener>
              </strong>
              <span className="tw-grow" />
              {state?.render(row)}
            </div>
            <dl>
              {others.map((column) => (
                <div key={column.key} data-line={column.card === 'line' || undefined}>
                  {column.title !== '' && <dt>{column.title}</dt>}
                  <dd>{cellOf(column, row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
