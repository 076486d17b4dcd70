import type { ReactNode } from 'react';
import { DateTime, Money, Quantity } from '../figures.tsx';
import { type NamedProduct, ProductNames } from '../product-names.tsx';
import type { Column } from './columns.ts';

type Text = string | number | null | undefined;
/** Names of the fields that hold such a value. */
type FieldsOf<Row, Value> = { [K in keyof Row & string]: Row[K] extends Value ? K : never }[keyof Row & string];
type Source<Row, Value> = FieldsOf<Row, Value> | ((row: Row) => Value);
type Looks<Row> = Omit<Column<Row>, 'key' | 'title' | 'render'>;

/** The key names the field; `of` takes another field or a function of the row. */
interface Kind<Value> {
  <Row>(key: FieldsOf<Row, Value>, title: string, looks?: Looks<Row>): Column<Row>;
  <Row>(key: string, title: string, looks: Looks<Row> & { of: Source<Row, Value> }): Column<Row>;
}
interface MoneyLooks<Row> extends Looks<Row> {
  /** A field that holds the currency, or a function: `() => baseCurrency`. */
  currency: Source<Row, Text>;
  signed?: boolean;
}
interface MoneyKind {
  <Row>(key: FieldsOf<Row, Text>, title: string, looks: MoneyLooks<Row>): Column<Row>;
  <Row>(key: string, title: string, looks: MoneyLooks<Row> & { of: Source<Row, Text> }): Column<Row>;
}

type AnySource = string | ((row: never) => unknown);
interface AnyLooks extends Looks<unknown> {
  of?: AnySource;
  currency?: AnySource;
  signed?: boolean;
}
const read = (row: unknown, from: AnySource) =>
  typeof from === 'string' ? (row as Record<string, unknown>)[from] : from(row as never);

function kind<K>(usual: Looks<unknown>, show: (value: unknown, row: unknown, looks: AnyLooks) => ReactNode): K {
  const column = (key: string, title: string, looks: AnyLooks = {}): Column<unknown> => {
    const { of = key, currency, signed, ...shown } = looks;
    return { key, title, ...usual, ...shown, render: (row) => show(read(row, of), row, looks) };
  };
  return column as K;
}

const figure = (value: unknown) =>
  value === null || value === undefined || value === '' ? null : <span className="tw-figure">{value as Text}</span>;

/** Columns that the page draws itself. */
function own(usual: Looks<unknown>) {
  return <Row,>(key: string, title: string, show: (row: Row) => ReactNode, looks: Looks<Row> = {}): Column<Row> => ({
    key,
    title,
    ...(usual as Looks<Row>),
    ...looks,
    render: show,
  });
}

const HEADING = { width: 180, frozen: true, always: true, card: 'title' } as const;

/**
 * Columns by what they show. The row's type comes from the table they stand in:
 * `const columns: Column<TransferRow>[] = [col.qty('units', words.units), col.time('createdAt', words.createdAt)]`.
 */
export const col = {
  /** The number or name of the document: first, always in view, the heading of its card; opens the row. */
  heading: kind<Kind<Text>>(HEADING, figure),
  ownHeading: own(HEADING),
  text: kind<Kind<Text>>({}, (value) => value as Text),
  /** Numbers and codes, with figures of one width. */
  code: kind<Kind<Text>>({}, figure),
  /** Zero shows as a dash. */
  qty: kind<Kind<Text>>({ width: 90, align: 'right' }, (value) => <Quantity value={value as Text} />),
  time: kind<Kind<string | null | undefined>>({ width: 150 }, (value) => (
    <DateTime at={value as string | null | undefined} />
  )),
  money: kind<MoneyKind>({ width: 130, align: 'right' }, (value, row, { currency = '', signed = false }) => (
    <Money amount={value as Text} currency={String(read(row, currency) ?? '')} signed={signed} />
  )),
  /** SKU over name; the row is a product or line of one. */
  product: <Row extends NamedProduct>(key: string, title: string, looks: Looks<Row> = {}): Column<Row> => ({
    key,
    title,
    width: 220,
    card: 'title',
    ...looks,
    render: (row) => <ProductNames of={row} />,
  }),
  /** On a card the status stands beside the heading. */
  status: own({ width: 120, card: 'state' }),
  /** Anything else. */
  own: own({}),
};
