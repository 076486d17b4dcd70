import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listUnmapped } from '@tradewind/contract/catalog.ts';
import { useState } from 'react';
import type { ChosenProduct } from '../../components/product-select.tsx';

export type UnmappedRow = ResultOf<typeof listUnmapped>['rows'][number];
type Suggestion = UnmappedRow['suggestions'][number];

export interface Choice {
  ticked: boolean;
  product: ChosenProduct | undefined;
  factor: number;
}

type Sold = Pick<UnmappedRow, 'shopId' | 'sellerSku'>;
export const keyOf = ({ shopId, sellerSku }: { shopId: unknown; sellerSku: string }) => `${shopId}/${sellerSku}`;

export const chosenFrom = ({ productId, sku, nameZh, nameEn, factor }: Suggestion, ticked: boolean): Choice => ({
  ticked,
  product: { id: productId, sku, nameZh, nameEn },
  factor,
});

/** Several products fit equally well. */
export const isTie = ({ suggestions: [first, second] }: UnmappedRow) =>
  first !== undefined && first.score === second?.score;

function proposed(row: UnmappedRow): Choice {
  const [first] = row.suggestions;
  return first && !isTie(row) ? chosenFrom(first, row.sure) : { ticked: false, product: undefined, factor: 1 };
}

/**
 * What is chosen for seller SKUs: at first what the server suggests, ticked where it is sure. `keep` holds the choices of
 * rows that go out of sight, so that another page loses nothing.
 */
export function useChoices(rows: readonly UnmappedRow[]) {
  const [kept, setKept] = useState<ReadonlyMap<string, { sold: Sold; choice: Choice }>>(new Map());
  const of = (row: UnmappedRow): Choice => kept.get(keyOf(row))?.choice ?? proposed(row);
  const put = (changed: readonly { sold: Sold; choice: Choice }[]) =>
    setKept((before) => new Map([...before, ...changed.map((one) => [keyOf(one.sold), one] as const)]));
  const shown = rows.map((row) => ({ sold: row, choice: of(row) }));
  const all = new Map([...kept, ...shown.map((one) => [keyOf(one.sold), one] as const)]);
  const ticked = [...all.values()].flatMap(
    ({ sold: { shopId, sellerSku }, choice: { ticked: yes, product, factor } }) =>
      yes && product ? [{ shopId, sellerSku, productId: product.id, factor }] : [],
  );
  return {
    of,
    ticked,
    choose: (row: UnmappedRow, choice: Choice) => put([{ sold: row, choice }]),
    tick: (some: readonly UnmappedRow[]) =>
      put(some.map((row) => ({ sold: row, choice: { ...of(row), ticked: true } }))),
    keep: () => put(shown),
    /** These are saved. */
    drop: (saved: readonly { shopId: unknown; sellerSku: string }[]) => {
      const keys = new Set(saved.map(keyOf));
      const gone = [...all.values()].filter(({ sold }) => keys.has(keyOf(sold)));
      put(gone.map(({ sold }) => ({ sold, choice: { ticked: false, product: undefined, factor: 1 } })));
    },
  };
}
