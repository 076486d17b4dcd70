import { describe, expect, it } from 'vitest';
import type { OrderRecord, PlatformOrder } from '../../capabilities/orders.ts';
import { bent } from '../../lax.testing.ts';
import { scripted } from '../../testing.ts';
import { ACCESS, connect, line, order, page } from './fixtures.ts';

async function one(raw: object): Promise<OrderRecord> {
  const { records } = await connect(scripted(page(raw)).fetch).listOrders(ACCESS, {
    updatedAfter: '2026-11-20T00:00:00Z',
  });
  const [record] = records;
  if (!record) throw new Error('no record');
  return record;
}
async function read(more: object): Promise<PlatformOrder> {
  const record = await one(order(more));
  if (!record.ok) throw new Error(record.reason);
  return record.order;
}
const unknown = async (more: object, ofOrder: object = {}) =>
  (await read({ order_lines: [line(1, more)], ...ofOrder })).amountsUnknown;

describe('an order', () => {
  it('goes to any country of three letters, and keeps one that nobody knows', async () => {
    const to = async (country_iso_code: unknown) => {
      const { shipping_address } = order().customer;
      return (await read({ customer: { shipping_address: { ...shipping_address, country_iso_code } } })).shipTo
        ?.country;
    };
    expect([await to('USA'), await to('fra'), await to('XYZ'), await to(null)]).toEqual(['US', 'FR', 'XYZ', '']);
  });

  it('keeps an address with gaps once the buyer has paid', async () => {
    const customer = { shipping_address: { ...order().customer.shipping_address, zip_code: null } };
    expect((await read({ customer })).shipTo).toMatchObject({ line1: '10 Oak St', city: 'Reno', postalCode: '' });
    expect((await read({ customer, order_state: 'WAITING_DEBIT' })).shipTo).toBeUndefined();
    expect((await read({ customer, order_state: 'WAITING_ACCEPTANCE' })).shipTo).toBeUndefined();
  });

  it('says that its amounts are unknown where one is missing or cannot be read', async () => {
    expect(await unknown({})).toBeUndefined();
    for (const odd of [undefined, null, 'some', {}])
      expect([await unknown({ price_unit: odd }), await unknown({ price: odd })]).toEqual([true, true]);
    expect(await unknown({ shipping_price: 'free' })).toBe(true);
    for (const taxes of ['none', [{ code: 'TAX' }], [{ code: 'TAX', amount: 'some' }]]) {
      expect([await unknown({ taxes }), await unknown({ shipping_taxes: taxes })]).toEqual([true, true]);
      // They are in the prices.
      expect(await unknown({ taxes }, { order_tax_mode: 'tax_included' })).toBeUndefined();
    }
    for (const nothing of [undefined, null, ''])
      expect(await unknown({ shipping_price: nothing, taxes: nothing, shipping_taxes: nothing })).toBeUndefined();
  });

  it('says so too where nobody can tell whether taxes come on top', async () => {
    expect(await unknown({}, { order_tax_mode: {} })).toBe(true);
    expect(await unknown({ taxes: [] }, { order_tax_mode: {} })).toBeUndefined();
    expect(await unknown({}, { order_tax_mode: null })).toBeUndefined();
  });

  it('is read in other letters, and is set aside without what shipping needs', async () => {
    expect(await read({ order_state: 'shipping', currency_iso_code: 'usd' })).toMatchObject({
      status: 'toShip',
      currency: 'USD',
    });
    for (const lines of [[], [line(1, { quantity: null })], [line(1, { order_line_id: null })]])
      expect((await one(order({ order_lines: lines }))).ok).toBe(false);
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    // As OR11 documents it, with the fields that we pass over.
    const full = order({
      can_cancel: true,
      has_incident: false,
      price: 378.2,
      total_commission: 28.35,
      shipping_type_code: 'STD',
      shipping_type_label: 'Standard',
      shipping_tracking: '1Z999AA10123456784',
      order_lines: [
        line(1, { shipping_price: 4.99, shipping_taxes: [{ code: 'TAX', amount: 0.41 }], promotions: [] }),
        line(2, { offer_sku: 'LAMP-1', quantity: 3, refunds: [{ amount: 1.5, refund_state: 'REFUNDED' }] }),
      ],
    });
    const needed = [
      ...['order_id', 'order_state', 'created_date', 'currency_iso_code'],
      ...['order_line_id', 'order_line_state', 'offer_sku', 'quantity'].map((name) => `order_lines.*.${name}`),
    ];
    const brief = ({ platformOrderNo, lines }: PlatformOrder) =>
      JSON.stringify([platformOrderNo, ...lines.map((each) => [each.platformLineId, each.sellerSku, each.quantity])]);
    const right = '["OR-10001-A",["OR-10001-A-1","TBL-OAK-120",1],["OR-10001-A-2","LAMP-1",3]]';
    const wrong: unknown[] = [];
    for (const { what, answer } of bent(full, needed)) {
      const record = await one(answer as object);
      const found = record.ok ? brief(record.order) : record.reason;
      if (found !== right) wrong.push([what, found]);
    }
    expect(wrong).toEqual([]);
    expect(brief(await read({ order_lines: full.order_lines }))).toBe(right);
  });
});

it('a return has no amount where that of a refund cannot be read', async () => {
  const data = [
    {
      ...{ id: 'r-1', order_id: 'OR-10001-A', state: 'CLOSED' },
      return_lines: [{ order_line_id: 'OR-10001-A-1', quantity: 1 }],
      ...{ date_created: '2026-11-20T22:05:00Z', last_updated: '2026-11-20T22:05:00Z' },
    },
  ];
  const amountOf = async (...refunds: unknown[]) => {
    const { fetch } = scripted({ json: { data } }, page(order({ order_lines: [line(1, { refunds })] })));
    const { returns } = await connect(fetch).listReturns(ACCESS, { updatedAfter: '2026-11-20T00:00:00Z' });
    return [returns[0]?.state, returns[0]?.refundAmount];
  };
  const paid = { amount: 1.5, refund_state: 'REFUNDED' };
  expect(await amountOf(paid)).toEqual(['refunded', '1.5']);
  expect(await amountOf(paid, { ...paid, amount: 'some' })).toEqual(['refunded', undefined]);
  expect(await amountOf(paid, 'some')).toEqual(['refunded', undefined]);
});
