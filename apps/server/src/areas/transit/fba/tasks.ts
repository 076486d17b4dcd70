import type {
  PackedBox,
  PlannedItem,
  ShipmentBox,
  TransportOption,
} from '@tradewind/connectors/capabilities/inbound.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { moveFba } from '../documents.ts';
import { releaseGoods } from '../goods.ts';
import { addCosts, placementCosts } from '../landed.ts';
import { defineSteps, type Shown, type Task, type There } from './advance.ts';
import { type FbaBox, type FbaLine, type FbaPart, goodsOf, linesOf, PARTNERED, type Transport } from './lines.ts';

const plannedItem = (line: FbaLine, quantity = line.quantity): PlannedItem => ({
  sku: line.sellerSku,
  quantity,
  labelOwner: line.labelOwner,
  prepOwner: line.prepOwner,
  ...(line.expiresOn ? { expiration: line.expiresOn } : {}),
});
const planOf = (shown: Shown): string => {
  if (!shown.planId) throw new ConnectorError('amazon', 'rejected', 'the plan is not made yet');
  return shown.planId;
};
const setPlan = (planId: string | null) => async (tx: Tx, held: { id: number }) => {
  await tx.rows(sql`update fba_shipment set plan_id = ${planId} where company_id = ${sql.company} and id = ${held.id}`);
};

/** A plan left at Amazon by an earlier attempt holds other goods: cancels it, so that nothing reuses it. */
const dropPlan: Task = {
  async ask({ inbound, access }, shown) {
    const old = await inbound.findPlan(access, shown.number);
    return old ? { operationId: await inbound.cancelPlan(access, old) } : null;
  },
  async taken() {
    return setPlan(null);
  },
};

/** Amazon requires prep details for every SKU: sets none where nobody preps it. */
const sendPrep: Task = {
  async ask({ inbound, access }, shown) {
    const skus = shown.lines.map((line) => line.sellerSku);
    const answered = await inbound.prepDetails(access, shown.marketplaceId, skus);
    const open = answered.filter(
      (one) => one.category === 'UNKNOWN' && shown.lines.some((l) => l.sellerSku === one.sku && l.prepOwner === 'NONE'),
    );
    if (open.length === 0) return null;
    const preps = open.map(({ sku }) => ({ sku, category: 'NONE', types: ['ITEM_NO_PREP'] }));
    return { operationId: await inbound.setPrep(access, shown.marketplaceId, preps) };
  },
};

/** Finds a plan whose answer was lost by its name, which is our number. */
const makePlan: Task = {
  async ask({ inbound, access }, shown) {
    const found = await inbound.findPlan(access, shown.number);
    if (found) return { operationId: null, note: setPlan(found) };
    const { number: name, marketplaceId, from } = shown;
    const address = {
      ...{ name: from.name ?? '', line1: from.line1 ?? '', city: from.city ?? '' },
      ...{ postalCode: from.postalCode ?? '', country: from.country ?? '' },
      ...(from.company ? { company: from.company } : {}),
      ...(from.line2 ? { line2: from.line2 } : {}),
      ...(from.state ? { state: from.state } : {}),
      ...(from.phone ? { phone: from.phone } : {}),
    };
    const items = shown.lines.map((line) => plannedItem(line));
    const made = await inbound.createPlan(access, { name, marketplaceId, from: address, items });
    return { operationId: made.operationId, note: setPlan(made.planId) };
  },
  failed: setPlan(null),
};

const offerPacking: Task = {
  async ask({ inbound, access }, shown) {
    if ((await inbound.packingOptions(access, planOf(shown))).length > 0) return null;
    return { operationId: await inbound.generatePacking(access, planOf(shown)) };
  },
};

/** Takes the first option: all pack the same goods, and Amazon lists the cheapest first. */
const agreePacking: Task = {
  async ask({ inbound, access }, shown) {
    const options = await inbound.packingOptions(access, planOf(shown));
    if (options.some((one) => one.status === 'ACCEPTED')) return null;
    const offered = options.find((one) => one.status === 'OFFERED');
    if (!offered) throw new ConnectorError('amazon', 'rejected', 'Amazon offers no way to pack these goods');
    return { operationId: await inbound.confirmPacking(access, planOf(shown), offered.id) };
  },
  async taken({ inbound, access }, shown) {
    const options = await inbound.packingOptions(access, planOf(shown));
    const agreed = options.find((one) => one.status === 'ACCEPTED');
    const rows: object[] = [];
    for (const group of agreed?.groupIds ?? [])
      for (const item of await inbound.packingGroupItems(access, planOf(shown), group)) rows.push({ ...item, group });
    return async (tx, held) => {
      await tx.rows(sql`update fba_line l set asin = r.asin, fnsku = r.fnsku, packing_group = r."group"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(sku text, asin text, fnsku text, "group" text)
        where l.company_id = ${sql.company} and l.shipment_id = ${held.id} and l.seller_sku = r.sku`);
      await moveFba(tx, held, 'planned', { groups: agreed?.groupIds.length ?? 0 });
    };
  },
};

const sendBoxes: Task = {
  async ask({ inbound, access }, shown) {
    const lines = new Map(shown.lines.map((line) => [line.id, line]));
    const groups = new Map<string, PackedBox[]>();
    for (const box of shown.boxes) {
      const { lengthCm, widthCm, heightCm, weightKg } = box;
      const items = box.contents.flatMap(({ lineId, quantity }) => {
        const line = lines.get(lineId);
        return line ? [plannedItem(line, quantity)] : [];
      });
      const group = lines.get(box.contents[0]?.lineId ?? 0)?.packingGroup ?? '';
      groups.set(group, [...(groups.get(group) ?? []), { lengthCm, widthCm, heightCm, weightKg, items }]);
    }
    const answered = [...groups].map(([packingGroupId, boxes]) => ({ packingGroupId, boxes }));
    return { operationId: await inbound.setPacking(access, planOf(shown), answered) };
  },
};

const offerPlacement: Task = {
  async ask({ inbound, access }, shown) {
    return { operationId: await inbound.generatePlacement(access, planOf(shown)) };
  },
  async taken({ inbound, access }, shown) {
    const options = await inbound.placementOptions(access, planOf(shown));
    return async (tx, held) => {
      await tx.rows(sql`update fba_shipment set placements = ${JSON.stringify(options)}::jsonb
        where company_id = ${sql.company} and id = ${held.id}`);
      if (held.state === 'packed') await moveAgain(tx, held.id);
      else await moveFba(tx, held, 'packed', { boxes: shown.boxes.length });
    };
  },
};

/** Repeated: the status stays, the step ends. */
const moveAgain = (tx: Tx, id: number) =>
  tx.rows(sql`update fba_shipment set step = '', step_at = 0, operation_id = null, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);

const signature = (box: { sizes: number[]; items: { sku: string; quantity: number }[] }): string =>
  `${box.sizes.map((size) => size.toFixed(2)).join('x')} ${box.items
    .map((item) => `${item.sku}*${item.quantity}`)
    .sort()
    .join(' ')}`;
const theirs = (box: ShipmentBox) =>
  signature({ sizes: [box.lengthCm, box.widthCm, box.heightCm, box.weightKg], items: box.items });
function ours(box: FbaBox, lines: readonly FbaLine[]): string {
  const sku = (lineId: number) => lines.find((line) => line.id === lineId)?.sellerSku ?? '';
  return signature({
    sizes: [box.lengthCm, box.widthCm, box.heightCm, box.weightKg].map(Number),
    items: box.contents.map(({ lineId, quantity }) => ({ sku: sku(lineId), quantity })),
  });
}

/**
 * Matches our boxes with Amazon's by measures and contents. Equal boxes are interchangeable. @throws ConnectorError
 * `rejected` where a box of Amazon matches none of ours
 */
export function matchBoxes<T>(
  boxes: readonly FbaBox[],
  lines: readonly FbaLine[],
  there: readonly { box: ShipmentBox; of: T }[],
): { id: number; boxId: string; of: T }[] {
  const free = new Map<string, number[]>();
  for (const box of boxes) free.set(ours(box, lines), [...(free.get(ours(box, lines)) ?? []), box.id]);
  return there.map(({ box, of }) => {
    const id = free.get(theirs(box))?.shift();
    if (id === undefined) throw new ConnectorError('amazon', 'rejected', 'Amazon names a box that we have not packed');
    return { id, boxId: box.boxId, of };
  });
}

/** Confirmed means final: going back from here only gets new transport options. */
const agreePlacement: Task = {
  async ask({ inbound, access }, shown) {
    if (shown.parts.length > 0) return null;
    const options = await inbound.placementOptions(access, planOf(shown));
    const chosen = options.find((one) => one.id === shown.placementId);
    if (!chosen) throw new ConnectorError('amazon', 'rejected', 'Amazon offers this placement no more: pack once more');
    if (chosen.status === 'ACCEPTED') return null;
    return { operationId: await inbound.confirmPlacement(access, planOf(shown), chosen.id) };
  },
  async taken({ inbound, access }, shown) {
    if (shown.parts.length > 0) return async () => {};
    const options = await inbound.placementOptions(access, planOf(shown));
    const chosen = options.find((one) => one.id === shown.placementId);
    const parts: object[] = [];
    const there: { box: ShipmentBox; of: string }[] = [];
    for (const platformId of chosen?.shipmentIds ?? []) {
      const part = await inbound.shipment(access, planOf(shown), platformId);
      parts.push({ ...part, platformId, address: part.address ?? null });
      for (const box of await inbound.shipmentBoxes(access, planOf(shown), platformId))
        there.push({ box, of: platformId });
    }
    const matched = matchBoxes(shown.boxes, shown.lines, there);
    return async (tx, held) => {
      await writeParts(tx, held.id, parts, matched);
      await tx.rows(sql`update fba_shipment set placements = ${JSON.stringify(options)}::jsonb, version = version + 1
        where company_id = ${sql.company} and id = ${held.id}`);
      await addCosts(tx, 'fba_shipment', held.id, placementCosts(chosen?.fees ?? []));
    };
  },
};

async function writeParts(tx: Tx, id: number, parts: object[], boxes: { id: number; of: string }[]): Promise<void> {
  await tx.rows(sql`insert into fba_part (company_id, shipment_id, platform_id, confirmation_id, destination, address, status)
    select ${sql.company}, ${id}, r."platformId", coalesce(r."confirmationId", ''), r.warehouse, r.address, r.status
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as r("platformId" text, "confirmationId" text, warehouse text, address jsonb, status text) returning 1`);
  await tx.rows(sql`update fba_box b set part_id = p.id
    from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as r(id bigint, "of" text)
      join fba_part p on p.company_id = ${sql.company} and p.shipment_id = ${id} and p.platform_id = r."of"
    where b.company_id = ${sql.company} and b.id = r.id`);
  await tx.rows(sql`insert into fba_part_line (company_id, part_id, line_id, quantity)
    select b.company_id, b.part_id, (c->>'lineId')::bigint, sum((c->>'quantity')::int)::int
    from fba_box b cross join jsonb_array_elements(b.contents) as c
    where b.company_id = ${sql.company} and b.shipment_id = ${id} group by 1, 2, 3 order by 2, 3 returning 1`);
}

const offerTransport: Task = {
  async ask({ inbound, access }, shown) {
    const contact = { name: shown.from.name ?? '', phone: shown.from.phone ?? '' };
    const requested = {
      placementOptionId: shown.placementId ?? '',
      shipmentIds: shown.parts.map((part) => part.platformId),
      readyAt: `${shown.readyOn}T12:00:00.000Z`,
      contact,
    };
    return { operationId: await inbound.generateTransport(access, planOf(shown), requested) };
  },
  async taken({ inbound, access }, shown) {
    const options = await inbound.transportOptions(access, planOf(shown), shown.placementId ?? '');
    const rows = shown.parts.map((part) => ({
      id: part.id,
      transports: options.filter((one) => one.shipmentId === part.platformId).map(offered),
    }));
    return async (tx, held) => {
      await tx.rows(sql`update fba_part p set transports = r.transports, transport_id = null
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, transports jsonb)
        where p.company_id = ${sql.company} and p.id = r.id`);
      if (held.state === 'placed') await moveAgain(tx, held.id);
      else await moveFba(tx, held, 'placed', { shipments: shown.parts.length });
    };
  },
};
const offered = ({ shipmentId: _shipment, ...rest }: TransportOption): Transport => rest;

export const chosenOf = (part: FbaPart): Transport | undefined =>
  part.transports.find((one) => one.id === part.transportId);
export const isPartnered = (part: FbaPart): boolean => chosenOf(part)?.solution === PARTNERED;

/** Whether Amazon has booked the part: then it accepts no other window. */
const awaited = async ({ inbound, access }: There, shown: Shown, part: FbaPart) =>
  (await inbound.shipment(access, planOf(shown), part.platformId)).window;

const windowTasks = (part: FbaPart): Task[] => [
  {
    async ask(there, shown) {
      if (await awaited(there, shown, part)) return null;
      return { operationId: await there.inbound.generateWindows(there.access, planOf(shown), part.platformId) };
    },
  },
  {
    // The first free window: sea freight differs by ready date.
    async ask(there, shown) {
      if (await awaited(there, shown, part)) return null;
      const windows = await there.inbound.windows(there.access, planOf(shown), part.platformId);
      const first = windows.find((one) => one.availability !== 'BLOCKED');
      if (!first) throw new ConnectorError('amazon', 'rejected', 'Amazon offers no delivery window');
      const { platformId } = part;
      return { operationId: await there.inbound.confirmWindow(there.access, planOf(shown), platformId, first.id) };
    },
    async taken(there, shown) {
      const window = await awaited(there, shown, part);
      return async (tx) => {
        await tx.rows(sql`update fba_part set window_from = ${window?.from ?? null}, window_to = ${window?.to ?? null}
          where company_id = ${sql.company} and id = ${part.id}`);
      };
    },
  },
];

const agreeTransport: Task = {
  async ask({ inbound, access }, shown) {
    const first = shown.parts[0];
    // Already confirmed; the answer was lost.
    if (first && (await inbound.shipment(access, planOf(shown), first.platformId)).transportOptionId) return null;
    const chosen = shown.parts.map((part) => ({ shipmentId: part.platformId, optionId: part.transportId ?? '' }));
    return { operationId: await inbound.confirmTransport(access, planOf(shown), chosen) };
  },
  async taken({ inbound, access }, shown) {
    const parts: object[] = [];
    const boxes: object[] = [];
    for (const part of shown.parts) {
      const answered = await inbound.shipment(access, planOf(shown), part.platformId);
      parts.push({
        id: part.id,
        confirmationId: answered.confirmationId ?? part.confirmationId,
        status: answered.status,
      });
      const there = await inbound.shipmentBoxes(access, planOf(shown), part.platformId);
      const mine = shown.boxes.filter((box) => box.partId === part.id);
      boxes.push(
        ...matchBoxes(
          mine,
          shown.lines,
          there.map((box) => ({ box, of: part.id })),
        ),
      );
    }
    const quotes = shown.parts.flatMap((part) => {
      const { cost, currency } = chosenOf(part) ?? {};
      return cost && currency && Number(cost) > 0
        ? [{ kind: 'freight', amount: cost, currency, basis: 'weight' as const }]
        : [];
    });
    return async (tx, held) => {
      await tx.rows(sql`update fba_part p set confirmation_id = r."confirmationId", status = r.status
        from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as r(id bigint, "confirmationId" text, status text)
        where p.company_id = ${sql.company} and p.id = r.id`);
      await tx.rows(sql`update fba_box b set box_id = r."boxId"
        from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as r(id bigint, "boxId" text)
        where b.company_id = ${sql.company} and b.id = r.id`);
      await addCosts(tx, 'fba_shipment', held.id, quotes);
      await moveFba(tx, held, 'transport');
    };
  },
};

const trackTask = (part: FbaPart, last: boolean): Task => ({
  async ask({ inbound, access }, shown) {
    const numbers = shown.boxes
      .filter((box) => box.partId === part.id && box.trackingNumber !== '')
      .map(({ boxId, trackingNumber }) => ({ boxId, trackingNumber }));
    if (numbers.length === 0 || isPartnered(part)) return null;
    return { operationId: await inbound.updateTracking(access, planOf(shown), part.platformId, numbers) };
  },
  async taken() {
    return async (tx, held) => {
      if (last) await moveAgain(tx, held.id);
    };
  },
});

const cancelPlan: Task = {
  async ask({ inbound, access }, shown) {
    if (!shown.planId || !(await inbound.findPlan(access, shown.number))) return null;
    return { operationId: await inbound.cancelPlan(access, shown.planId) };
  },
  async taken() {
    return async (tx, held) => {
      if (held.held) await releaseGoods(tx, goodsOf(held, await linesOf(tx, held.id)), 1);
      await tx.rows(sql`update fba_shipment set held = false where company_id = ${sql.company} and id = ${held.id}`);
      await moveFba(tx, held, 'cancelled');
    };
  },
};

defineSteps({
  plan: () => [dropPlan, sendPrep, makePlan, offerPacking, agreePacking],
  pack: () => [sendBoxes, offerPlacement],
  place: () => [agreePlacement, offerTransport],
  transport: ({ parts }) => [
    ...parts.filter((part) => chosenOf(part)?.needsWindow).flatMap(windowTasks),
    agreeTransport,
  ],
  track: ({ parts }) => parts.map((part, at) => trackTask(part, at === parts.length - 1)),
  cancel: () => [cancelPlan],
});
