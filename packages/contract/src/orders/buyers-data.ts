import { z } from 'zod';
import { defineCall, id, requiredText } from '../call.ts';

const pair = z.object({ zh: z.string(), en: z.string() });
/** Orders of one search or one act at most. */
export const BUYERS_ORDERS = 200;

const foundOrder = z.object({
  id: z.number(),
  displayNo: z.string(),
  platform: z.string(),
  shop: z.string(),
  status: z.string(),
  orderedAt: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  recipient: z.string(),
  place: z.string(),
  /** Closed: an erasure takes place at once. Open orders are erased when they end. */
  over: z.boolean(),
  /** Requested before, still open. */
  requested: z.boolean(),
});

export const findBuyersData = defineCall({
  method: 'POST',
  path: '/seller/order/findBuyersData',
  access: 'user',
  summary:
    'Finds what is stored of a person, by name, email, phone, address or order number: orders, and every place with such data. Main accounts only; the audit log keeps who searched.',
  input: z.strictObject({ text: requiredText(100) }),
  result: z.object({
    orders: z.array(foundOrder),
    /** More orders are there than are shown. */
    more: z.boolean(),
    places: z.array(z.object({ table: z.string(), what: pair, rows: z.number() })),
    /** People of partners with this name, email or phone. */
    contacts: z.array(z.object({ table: z.string(), what: pair, rows: z.number() })),
  }),
});

const orderIds = z.array(id()).min(1).max(BUYERS_ORDERS);

export const buyersDataFile = defineCall({
  method: 'POST',
  path: '/seller/order/buyersDataFile',
  access: 'user',
  summary: 'Downloads what is stored of the buyers of these orders as a JSON file. Main accounts only.',
  input: z.strictObject({ orderIds }),
  result: z.unknown(),
  download: true,
});

export const eraseBuyersData = defineCall({
  method: 'POST',
  path: '/seller/order/eraseBuyersData',
  access: 'user',
  summary:
    'Erases what is stored of the buyers of these orders: closed orders at once, open ones when they end. Amounts, products and the country stay. Main accounts only.',
  input: z.strictObject({ orderIds }),
  result: z.object({ erased: z.number(), later: z.number() }),
});

export const listPersonalData = defineCall({
  method: 'GET',
  path: '/seller/order/listPersonalData',
  access: 'user',
  summary: 'Lists where data of persons is stored, how long and why.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        table: z.string(),
        whose: z.enum(['buyer', 'member', 'contact', 'visitor']),
        what: pair,
        term: z.object({ kept: pair, because: pair }),
        /** An erasure overwrites it; the rest stays by law. */
        erased: z.boolean(),
      }),
    ),
  }),
});
