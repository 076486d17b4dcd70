import type { Rows } from './rows.ts';

/** The columns of the flat file, in their order. */
const V1 = (
  'settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency transaction-type order-id ' +
  'merchant-order-id adjustment-id shipment-id marketplace-name shipment-fee-type shipment-fee-amount order-fee-type ' +
  'order-fee-amount fulfillment-id posted-date order-item-code merchant-order-item-id merchant-adjustment-item-id sku ' +
  'quantity-purchased price-type price-amount item-related-fee-type item-related-fee-amount misc-fee-amount ' +
  'other-fee-amount other-fee-reason-description promotion-id promotion-type promotion-amount direct-payment-type ' +
  'direct-payment-amount other-amount'
).split(' ');
/** Of flat file V2; the last one is missing in some. */
export const V2 = (
  'settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency transaction-type order-id ' +
  'merchant-order-id adjustment-id shipment-id marketplace-name amount-type amount-description amount fulfillment-id ' +
  'posted-date posted-date-time order-item-code merchant-order-item-id merchant-adjustment-item-id sku ' +
  'quantity-purchased promotion-id'
).split(' ');

/** Where V1 names its amounts, and what V2 calls the like. A column without a name tells what the transaction is. */
const V1_AMOUNTS: readonly (readonly [amount: string, name: string | undefined, is: string])[] = [
  ['shipment-fee-amount', 'shipment-fee-type', 'ItemFees'],
  ['order-fee-amount', 'order-fee-type', 'ItemFees'],
  ['price-amount', 'price-type', 'ItemPrice'],
  ['item-related-fee-amount', 'item-related-fee-type', 'ItemFees'],
  ['misc-fee-amount', undefined, 'misc-fee'],
  ['other-fee-amount', 'other-fee-reason-description', 'other-fee'],
  ['promotion-amount', 'promotion-type', 'Promotion'],
  ['direct-payment-amount', 'direct-payment-type', 'direct-payment'],
  ['other-amount', undefined, 'other-transaction'],
];

const PLACES = {
  ...{ id: 'settlement-id', from: 'settlement-start-date', to: 'settlement-end-date', deposit: 'deposit-date' },
  ...{ total: 'total-amount', currency: 'currency', type: 'transaction-type', order: 'order-id' },
  ...{ shipment: 'shipment-id', postedAt: 'posted-date-time', postedDay: 'posted-date', item: 'order-item-code' },
  ...{ sku: 'sku', quantity: 'quantity-purchased' },
} as const;
type Place = keyof typeof PLACES;

export interface AmountCell {
  /** Of the column with the amount. */
  title: string;
  amount: number;
  /** The column that names its type; otherwise it is `is`. */
  type?: number;
  description?: number;
  is: string;
  /** An amount without its name is lost, and so is a name without its amount. */
  named: boolean;
}

export interface Layout {
  version: 'V1' | 'V2';
  /** Rows up to the one that names the columns. */
  head: number;
  width: number;
  /** Places of columns; -1 for one that the file does not have. */
  at: Readonly<Record<Place, number>>;
  amounts: readonly AmountCell[];
}

const HEAD_WITHIN = 20;
const plain = (title: string) => title.toLowerCase().replace(/[\s_]+/g, '-');

/** By the names of the columns, or by their places where the first row names them in a language that nobody knows. */
export function layoutOf(rows: Rows): Layout | undefined {
  const first: string[][] = [];
  for (const cells of rows) {
    first.push([...cells]);
    if (first.length >= HEAD_WITHIN) break;
  }
  for (const [index, cells] of first.entries()) {
    const titles = cells.map(plain);
    const has = (...names: string[]) => names.every((name) => titles.includes(name));
    if (has('settlement-id', 'transaction-type', 'amount-type', 'amount')) return layout('V2', index + 1, titles);
    if (has('settlement-id', 'transaction-type', 'price-type', 'price-amount')) return layout('V1', index + 1, titles);
  }
  const index = first.findIndex((cells) => cells.some((cell) => cell !== ''));
  return byPlace(first, index);
}

function byPlace(first: readonly (readonly string[])[], index: number): Layout | undefined {
  const titles = first[index];
  const next = first[index + 1];
  if (!titles || !next || titles.map(plain).some((title) => V1.includes(title) || V2.includes(title))) return undefined;
  if (titles.some((title) => title === '' || /^[\d.,-]+$/.test(title)) || !/^\d{6,}$/.test(next[0] ?? ''))
    return undefined;
  const [version, names] = titles.length === V1.length ? (['V1', V1] as const) : (['V2', V2] as const);
  const known = titles.length === names.length || (version === 'V2' && titles.length === names.length - 1);
  return known ? layout(version, index + 1, names.slice(0, titles.length)) : undefined;
}

function layout(version: 'V1' | 'V2', head: number, titles: readonly string[]): Layout {
  const place = (name: string | undefined) => (name === undefined ? -1 : titles.indexOf(name));
  const at = Object.fromEntries(Object.entries(PLACES).map(([key, name]) => [key, place(name)])) as Record<
    Place,
    number
  >;
  const amounts: AmountCell[] =
    version === 'V2'
      ? [
          {
            ...{ title: 'amount', amount: place('amount'), type: place('amount-type'), is: '', named: true },
            ...(place('amount-description') < 0 ? {} : { description: place('amount-description') }),
          },
        ]
      : V1_AMOUNTS.filter(([amount]) => place(amount) >= 0).map(([amount, name, is]) => ({
          ...{ title: amount, amount: place(amount), is, named: name !== undefined && is !== 'other-fee' },
          ...(place(name) < 0 ? {} : { description: place(name) }),
        }));
  return { version, head, width: titles.length, at, amounts };
}

/** The cells of a row that say what it is about, without what follows the last of them. */
export const columnsOf = ({ width }: Layout, cells: readonly string[]): readonly string[] => {
  let end = Math.min(width, cells.length);
  while (end > 0 && cells[end - 1] === '') end--;
  return cells.slice(0, end);
};
