import type { Fee, House, Order, Product } from './house.ts';

/** How the house's papers look in its interface. */

export const product = ({ sku, status, problem, ...sides }: Product) => ({
  sku,
  status,
  problem,
  measured: status === 'ACTIVE' ? sides : null,
});

export const order = ({ before: _b, movedMs: _m, ownTracking: _o, unseen: _u, ...shown }: Order) => shown;

type Asked = Readonly<Record<string, string>>;
const size = (asked: Asked) => Math.min(100, Math.max(1, Number(asked.pageSize ?? 100)));

/** Oldest change first; the cursor is the last row's place in that order. */
export function orders(house: House, asked: Asked) {
  if (asked.clientOrderNo) {
    return { rows: house.look(asked.clientOrderNo).map(order), next: null };
  }
  const key = (one: Order) => `${one.updatedAt}/${one.orderNo}`;
  const rows = house.state.orders
    .filter((one) => !(one.unseen > 0) && one.updatedAt >= (asked.updatedFrom ?? '') && key(one) > (asked.cursor ?? ''))
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const page = rows.slice(0, size(asked));
  const last = page.at(-1);
  return { rows: page.map(order), next: last && rows.length > page.length ? key(last) : null };
}

export function inventory(house: House, asked: Asked) {
  const rows = house.state.stock.filter((one) => one.warehouse === asked.warehouse);
  const from = Number(asked.cursor ?? 0);
  const page = rows.slice(from, from + size(asked));
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

function numbered<T extends { n: number; at: string }>(all: readonly T[], asked: Asked) {
  const rows = all.filter(
    (one) => one.at >= (asked.from ?? '') && (!asked.to || one.at <= asked.to) && one.n > Number(asked.cursor ?? 0),
  );
  const page = rows.slice(0, size(asked));
  return { page, next: rows.length > page.length ? String(page.at(-1)?.n) : null };
}

export function ledger(house: House, asked: Asked) {
  const { page, next } = numbered(
    house.state.ledger.filter((one) => one.warehouse === asked.warehouse),
    asked,
  );
  return { rows: page.map(({ n: _n, warehouse: _w, ...shown }) => shown), next };
}

export function fees(house: House, asked: Asked) {
  const { page, next } = numbered(house.state.fees, asked);
  const shown = ({ n: _n, cents, ...rest }: Fee) => ({ ...rest, amount: (cents / 100).toFixed(2), currency: 'USD' });
  return { rows: page.map(shown), next };
}
