import { z } from 'zod';
import { defineCall, flag, id, integer, ok, requiredText, text } from './call.ts';

/** Pages that a link can show to a person without an account, and their paths in the web. */
export const LINK_PAGES = {
  orderDetail: '/detailedinformation',
  deliveryOrder: '/deliveryorder',
  deliveryNote: '/deliveryNote',
  confirmShipment: '/Confirmshipment',
  supplierOrder: '/supplierOrder',
  orderTracking: '/trackOrder',
  returnLabel: '/returnLabel',
  reportFile: '/reportFile',
} as const;
export type LinkPage = keyof typeof LINK_PAGES;
export const LINK_DAYS = { least: 1, most: 90, otherwise: 7 } as const;

const page = z.enum(Object.keys(LINK_PAGES) as [LinkPage, ...LinkPage[]]);
/** Pages that `openLink` shows; those of suppliers, of buyers and of files have calls of their own. */
const orderPage = page.exclude(['supplierOrder', 'orderTracking', 'returnLabel', 'reportFile']);
export type OrderLinkPage = z.output<typeof orderPage>;
const document = { docKind: z.enum(['sales_order', 'purchase_order', 'sales_return', 'export_file']), docId: id() };
/** What the address of a link carries. */
export const linkKey = () => z.string().trim().min(1).max(120);

export const makeLink = defineCall({
  method: 'POST',
  path: '/seller/link/make',
  access: 'user',
  summary:
    'Creates a link that shows one document to a person without an account. Its address is returned only this once.',
  input: z.strictObject({
    page,
    ...document,
    recipient: requiredText(80),
    days: integer(LINK_DAYS.least, LINK_DAYS.most).default(LINK_DAYS.otherwise),
    /** Of a purchase order: its page shows prices. Needs the right to see cost prices. */
    prices: flag().default(false),
  }),
  result: z.object({ id: z.number(), url: z.string(), expiresAt: z.string() }),
  secret: true,
});
export const listLinks = defineCall({
  method: 'GET',
  path: '/seller/link/list',
  access: 'user',
  summary: 'Lists the links of a document that the user may share: recipient, expiry, and how often each was opened.',
  input: z.strictObject(document),
  result: z.object({
    links: z.array(
      z.object({
        id: z.number(),
        page,
        recipient: z.string(),
        createdBy: z.string(),
        createdAt: z.string(),
        expiresAt: z.string(),
        openedAt: z.string().nullable(),
        opened: z.number(),
        prices: z.boolean(),
        state: z.enum(['open', 'expired', 'withdrawn']),
      }),
    ),
    /** Pages that the user may make links to. */
    pages: z.array(page),
  }),
});
export const withdrawLink = defineCall({
  method: 'POST',
  path: '/seller/link/withdraw',
  access: 'user',
  summary: 'Revokes a link. From then on it shows nothing.',
  input: z.strictObject({ id: id() }),
  result: ok,
});

/** An address as pages behind a link show it. */
export const linkPlace = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
  phone: z.string(),
});
export const openLink = defineCall({
  method: 'POST',
  path: '/seller/link/open',
  access: 'public',
  summary: 'Returns what a link shows, without prices, costs and email addresses.',
  input: z.strictObject({ key: linkKey(), page: orderPage }),
  result: z.object({
    page: orderPage,
    company: z.string(),
    recipient: z.string(),
    expiresAt: z.string(),
    number: z.string(),
    shop: z.string(),
    status: z.enum(['open', 'shipped', 'delivered', 'cancelled']),
    orderedAt: z.string(),
    shipBy: z.string().nullable(),
    shippedAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    note: z.string(),
    from: linkPlace.partial().nullable(),
    to: linkPlace.partial().nullable(),
    lines: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.number() })),
    units: z.number(),
    carrier: z.string(),
    trackingNumber: z.string(),
    documents: z.array(z.object({ number: z.string(), warehouse: z.string() })),
  }),
  secret: true,
});
export const confirmShipment = defineCall({
  method: 'POST',
  path: '/seller/link/confirmShipment',
  access: 'public',
  summary: 'Submits the shipper’s carrier and tracking number through a link. Members of the company check them.',
  input: z.strictObject({
    key: linkKey(),
    carrier: requiredText(60),
    trackingNumber: requiredText(60),
    note: text(300).default(''),
  }),
  result: ok,
  secret: true,
});
