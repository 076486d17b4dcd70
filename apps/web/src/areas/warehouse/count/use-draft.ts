import type { StockCondition } from '@tradewind/contract/stock.ts';
import { useKept } from '../use-kept.ts';

export interface Drafted {
  /** SKU or barcode as scanned. */
  code: string;
  quantity: number;
  /** Without a condition and batch, those of the system apply. */
  condition?: StockCondition | undefined;
  batch?: string | undefined;
}
type Lot = Pick<Drafted, 'condition' | 'batch'>;

const WEEK = 604_800;
export const secondsSince = (begun = Date.now()) => Math.min(WEEK, Math.max(0, Math.ceil((Date.now() - begun) / 1000)));

export const keyOf = (one: Omit<Drafted, 'quantity'>) => [one.code, one.condition, one.batch].join('/');
interface Draft {
  code: string | undefined;
  /** When the counting of the location started. */
  begun?: number;
  items: Drafted[];
  /** Identifies the count of a location, however often it is sent. */
  key: string;
}

const nothing = (): Draft => ({ code: undefined, items: [], key: crypto.randomUUID() });

function understand(kept: unknown): Draft {
  const draft = kept as Draft | null;
  return draft && Array.isArray(draft.items) && typeof draft.key === 'string' ? draft : nothing();
}

/** The draft of the location being counted. It survives a reload and is sent in one request. */
export function useDraft(countId: number) {
  const { kept, now, keep, forget } = useKept(`tw.count.${countId}`, understand);
  // Changed numbers are a new request.
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
    /** Units with one code may have several conditions and batches. Equal ones share a row. */
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
    /** Removes the draft to send it, so the next location can start meanwhile. */
    take: () => {
      const taken = now();
      forget();
      return taken;
    },
    /** Restores a refused draft, unless another location has started. Sent again it is another request. */
    giveBack: (taken: Draft) => {
      if (now().code === undefined) keep({ ...taken, key: crypto.randomUUID() });
    },
    clear: forget,
  };
}
