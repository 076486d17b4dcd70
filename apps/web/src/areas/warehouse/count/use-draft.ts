import type { StockCondition } from '@tradewind/contract/stock.ts';
import { useKept } from '../use-kept.ts';

export interface Drafted {
  /** SKU or barcode, as it was scanned. */
  code: string;
  quantity: number;
  /** Without them the goods are what the books say. */
  condition?: StockCondition | undefined;
  batch?: string | undefined;
}
type Lot = Pick<Drafted, 'condition' | 'batch'>;

const WEEK = 604_800;
export const secondsSince = (begun = Date.now()) => Math.min(WEEK, Math.max(0, Math.ceil((Date.now() - begun) / 1000)));

export const keyOf = (one: Omit<Drafted, 'quantity'>) => [one.code, one.condition, one.batch].join('/');
interface Draft {
  code: string | undefined;
  /** When the location was begun. */
  begun?: number;
  items: Drafted[];
  /** The same for one act of counting, however often it is sent. */
  key: string;
}

const nothing = (): Draft => ({ code: undefined, items: [], key: crypto.randomUUID() });

function understand(kept: unknown): Draft {
  const draft = kept as Draft | null;
  return draft && Array.isArray(draft.items) && typeof draft.key === 'string' ? draft : nothing();
}

/** What was counted of the location somebody stands at: kept through a reload until it is sent as one act. */
export function useDraft(countId: number) {
  const { kept, now, keep, forget } = useKept(`tw.count.${countId}`, understand);
  // Other numbers are another act.
  const put = (items: Drafted[]) => keep({ ...now(), items, key: crypto.randomUUID() });
  const without = (one: Drafted) => now().items.filter((item) => keyOf(item) !== keyOf(one));
  const set = (one: Drafted, quantity: number) =>
    put(now().items.map((item) => (keyOf(item) === keyOf(one) ? { ...item, quantity } : item)));
  return {
    code: kept.code,
    items: kept.items,
    now,
    begin: (code: string) => keep({ ...nothing(), code, begun: Date.now() }),
    add: (typed: string, more: number) => {
      const code = typed.trim();
      const known = now().items.find((item) => keyOf(item) === keyOf({ code }));
      const quantity = (known?.quantity ?? 0) + more;
      if (known) set(known, quantity);
      else put([...now().items, { code, quantity }]);
      return quantity;
    },
    set,
    /** Goods of one code may lie there in several conditions and batches: those told alike are one row. */
    notify: (one: Drafted, lot: Lot) => {
      const answered = { ...one, ...lot };
      const same = without(one).find((item) => keyOf(item) === keyOf(answered));
      const items = now().items.flatMap((item) =>
        item === same ? [] : keyOf(item) === keyOf(one) ? [answered] : [item],
      );
      put(
        items.map((item) =>
          item === answered ? { ...answered, quantity: answered.quantity + (same?.quantity ?? 0) } : item,
        ),
      );
    },
    remove: (one: Drafted) => put(without(one)),
    /** Takes the draft away to send it, so that the next location can be begun meanwhile. */
    take: () => {
      const taken = now();
      forget();
      return taken;
    },
    /** What could not be sent comes back, unless another location was begun. */
    giveBack: (taken: Draft) => {
      if (now().code === undefined) keep(taken);
    },
    clear: forget,
  };
}
