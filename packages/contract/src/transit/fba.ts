import { z } from 'zod';
import {
  bulkResult,
  currency,
  day,
  defineCall,
  documentHistory,
  exportQueued,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  requiredText,
  text,
  UPLOAD_LIMIT_BYTES,
} from '../call.ts';
import { importPreview, importResult } from '../imports.ts';
import { costInput, one, transitCost } from './costs.ts';

export const FBA_STATES = [
  ...(['draft', 'planned', 'packed', 'placed', 'transport'] as const),
  ...(['shipped', 'receiving', 'closed', 'cancelled'] as const),
] as const;
export type FbaState = (typeof FBA_STATES)[number];
export const FBA_STEPS: Readonly<Record<FbaState, readonly FbaState[]>> = {
  draft: ['planned', 'cancelled'],
  planned: ['packed', 'cancelled'],
  packed: ['placed', 'cancelled'],
  placed: ['transport', 'cancelled'],
  transport: ['shipped', 'cancelled'],
  shipped: ['receiving', 'closed'],
  receiving: ['closed'],
  closed: [],
  cancelled: [],
};
export const OWNERS = ['SELLER', 'AMAZON', 'NONE'] as const;
export const CASE_STATES = ['open', 'sent', 'reimbursed', 'rejected'] as const;
/** Amazon's limits of a box: 50 lb, and 25 in on its longest side. */
export const BOX_MOST_KG = '22.68';
export const BOX_MOST_CM = '63.5';

const fbaRow = z.object({
  id: z.number(),
  number: z.string(),
  name: z.string(),
  state: z.enum(FBA_STATES),
  /** What Amazon is being told, and why it does not go on. */
  step: z.string(),
  stepError: z.string().nullable(),
  shopId: z.number(),
  shopName: z.string(),
  warehouseName: z.string(),
  skus: z.number(),
  units: z.number(),
  received: z.number(),
  boxes: z.number(),
  confirmationIds: z.array(z.string()),
  openCases: z.number(),
  createdAt: z.string(),
  shippedAt: z.string().nullable(),
});
export type FbaRow = z.output<typeof fbaRow>;
const fee = z.object({ kind: z.string(), description: z.string(), amount: z.string(), currency: z.string() });
const fbaDetail = fbaRow.extend({
  marketplaceId: z.string(),
  warehouseId: z.number(),
  planId: z.string().nullable(),
  readyOn: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  lines: z.array(
    z.object({
      id: z.number(),
      productId: z.number(),
      sku: z.string(),
      nameZh: z.string(),
      nameEn: z.string(),
      sellerSku: z.string(),
      factor: z.number(),
      quantity: z.number(),
      labelOwner: z.enum(OWNERS),
      prepOwner: z.enum(OWNERS),
      expiresOn: z.string().nullable(),
      fnsku: z.string(),
      packingGroup: z.string(),
      received: z.number(),
      goodsCost: z.string().nullable(),
      landedCost: z.string().nullable(),
    }),
  ),
  boxList: z.array(
    z.object({
      number: z.number(),
      lengthCm: z.string(),
      widthCm: z.string(),
      heightCm: z.string(),
      grossKg: z.string(),
      boxId: z.string(),
      trackingNumber: z.string(),
      confirmationId: z.string(),
      contents: z.array(z.object({ lineId: z.number(), quantity: z.number() })),
    }),
  ),
  placements: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      shipments: z.number(),
      /** null: of those who may not see costs. */
      fees: z.array(fee).nullable(),
      chosen: z.boolean(),
    }),
  ),
  parts: z.array(
    z.object({
      id: z.number(),
      confirmationId: z.string(),
      destination: z.string(),
      status: z.string(),
      boxes: z.number(),
      units: z.number(),
      received: z.number(),
      windowFrom: z.string().nullable(),
      windowTo: z.string().nullable(),
      inboundNo: z.string().nullable(),
      /** Why its counts could not be taken in when they were last asked for. */
      readError: z.string().nullable(),
      transports: z.array(
        z.object({
          id: z.string(),
          mode: z.string(),
          solution: z.string(),
          carrier: z.string(),
          cost: z.string().optional(),
          currency: z.string().optional(),
          expiresAt: z.string().optional(),
          chosen: z.boolean(),
        }),
      ),
    }),
  ),
  costs: z.array(transitCost),
});
export type FbaDetail = z.output<typeof fbaDetail>;
export const fbaFilter = {
  state: z.enum(FBA_STATES).optional(),
  shopId: id().optional(),
  /** The beginning of a number, of an Amazon number or of a SKU. */
  text: text(80).optional(),
};

export const listFba = defineCall({
  method: 'GET',
  path: '/seller/transit/fba',
  access: ['451'],
  summary: 'Shipments to FBA, newest first.',
  input: z.strictObject({ ...paging, ...fbaFilter }),
  result: pageOf(fbaRow),
});
export const fbaTabs = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/tabs',
  access: ['451'],
  summary: 'How many shipments to FBA there are in each state, and how many cases are open.',
  input: z.strictObject({}),
  result: z.object({ states: z.record(z.string(), z.number()), openCases: z.number() }),
});
export const getFba = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/detail',
  access: ['451'],
  summary: 'A shipment to FBA with its goods, boxes, offers, parts and costs.',
  input: z.strictObject({ id: id() }),
  result: fbaDetail,
});
export const fbaHistory = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/history',
  access: ['451'],
  summary: 'What happened to a shipment, newest first.',
  input: z.strictObject({ id: id() }),
  result: documentHistory,
});
export const fbaShops = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/shops',
  access: ['451'],
  summary: 'Shops whose platform takes goods into its own warehouses.',
  input: z.strictObject({}),
  result: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      marketplaces: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
});
export const fbaListings = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/listings',
  access: ['451'],
  summary: 'Listings of a shop whose product is known, with what is free in a warehouse; at most 50.',
  input: z.strictObject({ shopId: id(), warehouseId: id().optional(), text: text(80).default('') }),
  result: z.array(
    z.object({
      sellerSku: z.string(),
      title: z.string(),
      productId: z.number(),
      sku: z.string(),
      factor: z.number(),
      available: z.number(),
    }),
  ),
});
export const saveFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/save',
  access: ['451:add', '451:edit'],
  summary: 'Drafts a shipment to FBA, or changes the draft of this id.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    shopId: id(),
    marketplaceId: text(20).optional(),
    warehouseId: id(),
    name: requiredText(100),
    remark: text(300).default(''),
    lines: z
      .array(
        z.strictObject({
          sellerSku: requiredText(255),
          quantity: integer(1, 500_000),
          labelOwner: z.enum(OWNERS).default('SELLER'),
          prepOwner: z.enum(OWNERS).default('NONE'),
          expiresOn: day().nullable().default(null),
        }),
      )
      .min(1)
      .max(500),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const deleteFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/delete',
  access: ['451:delete'],
  summary: 'Deletes drafts.',
  input: z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
  result: bulkResult,
});
export const planFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/plan',
  access: ['451:submit'],
  summary: 'Makes the plan at Amazon and learns which goods may be packed together.',
  input: z.strictObject(one),
  result: ok,
});
export const packFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/pack',
  access: ['451:box'],
  summary: 'Says what lies in which box, holds the goods in the warehouse and asks Amazon where they may go.',
  input: z.strictObject({
    ...one,
    boxes: z
      .array(
        z.strictObject({
          lengthCm: positiveDecimal(2),
          widthCm: positiveDecimal(2),
          heightCm: positiveDecimal(2),
          grossKg: positiveDecimal(3),
          contents: z
            .array(z.strictObject({ lineId: id(), quantity: integer(1, 500_000) }))
            .min(1)
            .max(200),
        }),
      )
      .min(1)
      .max(1000),
  }),
  result: ok,
});
export const placeFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/place',
  access: ['451:submit'],
  summary:
    'Agrees to one of the placements that Amazon offers, which is final, and asks how the parts may travel; once it is agreed, it only asks that again.',
  input: z.strictObject({ ...one, placementId: requiredText(40), readyOn: day() }),
  result: ok,
});
export const transportFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/transport',
  access: ['451:submit'],
  summary: 'Chooses how each part travels; delivery windows are confirmed where Amazon asks for them, labels fetched.',
  input: z.strictObject({
    ...one,
    choices: z
      .array(z.strictObject({ partId: id(), transportId: requiredText(40) }))
      .min(1)
      .max(50),
  }),
  result: ok,
});
export const retryFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/retry',
  access: ['451:submit', '451:box'],
  summary: 'Goes on with the step that stopped.',
  input: z.strictObject(one),
  result: ok,
});
export const reviseFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/revise',
  access: ['451:edit', '451:box'],
  summary: 'Gives up the step that stopped, so that its input can be changed.',
  input: z.strictObject(one),
  result: ok,
});
export const costFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/costs',
  access: ['451:edit'],
  summary: 'What the shipment costs beside its goods; until it has left.',
  input: z.strictObject({ ...one, version: integer(1), costs: costInput }),
  result: ok,
});
const tracking = {
  ...one,
  /** By number of box; where one number is for all boxes, `trackingNumber`. Boxes of Amazon's partner have their own. */
  tracking: z
    .array(z.strictObject({ number: integer(1), trackingNumber: requiredText(64) }))
    .max(1000)
    .default([]),
  trackingNumber: text(64).default(''),
};
export const shipFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/ship',
  access: ['451:ship'],
  summary:
    'The goods leave: they are taken out of stock with their cost, announced at FBA, and Amazon learns the tracking numbers.',
  input: z.strictObject(tracking),
  result: ok,
});
export const trackFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/track',
  access: ['451:ship'],
  summary: 'Corrects tracking numbers of a shipment that has left and tells Amazon all of them anew.',
  input: z.strictObject(tracking),
  result: ok,
});
export const refreshFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/refresh',
  access: ['451'],
  summary: 'Asks Amazon now what it has counted.',
  input: z.strictObject(one),
  result: ok,
});
export const cancelFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/cancel',
  access: ['451:submit'],
  summary: 'Calls the shipment off, at Amazon too, and lets go of the goods. Only before they have left.',
  input: z.strictObject({ ...one, reason: requiredText(300) }),
  result: ok,
});
export const fbaBoxLabels = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/labels',
  access: ['451:label'],
  summary: "Amazon's labels of the boxes of a part, as PDF.",
  input: z.strictObject({ id: id(), partId: id() }),
  result: z.unknown(),
  download: true,
});
export const fbaUnitLabels = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/unitLabels',
  access: ['451:label', '451:print'],
  summary: 'A label with the FNSKU for each unit, as PDF.',
  input: z.strictObject({ id: id(), lineId: id().optional(), copies: integer(1, 2000).optional() }),
  result: z.unknown(),
  download: true,
});
export const exportFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/export',
  access: ['451:export'],
  summary: 'Writes shipments to FBA into a file.',
  input: z.strictObject({ filter: z.strictObject(fbaFilter).optional() }),
  result: exportQueued,
});
export const fbaBoxTemplate = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/boxTemplate',
  access: ['451:box'],
  summary: 'The template for box contents: a row for each SKU in each box.',
  input: z.strictObject({}),
  result: z.unknown(),
  download: true,
});
export const previewFbaBoxes = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/boxPreview',
  access: ['451:box'],
  summary: 'Reads a filled template of box contents and says row by row what would happen.',
  input: z.strictObject({}),
  result: importPreview,
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['xls', 'xlsx', 'csv'] },
});
export const fbaBoxErrors = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/boxErrors',
  access: ['451:box'],
  summary: 'The rows of a previewed file that have errors, with what is wrong.',
  input: z.strictObject({ importId: id() }),
  result: z.unknown(),
  download: true,
});
export const commitFbaBoxes = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/boxCommit',
  access: ['451:box'],
  summary: 'Takes over the boxes of a previewed file, once, and packs their shipments with them.',
  input: z.strictObject({ importId: id(), ...idempotencyKey }),
  result: importResult,
});

const fbaCase = z.object({
  id: z.number(),
  number: z.string(),
  shipmentId: z.number(),
  shipmentNo: z.string(),
  confirmationId: z.string(),
  sellerSku: z.string(),
  kind: z.enum(['short', 'over']),
  quantity: z.number(),
  state: z.enum(CASE_STATES),
  dueOn: z.string(),
  claim: z.string(),
  amount: z.string().nullable(),
  currency: z.string(),
  remark: z.string(),
  /** Past its deadline and still open. */
  late: z.boolean(),
  version: z.number(),
});
export type FbaCase = z.output<typeof fbaCase>;
export const listFbaCases = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/cases',
  access: ['451'],
  summary: 'Differences between what was sent and what Amazon counted, by deadline.',
  input: z.strictObject({ ...paging, shipmentId: id().optional(), state: z.enum(CASE_STATES).optional() }),
  result: pageOf(fbaCase),
});
export const saveFbaCase = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/case',
  access: ['451:edit'],
  summary: 'Moves a case: sent with its claim number, reimbursed with the money, rejected.',
  input: z.strictObject({
    id: id(),
    version: integer(1),
    state: z.enum(CASE_STATES),
    dueOn: day(),
    claim: text(60).default(''),
    amount: positiveDecimal(2).nullable().default(null),
    /** That of the marketplace unless told. */
    currency: currency().optional(),
    remark: text(300).default(''),
    ...idempotencyKey,
  }),
  result: ok,
});
