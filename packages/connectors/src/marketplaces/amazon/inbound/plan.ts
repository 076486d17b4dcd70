import type {
  InboundItem,
  NewPlan,
  Operation,
  PackedGroup,
  PackingOption,
  PlannedItem,
  Prep,
  PrepDetail,
} from '../../../capabilities/inbound.ts';
import { type Address, ConnectorError, type ShopAccess } from '../../../types.ts';
import { PLATFORM } from '../client.ts';
import type { Caller } from './call.ts';
import * as shapes from './shapes.ts';

const MOST_ITEMS = 2000;
/** SKUs whose prep is asked for or told at once. */
const MOST_PREPS = 100;

/** Names are 40 letters at most, addresses 180: what is longer, Amazon refuses as a whole. */
function addressOf(from: Address): object {
  if (!from.phone) throw new ConnectorError(PLATFORM, 'rejected', 'sourceAddress: Amazon wants a phone number');
  return {
    name: from.name.slice(0, 50),
    ...(from.company ? { companyName: from.company.slice(0, 50) } : {}),
    addressLine1: from.line1.slice(0, 180),
    ...(from.line2 ? { addressLine2: from.line2.slice(0, 60) } : {}),
    city: from.city.slice(0, 30),
    ...(from.state ? { stateOrProvinceCode: from.state } : {}),
    postalCode: from.postalCode,
    countryCode: from.country,
    phoneNumber: from.phone.slice(0, 20),
    ...(from.email ? { email: from.email } : {}),
  };
}

const itemOf = ({ sku, quantity, labelOwner, prepOwner, expiration, lot }: PlannedItem) => ({
  msku: sku,
  quantity,
  labelOwner,
  prepOwner,
  ...(expiration ? { expiration } : {}),
  ...(lot ? { manufacturingLotCode: lot } : {}),
});

const itemsOf = (read: {
  items: (Omit<InboundItem, 'sku' | 'expiration'> & { msku: string; expiration?: string | undefined })[];
}) =>
  read.items.map(
    ({ msku, asin, fnsku, quantity, labelOwner, expiration }): InboundItem => ({
      sku: msku,
      asin,
      fnsku,
      quantity,
      labelOwner,
      ...(expiration ? { expiration } : {}),
    }),
  );

/** The plan, what may lie in one box together, and what the boxes hold. */
export function createPlanning({ ask, ordered, pages }: Caller) {
  return {
    async createPlan(access: ShopAccess, plan: NewPlan) {
      if (plan.items.length > MOST_ITEMS)
        throw new ConnectorError(PLATFORM, 'rejected', `a plan holds ${MOST_ITEMS} SKUs at most`);
      const made = await ask(access, shapes.planMade, {
        operation: 'createInboundPlan',
        method: 'POST',
        path: '/inboundPlans',
        json: {
          name: plan.name,
          sourceAddress: addressOf(plan.from),
          destinationMarketplaces: [plan.marketplaceId],
          items: plan.items.map(itemOf),
        },
        once: true,
      });
      return { planId: made.inboundPlanId, operationId: made.operationId };
    },

    async findPlan(access: ShopAccess, name: string): Promise<string | null> {
      const query = { status: 'ACTIVE', sortBy: 'CREATION_TIME', sortOrder: 'DESC', pageSize: 30 };
      const found = await pages(access, shapes.plans, 'listInboundPlans', '/inboundPlans', query, 5);
      const plan = found.flatMap((page) => page.inboundPlans ?? []).find((one) => one.name === name);
      return plan?.inboundPlanId ?? null;
    },

    async operation(access: ShopAccess, operationId: string): Promise<Operation> {
      const answered = await ask(access, shapes.operationStatus, {
        operation: 'getInboundOperationStatus',
        method: 'GET',
        path: `/operations/${operationId}`,
      });
      const states = { SUCCESS: 'done', FAILED: 'failed', IN_PROGRESS: 'working' } as const;
      return {
        name: answered.operation,
        state: states[answered.operationStatus],
        problems: answered.operationProblems.map(({ code, message, details, severity }) => ({
          code,
          message: details && details !== message ? `${message} ${details}` : message,
          severity,
        })),
      };
    },

    cancelPlan: (access: ShopAccess, planId: string) =>
      ordered(access, 'cancelInboundPlan', 'PUT', `/inboundPlans/${planId}/cancellation`),

    async planItems(access: ShopAccess, planId: string): Promise<InboundItem[]> {
      const path = `/inboundPlans/${planId}/items`;
      return (await pages(access, shapes.items, 'listInboundPlanItems', path, { pageSize: 1000 })).flatMap(itemsOf);
    },

    generatePacking: (access: ShopAccess, planId: string) =>
      ordered(access, 'generatePackingOptions', 'POST', `/inboundPlans/${planId}/packingOptions`),

    async packingOptions(access: ShopAccess, planId: string): Promise<PackingOption[]> {
      const path = `/inboundPlans/${planId}/packingOptions`;
      const read = await pages(access, shapes.packingOptions, 'listPackingOptions', path, { pageSize: 20 });
      return read
        .flatMap((page) => page.packingOptions)
        .map((one) => ({
          id: one.packingOptionId,
          status: one.status,
          groupIds: one.packingGroups,
          fees: [...one.fees, ...one.discounts],
        }));
    },

    confirmPacking: (access: ShopAccess, planId: string, optionId: string) =>
      ordered(
        access,
        'confirmPackingOption',
        'POST',
        `/inboundPlans/${planId}/packingOptions/${optionId}/confirmation`,
      ),

    async packingGroupItems(access: ShopAccess, planId: string, groupId: string): Promise<InboundItem[]> {
      const path = `/inboundPlans/${planId}/packingGroups/${groupId}/items`;
      return (await pages(access, shapes.items, 'listPackingGroupItems', path, { pageSize: 100 })).flatMap(itemsOf);
    },

    setPacking: (access: ShopAccess, planId: string, groups: readonly PackedGroup[]) =>
      ordered(access, 'setPackingInformation', 'POST', `/inboundPlans/${planId}/packingInformation`, {
        packageGroupings: groups.map(({ packingGroupId, shipmentId, boxes }) => ({
          ...(packingGroupId ? { packingGroupId } : { shipmentId }),
          boxes: boxes.map((box) => ({
            contentInformationSource: 'BOX_CONTENT_PROVIDED',
            dimensions: {
              length: Number(box.lengthCm),
              width: Number(box.widthCm),
              height: Number(box.heightCm),
              unitOfMeasurement: 'CM',
            },
            weight: { value: Number(box.weightKg), unit: 'KG' },
            quantity: 1,
            items: box.items.map(itemOf),
          })),
        })),
      }),

    async prepDetails(access: ShopAccess, marketplaceId: string, skus: readonly string[]): Promise<PrepDetail[]> {
      const read: PrepDetail[] = [];
      for (let from = 0; from < skus.length; from += MOST_PREPS) {
        const answered = await ask(access, shapes.prepDetails, {
          operation: 'listPrepDetails',
          method: 'GET',
          path: '/items/prepDetails',
          query: { marketplaceId, mskus: { each: skus.slice(from, from + MOST_PREPS) } },
        });
        for (const one of answered.mskuPrepDetails)
          read.push({
            ...{ sku: one.msku, category: one.prepCategory, types: one.prepTypes },
            ...(one.labelOwnerConstraint ? { labelOwnerOnly: one.labelOwnerConstraint } : {}),
            ...(one.prepOwnerConstraint ? { prepOwnerOnly: one.prepOwnerConstraint } : {}),
          });
      }
      return read;
    },

    async setPrep(access: ShopAccess, marketplaceId: string, preps: readonly Prep[]): Promise<string> {
      const notify = (some: readonly Prep[]) =>
        ordered(access, 'setPrepDetails', 'POST', '/items/prepDetails', {
          marketplaceId,
          mskuPrepDetails: some.map(({ sku, category, types }) => ({
            msku: sku,
            prepCategory: category,
            prepTypes: types,
          })),
        });
      let operationId = await notify(preps.slice(0, MOST_PREPS));
      for (let from = MOST_PREPS; from < preps.length; from += MOST_PREPS)
        operationId = await notify(preps.slice(from, from + MOST_PREPS));
      return operationId;
    },
  };
}
