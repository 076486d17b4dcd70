import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  currency,
  day,
  defineCall,
  documentHistory,
  exportCall,
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
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { importCalls } from '../imports.ts';
import { costInput, lateCosts, one, transitCost } from './costs.ts';

export const FBA_STATES = [
  ...(['draft', 'planned', 'packed', 'placed', 'transport'] as const),
  ...(['shipped', 'receiving', 'closed', 'cancelled'] as const),
] as const;
export type FbaState = (typeof FBA_STATES)[number];
/** Whether an act applies to a document in its current state. */
export const fbaMay = mayBy({
  edit: ['draft'],
  plan: ['draft'],
  pack: ['planned', 'packed'],
  place: ['packed', 'placed'],
  transport: ['placed'],
  ship: ['transport'],
  correctTracking: ['shipped'],
  refresh: ['shipped', 'receiving'],
  editCosts: ['draft', 'planned', 'packed', 'placed', 'transport'],
  addCosts: ['shipped', 'receiving', 'closed'],
  cancel: ['draft', 'planned', 'packed', 'placed', 'transport'],
} satisfies DocumentActs<FbaState>);
export type FbaAct = Parameters<typeof fbaMay>[0];
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
  /** The current step at Amazon, and why it stopped. */
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
  /** The allocation order that made it. */
  allocation: z.object({ id: z.number(), number: z.string() }).nullable(),
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
      /** null: without the right to see costs. */
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
      /** Why its counts could not be read the last time. */
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
export const fbaFilter = z.strictObject({
  state: z.enum(FBA_STATES).optional(),
  shopId: id().optional(),
  /** Prefix of a number, of an Amazon number or of a SKU. */
  text: text(80).optional(),
});
export type FbaFilter = z.output<typeof fbaFilter>;

export const listFba = defineCall({
  method: 'GET',
  path: '/seller/transit/fba',
  access: [rights.fbaShipment.view],
  summary: 'Lists FBA shipments, newest first.',
  input: fbaFilter.extend(paging),
  result: pageOf(fbaRow),
});
export const fbaTabs = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/tabs',
  access: [rights.fbaShipment.view],
  summary: 'Returns the number of FBA shipments by status, and of open discrepancy cases.',
  input: z.strictObject({}),
  result: z.object({ states: z.record(z.string(), z.number()), openCases: z.number() }),
});
export const getFba = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/detail',
  access: [rights.fbaShipment.view],
  summary: 'Returns an FBA shipment with its products, boxes, options, parts and costs.',
  input: z.strictObject({ id: id() }),
  result: fbaDetail,
});
export const fbaHistory = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/history',
  access: [rights.fbaShipment.view],
  summary: 'Lists the history of an FBA shipment, newest first.',
  input: z.strictObject({ id: id() }),
  result: documentHistory,
});
export const fbaShops = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/shops',
  access: [rights.fbaShipment.view, rights.allocation.add, rights.allocation.edit],
  summary: 'Lists the shops that can ship to FBA.',
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
  access: [rights.fbaShipment.view],
  summary: 'Lists up to 50 mapped listings of a shop, with the available stock in a warehouse.',
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
  access: [rights.fbaShipment.add, rights.fbaShipment.edit],
  summary: 'Creates a draft FBA shipment, or updates the draft with `id`.',
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
export const deleteFba = bulkCall(
  '/seller/transit/fba/delete',
  [rights.fbaShipment.delete],
  'Deletes draft FBA shipments.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
export const planFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/plan',
  access: [rights.fbaShipment.submit],
  summary: 'Creates the inbound plan at Amazon and retrieves which products may be packed together.',
  input: z.strictObject(one),
  result: ok,
});
export const packFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/pack',
  access: [rights.fbaShipment.box],
  summary: 'Sets the contents of the boxes, allocates the stock and requests placement options from Amazon.',
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
  access: [rights.fbaShipment.submit],
  summary:
    'Confirms a placement option, which is final, and requests transport options. Later calls only request these.',
  input: z.strictObject({ ...one, placementId: requiredText(40), readyOn: day() }),
  result: ok,
});
export const transportFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/transport',
  access: [rights.fbaShipment.submit],
  summary:
    'Chooses the transport of each part, confirms delivery windows where Amazon requires them, and fetches labels.',
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
  access: [rights.fbaShipment.submit, rights.fbaShipment.box],
  summary: 'Retries the failed step of an FBA shipment.',
  input: z.strictObject(one),
  result: ok,
});
export const reviseFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/revise',
  access: [rights.fbaShipment.edit, rights.fbaShipment.box],
  summary: 'Ends the failed step of an FBA shipment, so that its input can be changed.',
  input: z.strictObject(one),
  result: ok,
});
export const costFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/costs',
  access: [rights.fbaShipment.edit],
  summary: 'Sets the costs of an FBA shipment besides its products, until it ships.',
  input: z.strictObject({ ...one, version: integer(1), costs: costInput }),
  result: ok,
});
export const lateFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/late-costs',
  access: [rights.fbaShipment.edit],
  summary:
    'Adds costs that are billed after departure, allocated to the products: what is in stock costs more, what has left becomes a difference, and what never came is lost.',
  input: z.strictObject(lateCosts),
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
  access: [rights.fbaShipment.ship],
  summary: 'Ships an FBA shipment: deducts stock at cost, creates ASNs at FBA and sends Amazon the tracking numbers.',
  input: z.strictObject(tracking),
  result: ok,
});
export const trackFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/track',
  access: [rights.fbaShipment.ship],
  summary: 'Corrects the tracking numbers of a shipment that has left and sends all of them to Amazon again.',
  input: z.strictObject(tracking),
  result: ok,
});
export const refreshFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/refresh',
  access: [rights.fbaShipment.view],
  summary: 'Requests the received quantities from Amazon now.',
  input: z.strictObject(one),
  result: ok,
});
export const cancelFba = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/cancel',
  access: [rights.fbaShipment.submit],
  summary: 'Cancels an FBA shipment before it ships, also at Amazon, and releases its stock.',
  input: z.strictObject({ ...one, reason: requiredText(300) }),
  result: ok,
});
export const fbaBoxLabels = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/labels',
  access: [rights.fbaShipment.label],
  summary: 'Downloads Amazon’s box labels of a part as PDF.',
  input: z.strictObject({ id: id(), partId: id() }),
  result: z.unknown(),
  download: true,
});
export const fbaUnitLabels = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/unitLabels',
  access: [rights.fbaShipment.label, rights.fbaShipment.print],
  summary: 'Downloads an FNSKU label for each unit as PDF.',
  input: z.strictObject({ id: id(), lineId: id().optional(), copies: integer(1, 2000).optional() }),
  result: z.unknown(),
  download: true,
});
export const exportFba = exportCall(
  '/seller/transit/fba/export',
  [rights.fbaShipment.export],
  'Exports FBA shipments to a file.',
  z.strictObject({ filter: fbaFilter.optional() }),
);
export const {
  template: fbaBoxTemplate,
  preview: previewFbaBoxes,
  errors: fbaBoxErrors,
  commit: commitFbaBoxes,
} = importCalls({
  of: 'boxes',
  access: [rights.fbaShipment.box],
  paths: {
    template: '/seller/transit/fba/boxTemplate',
    preview: '/seller/transit/fba/boxPreview',
    errors: '/seller/transit/fba/boxErrors',
    commit: '/seller/transit/fba/boxCommit',
  },
  kinds: ['xls', 'xlsx', 'csv'],
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
export const caseFilter = z.strictObject({ shipmentId: id().optional(), state: z.enum(CASE_STATES).optional() });
export type CaseFilter = z.output<typeof caseFilter>;
export const listFbaCases = defineCall({
  method: 'GET',
  path: '/seller/transit/fba/cases',
  access: [rights.fbaShipment.view],
  summary: 'Lists discrepancy cases between shipped units and units that Amazon received, by deadline.',
  input: caseFilter.extend(paging),
  result: pageOf(fbaCase),
});
export const saveFbaCase = defineCall({
  method: 'POST',
  path: '/seller/transit/fba/case',
  access: [rights.fbaShipment.edit],
  summary: 'Updates a discrepancy case: sent with its claim number, reimbursed with the amount, or rejected.',
  input: z.strictObject({
    id: id(),
    version: integer(1),
    state: z.enum(CASE_STATES),
    dueOn: day(),
    claim: text(60).default(''),
    amount: positiveDecimal(2).nullable().default(null),
    /** That of the marketplace by default. */
    currency: currency().optional(),
    remark: text(300).default(''),
    ...idempotencyKey,
  }),
  result: ok,
});
