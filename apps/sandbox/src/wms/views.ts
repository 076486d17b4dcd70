import type { Fee, Order, Product, Warehouse } from './warehouse.ts';

/** How the house's papers look in its interface. */

export const product = ({ sku, status, problem, ...sides }: Product) => ({
  sku,
  status,
  problem,
  measured: status === 'ACTIVE' ? sides : null,
});

export const order = ({ before: _b, movedMs: _m, ownTracking: _o, unseen: _u, ...shown }: Order) => shown;

type Requested = Readonly<Record<string, string>>;
const size = (requested: Requested) => Math.min(100, Math.max(1, Number(requested.pageSize ?? 100)));

/** Oldest change first; the cursor is the last row's place in that order. */
export function orders(site: Warehouse, requested: Requested) {
  if (requested.clientOrderNo) {
    return { rows: site.look(requested.clientOrderNo).map(order), next: null };
  }
  const key = (one: Order) => `${one.updatedAt}/${one.orderNo}`;
  const rows = site.state.orders
    .filter(
      (one) =>
        !(one.unseen > 0) && one.updatedAt >= (requested.updatedFrom ?? '') && key(one) > (requested.cursor ?? ''),
    )
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const page = rows.slice(0, size(requested));
  const last = page.at(-1);
  return { rows: page.map(order), next: last && rows.length > page.length ? key(last) : null };
}

export function inventory(site: Warehouse, requested: Requested) {
  const rows = site.state.stock.filter((one) => one.warehouse === requested.warehouse);
  const from = Number(requested.cursor ?? 0);
  const page = rows.slice(from, from + size(requested));
  const next = from + page.length < rows.length ? String(from + page.length) : null;
  return {
    rows: page.map(({ sku, warehouse, available, allocated, damaged }) => ({
      sku,
      warehouse,
      quality: 'GOOD',
      lot: null,
      onHand: available + allocated + damaged,
      available,
      allocated,
      damaged,
      frozen: 0,
      inTransit: 0,
      pendingPutaway: 0,
    })),
    next,
  };
}

function numbered<T extends { n: number; at: string }>(all: readonly T[], requested: Requested) {
  const rows = all.filter(
    (one) =>
      one.at >= (requested.from ?? '') &&
      (!requested.to || one.at <= requested.to) &&
      one.n > Number(requested.cursor ?? 0),
  );
  const page = rows.slice(0, size(requested));
  return { page, next: rows.length > page.length ? String(page.at(-1)?.n) : null };
}

export function ledger(site: Warehouse, requested: Requested) {
  const { page, next } = numbered(
    site.state.ledger.filter((one) => one.warehouse === requested.warehouse),
    requested,
  );
  return { rows: page.map(({ n: _n, warehouse: _w, ...shown }) => shown), next };
}

export function fees(site: Warehouse, requested: Requested) {
  const { page, next } = numbered(site.state.fees, requested);
  const shown = ({ n: _n, cents, ...rest }: Fee) => ({ ...rest, amount: (cents / 100).toFixed(2), currency: 'USD' });
  return { rows: page.map(shown), next };
}
