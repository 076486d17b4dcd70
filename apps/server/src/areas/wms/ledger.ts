import type { WmsStockEntry } from '@tradewind/connectors/wms.ts';
import type { Start } from './place.ts';

const ENTRIES_SHOWN = 10;

/** The provider's ledger entries of a product: the latest ones, and receipts by ASN. */
interface Reply {
  entries: WmsStockEntry[];
  receipts: { no: string; n: number }[];
}
/** By the provider's code, for the entries read so far. */
export type Ledger = Record<string, Reply>;
export interface LedgerStart extends Start {
  ledger: Ledger;
}

const newestFirst = (a: WmsStockEntry, b: WmsStockEntry) => (a.at > b.at ? -1 : a.at < b.at ? 1 : 0);

export function addEntries(ledger: Ledger, page: readonly WmsStockEntry[]): void {
  for (const [code, entries] of Map.groupBy(page, (entry) => entry.sku)) {
    const known = ledger[code] ?? { entries: [], receipts: [] };
    const receipts = entries.flatMap(({ kind, refNo, delta }) =>
      kind === 'receipt' && refNo ? [{ no: refNo, n: delta }] : [],
    );
    ledger[code] = {
      entries: [...entries.toReversed(), ...known.entries].toSorted(newestFirst).slice(0, ENTRIES_SHOWN),
      receipts: [...known.receipts, ...receipts],
    };
  }
}

/** As little of it as the next run needs: entries of what differs, receipts of notices that are there. */
export function shortened(ledger: Ledger, differs: ReadonlySet<string>, notices: ReadonlySet<string>): Ledger {
  const kept = Object.entries(ledger).map(([code, { entries, receipts }]): [string, Reply] => [
    code,
    { entries: differs.has(code) ? entries : [], receipts: receipts.filter(({ no }) => notices.has(no)) },
  ]);
  return Object.fromEntries(kept.filter(([, answered]) => answered.entries.length + answered.receipts.length > 0));
}
