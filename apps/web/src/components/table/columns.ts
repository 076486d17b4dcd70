import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Also the name the server sorts by, unless `sort` names another. */
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Pixels; 140 by default. */
  width?: number;
  /** Pixels on a narrow screen, so that the important columns fit without scrolling. */
  narrow?: number;
  align?: 'left' | 'right' | 'center';
  sort?: boolean | string;
  /** Stays in view while the table scrolls sideways. */
  frozen?: boolean;
  /** Off until the user switches it on. */
  hidden?: boolean;
  /** Cannot be switched off. */
  always?: boolean;
  /** On narrow screens a row is a card: its heading, the state beside it, a line of its own, or left out. */
  card?: 'title' | 'state' | 'line' | 'hide';
}

/** The user's settings of the columns, stored by user and list. */
export interface ColumnSettings {
  order: string[];
  shown: Record<string, boolean>;
  widths: Record<string, number>;
  frozen: Record<string, boolean>;
}

export const NO_SETTINGS: ColumnSettings = { order: [], shown: {}, widths: {}, frozen: {} };
export const MIN_WIDTH = 56;
const DEFAULT_WIDTH = 140;

export interface ArrangedColumn<Row> extends Column<Row> {
  width: number;
  /** Distance from the left edge for frozen columns. */
  left: number | undefined;
}

/** The column that names the row: the heading of its card, and what opens it. */
export function headingOf<C extends Column<never>>(columns: readonly C[]): C | undefined {
  return columns.find((column) => column.card === 'title') ?? columns[0];
}

/** All columns in the user's order; new columns of a release take their position on the page. */
export function ordered<Row>(columns: readonly Column<Row>[], settings: ColumnSettings): Column<Row>[] {
  if (settings.order.length === 0) return [...columns];
  const place = new Map(settings.order.map((key, index) => [key, index]));
  const rank = (column: Column<Row>, index: number) => place.get(column.key) ?? index - 0.5;
  return columns
    .map((column, index) => ({ column, rank: rank(column, index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ column }) => column);
}

export function isShown<Row>(column: Column<Row>, settings: ColumnSettings): boolean {
  return column.always === true || (settings.shown[column.key] ?? !column.hidden);
}
export function isFrozen<Row>(column: Column<Row>, settings: ColumnSettings): boolean {
  return settings.frozen[column.key] ?? column.frozen === true;
}

/** Visible columns, frozen ones first, with widths and offsets. */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  settings: ColumnSettings,
  firstLeft: number,
): ArrangedColumn<Row>[] {
  const visible = ordered(columns, settings).filter((column) => isShown(column, settings));
  const frozen = visible.filter((column) => isFrozen(column, settings));
  const loose = visible.filter((column) => !isFrozen(column, settings));
  let left = firstLeft;
  const widthOf = (column: Column<Row>) =>
    Math.max(MIN_WIDTH, settings.widths[column.key] ?? column.width ?? DEFAULT_WIDTH);
  return [
    ...frozen.map((column) => {
      const arranged = { ...column, width: widthOf(column), left };
      left += arranged.width;
      return arranged;
    }),
    ...loose.map((column) => ({ ...column, width: widthOf(column), left: undefined })),
  ];
}

export function move(keys: readonly string[], key: string, before: string): string[] {
  if (key === before) return [...keys];
  const rest = keys.filter((each) => each !== key);
  const target = rest.indexOf(before);
  const goesRight = keys.indexOf(key) < keys.indexOf(before);
  rest.splice(goesRight ? target + 1 : target, 0, key);
  return rest;
}

/** Saved settings are `unknown`; invalid ones count as not set. */
export function parseColumnSettings(value: unknown): ColumnSettings {
  if (typeof value !== 'object' || value === null) return NO_SETTINGS;
  const { order, shown, widths, frozen } = value as Partial<Record<keyof ColumnSettings, unknown>>;
  return {
    order: Array.isArray(order) ? order.filter((key) => typeof key === 'string') : [],
    shown: recordOf(shown, (v) => typeof v === 'boolean'),
    widths: recordOf(widths, (v) => typeof v === 'number'),
    frozen: recordOf(frozen, (v) => typeof v === 'boolean'),
  };
}

function recordOf<T>(value: unknown, holds: (value: unknown) => boolean): Record<string, T> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, each]) => holds(each)));
}
