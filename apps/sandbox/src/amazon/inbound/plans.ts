import { type Context, param, rawBody } from '../../http/app.ts';
import { isRecord, parseJson, text } from '../../http/types.ts';
import { AMAZON_MARKETPLACE } from '../../world/world.ts';
import { notFound } from '../errors.ts';
import type { Call, OperationBook } from '../operations.ts';
import { badRequest, measured, oneOf, readAddress, readItem, records, required } from './check.ts';
import { type InboundDesk, newId, type Plan, type PlanBox, type PlanItem, type Problem, problem } from './desk.ts';

export const BASE = '/inbound/fba/2024-03-20';
const MOST_KG = 22.68;
const MOST_CM = 63.5;
/** Above this an article is oversize and packed apart. */
const OVERSIZE_GRAMS = 9072;
const PREP_CATEGORIES = [
  ...['ADULT', 'BABY', 'FC_PROVIDED', 'FRAGILE', 'GRANULAR', 'HANGER', 'LIQUID', 'PERFORATED'],
  ...['SET', 'SHARP', 'SMALL', 'TEXTILE', 'UNKNOWN', 'NONE'],
];
const PREP_TYPES = [
  ...['BLACK_SHRINKWRAP', 'BLANKSTK', 'BOXING', 'BUBBLEWRAP', 'CAP_SEALING', 'DEBUNDLE', 'HANG_GARMENT', 'LABELING'],
  ...['NO_PREP', 'POLYBAGGING', 'RMOVHANG', 'SETCREAT', 'SETSTK', 'SIOC', 'SUFFOSTK', 'TAPING'],
].map((type) => `ITEM_${type}`);

export const bodyOf = (call: Call): Record<string, unknown> => {
  const body = parseJson(rawBody(call.request));
  if (!isRecord(body)) throw badRequest('ERROR: the request body is missing or no JSON');
  return body;
};
export function planOf(desk: InboundDesk, call: Call, toChange = false): Plan {
  const plan = desk.plans(call.shop.id).find((one) => one.id === param(call.request, 'inboundPlanId'));
  if (!plan) throw notFound(`Inbound plan ${param(call.request, 'inboundPlanId')} was not found.`);
  if (!toChange) return plan;
  if (plan.status !== 'ACTIVE') throw badRequest(`ERROR: the inbound plan is ${plan.status}`);
  if (desk.busy(plan)) throw badRequest('ERROR: another operation of the inbound plan is in progress');
  return plan;
}
export const accept = (call: Call, operationId: string) => call.reply.code(202).send({ operationId });
export const iso = (ms: number) => new Date(ms).toISOString();

/** One page: the token is the place of the next. */
export function paged<T>(call: Call, all: readonly T[], key: string, usual: number, most: number) {
  const size = call.query.pageSize === undefined ? usual : Number(call.query.pageSize);
  if (!Number.isInteger(size) || size < 1 || size > most)
    throw badRequest(`ERROR: pageSize must be between 1 and ${most}`);
  const from = Number(Buffer.from(call.query.paginationToken ?? '', 'base64url').toString() || 0);
  if (!Number.isInteger(from)) throw badRequest('ERROR: paginationToken is invalid');
  const next = from + size < all.length ? Buffer.from(String(from + size)).toString('base64url') : undefined;
  return call.reply.send({ [key]: all.slice(from, from + size), ...(next && { pagination: { nextToken: next } }) });
}

/** Plans, prep and packing of Fulfillment Inbound. Source: fulfillmentInbound_2024-03-20.json. */
export function registerPlans(book: OperationBook, ctx: Context, desk: InboundDesk): void {
  const plan = `${BASE}/inboundPlans/{inboundPlanId}`;
  book.add({
    method: 'POST',
    path: `${BASE}/inboundPlans`,
    name: 'createInboundPlan',
    handle: (call) => create(desk, call),
  });
  book.add({
    method: 'GET',
    path: `${BASE}/inboundPlans`,
    name: 'listInboundPlans',
    handle: (call) => listPlans(desk, call),
  });
  book.add({
    method: 'GET',
    path: plan,
    name: 'getInboundPlan',
    handle: (call) => {
      const one = planOf(desk, call);
      const accepted = one.placements.find((placement) => placement.status === 'ACCEPTED');
      return call.reply.send({
        ...summary(one),
        packingOptions: one.packing.map(({ id, status }) => ({ packingOptionId: id, status })),
        placementOptions: one.placements.map(({ id, status }) => ({ placementOptionId: id, status })),
        shipments: (accepted?.shipments ?? []).map(({ id, status }) => ({ shipmentId: id, status })),
      });
    },
  });
  book.add({
    method: 'PUT',
    path: `${plan}/cancellation`,
    name: 'cancelInboundPlan',
    handle: (call) => cancel(desk, call),
  });
  book.add({
    method: 'GET',
    path: `${plan}/items`,
    name: 'listInboundPlanItems',
    handle: (call) =>
      paged(
        call,
        planOf(desk, call).items.map((item) => view(call, item)),
        'items',
        10,
        1000,
      ),
  });
  book.add({
    method: 'GET',
    path: `${BASE}/operations/{operationId}`,
    name: 'getInboundOperationStatus',
    handle: (call) => {
      const one = desk.operation(call.shop.id, param(call.request, 'operationId'));
      if (!one) throw notFound('The operation was not found.');
      const { id, name, status, problems } = one;
      return call.reply.send({
        operation: name,
        operationId: id,
        operationStatus: status,
        operationProblems: problems,
      });
    },
  });
  registerPacking(book, desk);
  registerPrep(book, ctx, desk);
}

function registerPacking(book: OperationBook, desk: InboundDesk): void {
  const plan = `${BASE}/inboundPlans/{inboundPlanId}`;
  const options = `${plan}/packingOptions`;
  book.add({
    method: 'POST',
    path: options,
    name: 'generatePackingOptions',
    handle: (call) => generatePacking(desk, call),
  });
  book.add({
    method: 'GET',
    path: options,
    name: 'listPackingOptions',
    handle: (call) =>
      paged(
        call,
        planOf(desk, call).packing.map(({ id, status, groups }) => ({
          packingOptionId: id,
          status,
          packingGroups: groups.map((group) => group.id),
          fees: [],
          discounts: [],
          supportedConfigurations: [{ boxPackingMethods: ['BOX_CONTENT_PROVIDED'] }],
          supportedShippingConfigurations: [
            { shippingMode: 'GROUND_SMALL_PARCEL', shippingSolution: 'USE_YOUR_OWN_CARRIER' },
          ],
        })),
        'packingOptions',
        10,
        20,
      ),
  });
  book.add({
    method: 'POST',
    path: `${options}/{packingOptionId}/confirmation`,
    name: 'confirmPackingOption',
    handle: (call) => {
      const one = planOf(desk, call, true);
      const option = one.packing.find((packing) => packing.id === param(call.request, 'packingOptionId'));
      if (!option) throw notFound('The packing option was not found.');
      if (option.status !== 'OFFERED') throw badRequest(`ERROR: the packing option is ${option.status}`);
      return accept(
        call,
        desk.begin(call.shop.id, 'confirmPackingOption', one.id, () => {
          for (const other of one.packing) other.status = other === option ? 'ACCEPTED' : 'EXPIRED';
          return [];
        }),
      );
    },
  });
  book.add({
    method: 'GET',
    path: `${plan}/packingGroups/{packingGroupId}/items`,
    name: 'listPackingGroupItems',
    handle: (call) => {
      const one = planOf(desk, call);
      const group = groupsOf(one).find((known) => known.id === param(call.request, 'packingGroupId'));
      if (!group) throw notFound('The packing group was not found.');
      const items = one.items.filter((item) => group.skus.includes(item.msku)).map((item) => view(call, item));
      return paged(call, items, 'items', 10, 100);
    },
  });
  book.add({
    method: 'POST',
    path: `${plan}/packingInformation`,
    name: 'setPackingInformation',
    handle: (call) => setPacking(desk, call),
  });
}

const groupsOf = (plan: Plan) => plan.packing.flatMap((option) => option.groups);
const summary = (plan: Plan) => ({
  inboundPlanId: plan.id,
  name: plan.name,
  status: plan.status,
  marketplaceIds: [AMAZON_MARKETPLACE],
  sourceAddress: plan.source,
  createdAt: iso(plan.createdAt),
  lastUpdatedAt: iso(plan.updatedAt),
});

/** An article as Amazon shows it in a plan, a group or a box. */
export function view(call: Call, item: PlanItem) {
  const { expiration, manufacturingLotCode, msku, quantity, labelOwner, prepOwner } = item;
  const asin = call.shop.listings.bySku(msku)?.item.asin ?? 'B000000000';
  return {
    msku,
    asin,
    // Goods that are labelled carry a number of Amazon's own, the others their ASIN.
    fnsku: labelOwner === 'NONE' ? asin : `X00${asin.slice(3)}`,
    quantity,
    labelOwner,
    prepInstructions: prepOwner === 'NONE' ? [] : [{ prepOwner, prepType: 'ITEM_POLYBAGGING' }],
    ...(expiration && { expiration }),
    ...(manufacturingLotCode && { manufacturingLotCode }),
  };
}

function create(desk: InboundDesk, call: Call) {
  const body = bodyOf(call);
  const places = Array.isArray(body.destinationMarketplaces) ? body.destinationMarketplaces : [];
  if (places.length !== 1 || places[0] !== AMAZON_MARKETPLACE)
    throw badRequest('ERROR: destinationMarketplaces must hold one marketplace in which you sell');
  const name = body.name === undefined ? `Plan ${iso(desk.now)}` : required(body.name, 'name', 40);
  const source = readAddress(body.sourceAddress);
  const items = records(body.items, 'items', 2000).map((one, at) => readItem(one, `items[${at}]`));
  for (const { msku, labelOwner, prepOwner } of items) {
    if (labelOwner === 'NONE')
      throw badRequest(`ERROR: ${msku} requires labelOwner but NONE was assigned. Accepted values: [AMAZON, SELLER]`);
    const prep = prepOf(desk, call, msku).prepCategory;
    if (prep === 'NONE' && prepOwner !== 'NONE')
      throw badRequest(
        `ERROR: ${msku} does not require prepOwner but ${prepOwner} was assigned. Accepted values: [NONE]`,
      );
    if (prep !== 'NONE' && prep !== 'UNKNOWN' && prepOwner === 'NONE')
      throw badRequest(`ERROR: ${msku} requires prepOwner but NONE was assigned. Accepted values: [AMAZON, SELLER]`);
  }
  const now = desk.now;
  const plan: Plan = {
    ...{ id: newId('wf'), seller: call.shop.id, name, status: 'ACTIVE', createdAt: now, updatedAt: now, source, items },
    ...{ packing: [], boxes: [], placements: [], transports: [], readyAt: 0 },
  };
  desk.add(plan);
  const operationId = desk.begin(call.shop.id, 'createInboundPlan', plan.id, () => {
    const problems = items.flatMap(({ msku }) => {
      if (!call.shop.listings.bySku(msku)) return problem('FBA_INB_0004', `The SKU ${msku} is not in your catalog.`);
      if (prepOf(desk, call, msku).prepCategory === 'UNKNOWN')
        return problem('FBA_INB_0182', `The prep classification of SKU ${msku} is missing.`);
      return [];
    });
    if (problems.length > 0) plan.status = 'ERRORED';
    return problems;
  });
  return call.reply.code(202).send({ inboundPlanId: plan.id, operationId });
}

function listPlans(desk: InboundDesk, call: Call) {
  const { status, sortBy = 'CREATION_TIME', sortOrder = 'DESC' } = call.query;
  if (status !== undefined) oneOf(status, 'status', ['ACTIVE', 'VOIDED', 'SHIPPED']);
  oneOf(sortBy, 'sortBy', ['LAST_UPDATED_TIME', 'CREATION_TIME']);
  oneOf(sortOrder, 'sortOrder', ['ASC', 'DESC']);
  const found = desk.plans(call.shop.id).filter((one) => status === undefined || one.status === status);
  const timed = (one: Plan) => (sortBy === 'CREATION_TIME' ? one.createdAt : one.updatedAt);
  const sorted = found.toSorted((a, b) => timed(a) - timed(b));
  if (sortOrder === 'DESC') sorted.reverse();
  return paged(call, sorted.map(summary), 'inboundPlans', 10, 30);
}

function cancel(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call, true);
  const shipments = plan.placements.flatMap((one) => one.shipments);
  if (shipments.some((one) => one.shippedAt !== undefined))
    throw badRequest('ERROR: the inbound plan has been shipped');
  return accept(
    call,
    desk.begin(call.shop.id, 'cancelInboundPlan', plan.id, () => {
      plan.status = 'VOIDED';
      for (const one of shipments) one.status = 'CANCELLED';
      return [];
    }),
  );
}

function generatePacking(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call, true);
  if (plan.packing.some((one) => one.status === 'ACCEPTED')) throw badRequest('ERROR: a packing option is confirmed');
  return accept(
    call,
    desk.begin(call.shop.id, 'generatePackingOptions', plan.id, () => {
      const heavy = (item: PlanItem) => (call.shop.listings.bySku(item.msku)?.item.weightGrams ?? 0) > OVERSIZE_GRAMS;
      const groups = [plan.items.filter((item) => !heavy(item)), plan.items.filter(heavy)]
        .filter((items) => items.length > 0)
        .map((items) => ({ id: newId('pg'), skus: items.map((item) => item.msku) }));
      plan.packing = [{ id: newId('po'), status: 'OFFERED', groups }];
      return [];
    }),
  );
}

function setPacking(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call, true);
  const option = plan.packing.find((one) => one.status === 'ACCEPTED');
  if (!option) throw badRequest('ERROR: a packing option must be confirmed before packing information is set');
  if (plan.placements.some((one) => one.status === 'ACCEPTED'))
    throw badRequest('ERROR: the placement option is confirmed: packing information cannot be set');
  const problems: Problem[] = [];
  const boxes = records(bodyOf(call).packageGroupings, 'packageGroupings', 100).flatMap((grouping) => {
    const group = text(grouping.packingGroupId);
    if (!option.groups.some((one) => one.id === group)) throw badRequest(`ERROR: packingGroupId ${group} is unknown`);
    return records(grouping.boxes, 'boxes', 5000).flatMap((box, at) => readBox(box, group, `boxes[${at}]`, problems));
  });
  for (const group of option.groups)
    for (const item of plan.items.filter((one) => group.skus.includes(one.msku))) {
      const packed = boxes
        .filter((box) => box.group === group.id)
        .flatMap((box) => box.items)
        .filter((one) => one.msku === item.msku && one.expiration === item.expiration)
        .reduce((sum, one) => sum + one.quantity, 0);
      if (packed !== item.quantity)
        problems.push(
          problem('FBA_INB_0080', `The boxes hold ${packed} of SKU ${item.msku}, the plan ${item.quantity}.`),
        );
    }
  for (const { msku } of boxes.flatMap((box) => box.items))
    if (!plan.items.some((item) => item.msku === msku))
      problems.push(problem('FBA_INB_0081', `SKU ${msku} is in a box, but not in the plan.`));
  return accept(
    call,
    desk.begin(call.shop.id, 'setPackingInformation', plan.id, () => {
      if (problems.length === 0) {
        plan.boxes = boxes;
        plan.placements = [];
      }
      return problems;
    }),
  );
}

function readBox(box: Record<string, unknown>, group: string, name: string, problems: Problem[]): PlanBox[] {
  const { dimensions, weight, quantity, contentInformationSource } = box;
  if (contentInformationSource !== 'BOX_CONTENT_PROVIDED')
    throw badRequest(`ERROR: ${name}.contentInformationSource is not supported`);
  if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > 10_000)
    throw badRequest(`ERROR: ${name}.quantity must be between 1 and 10000`);
  if (!isRecord(dimensions) || !isRecord(weight)) throw badRequest(`ERROR: ${name} needs dimensions and weight`);
  const sides = ['length', 'width', 'height'].map((side) =>
    measured(dimensions[side], side, dimensions.unitOfMeasurement, { CM: 1, IN: 2.54 }, `${name}.dimensions`),
  );
  const kg = measured(weight.value, 'value', weight.unit, { KG: 1, LB: 0.45359237 }, `${name}.weight`);
  if (kg > MOST_KG) problems.push(problem('FBA_INB_0300', `${name} is heavier than 50 lb.`));
  if (Math.max(...sides) > MOST_CM) problems.push(problem('FBA_INB_0301', `${name} is longer than 25 in on a side.`));
  const items = records(box.items, `${name}.items`, 200).map((one, at) => readItem(one, `${name}.items[${at}]`));
  return Array.from({ length: Number(quantity) }, () => ({ packageId: newId('pk'), dimensions, weight, items, group }));
}

/** Each SKU is a parameter of its own; percent signs, pluses and commas in it are encoded twice. */
function readMskus(call: Call): string[] {
  const mskus = new URL(call.request.url, 'http://x').searchParams.getAll('mskus').map((msku) => {
    if (msku === '' || msku.length > 255 || !/^([^%+,]|%(25|2B|2C))*$/i.test(msku))
      throw badRequest('ERROR: mskus holds what is no SKU');
    return decodeURIComponent(msku);
  });
  if (mskus.length === 0 || mskus.length > 100) throw badRequest('ERROR: mskus must have between 1 and 100 elements');
  return mskus;
}

/** Every seventh article waits for its seller to say how it is prepared; every fifth goes into a bag. */
function prepOf(desk: InboundDesk, call: Call, msku: string) {
  const answered = desk.prepOf(msku);
  if (answered) return answered;
  const n = call.shop.listings.bySku(msku)?.n ?? 1;
  if (n % 7 === 0) return { prepCategory: 'UNKNOWN', prepTypes: [] };
  return n % 5 === 0
    ? { prepCategory: 'TEXTILE', prepTypes: ['ITEM_POLYBAGGING'] }
    : { prepCategory: 'NONE', prepTypes: ['ITEM_NO_PREP'] };
}

function registerPrep(book: OperationBook, _ctx: Context, desk: InboundDesk): void {
  const path = `${BASE}/items/prepDetails`;
  book.add({
    method: 'GET',
    path,
    name: 'listPrepDetails',
    handle: (call) => {
      if (call.query.marketplaceId !== AMAZON_MARKETPLACE) throw badRequest('ERROR: marketplaceId is invalid');
      const mskus = readMskus(call);
      return call.reply.send({ mskuPrepDetails: mskus.map((msku) => ({ msku, ...prepOf(desk, call, msku) })) });
    },
  });
  book.add({
    method: 'POST',
    path,
    name: 'setPrepDetails',
    handle: (call) => {
      const body = bodyOf(call);
      if (body.marketplaceId !== AMAZON_MARKETPLACE) throw badRequest('ERROR: marketplaceId is invalid');
      const answered = records(body.mskuPrepDetails, 'mskuPrepDetails', 100).map((one) => {
        if (!Array.isArray(one.prepTypes)) throw badRequest('ERROR: prepTypes must not be null');
        return {
          msku: required(one.msku, 'msku', 255),
          category: oneOf(one.prepCategory, 'prepCategory', PREP_CATEGORIES),
          types: one.prepTypes.map((type) => oneOf(type, 'prepTypes', PREP_TYPES)),
        };
      });
      return accept(
        call,
        desk.begin(call.shop.id, 'setPrepDetails', '', () => {
          for (const { msku, category, types } of answered) desk.setPrep(msku, category, types);
          return [];
        }),
      );
    },
  });
}
