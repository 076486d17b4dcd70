import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import type { PlatformParcel, PlatformParcelRequest } from '@tradewind/connectors/capabilities/fulfilment.ts';
import { ConnectorError, type ShopAccess } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { withShop } from '../../channels/public.ts';
import { unitsOnPlatform } from '../../orders/public.ts';
import { boxesAtMost, withCarrier } from '../carrier/connect.ts';
import { boxByBox } from './box-by-box.ts';
import { ratesWithDays } from './days.ts';
import { itemsOf, linesOfOutbound, readAddress, salesOf } from './facts.ts';
import type { LabelSeller, SoldLabel } from './label-seller.ts';
import type { KeptPiece } from './pieces.ts';
import { wholeLabels } from './whole-labels.ts';

interface Of {
  parcelId: number;
  reference: string;
  carrier: string;
  carrierAccountId: number | null;
  /** Boxes beside the first. */
  pieces?: readonly KeptPiece[];
}

/** Undefined for own delivery. */
export function sellerOf(app: App, ctx: Ctx, box: Of): LabelSeller | undefined {
  const { carrier, carrierAccountId: accountId, reference, pieces = [] } = box;
  if (carrier === 'platform') return wholeLabels(platformSeller(app, ctx, box.parcelId));
  if (accountId === null) return undefined;
  const of = (one: string) =>
    wholeLabels(carrierSeller(app, ctx, accountId, { reference: one, parcelId: box.parcelId }));
  const boxes = pieces.length + 1;
  if (boxes === 1 || boxes <= boxesAtMost(app, carrier)) return of(reference);
  return boxByBox(of, reference, boxes);
}

function carrierSeller(
  app: App,
  ctx: Ctx,
  accountId: number,
  { reference, parcelId }: Pick<Of, 'reference' | 'parcelId'>,
): LabelSeller {
  const at = <T>(work: Parameters<typeof withCarrier<T>>[3]) => withCarrier(app, ctx, accountId, work);
  return {
    rates: (parcel) => at((connector, access) => ratesWithDays(connector, access, parcel)),
    buy: (parcel, serviceCode) => at((connector, access) => connector.buyLabel(access, parcel, serviceCode)),
    find: async (except) => {
      const sales = await app.database.look(ctx, (tx) => salesOf(tx, parcelId));
      return at((connector, access) => connector.findPurchase(access, reference, except, sales));
    },
    void: (shipmentId, number) => at((connector, access) => connector.voidLabel(access, shipmentId, number)),
    draw: (_shipmentId, number) => at((connector, access) => connector.labelPdf(access, number)),
  };
}

/** Platforms return the number and label some seconds after the request. */
const NUMBER_TRIES = 6;
const NUMBER_WAIT_MS = 1_500;

function platformSeller(app: App, ctx: Ctx, parcelId: number): LabelSeller {
  const at = async <T>(work: (shipping: Shipping, request: PlatformParcelRequest) => Promise<T>): Promise<T> => {
    const { shopId, ...request } = await requestOf(app, ctx, parcelId);
    return withShop(app, ctx, shopId, (connector, access) => work(shippingOf(connector, access), request));
  };
  return {
    rates: (parcel) =>
      at(async (shipping, request) => {
        if (parcel.further?.length) throw ruleBroken('logistics.oneBoxOnly');
        return (await shipping.options(request)).map((option) => ({
          serviceCode: option.id,
          serviceName: option.name,
          // The platform returns the cost only on its bill.
          amount: option.amount ?? '0',
          listAmount: option.amount ?? '0',
          currency: option.currency ?? '',
          surcharges: [],
        }));
      }),
    buy: (_parcel, optionId) =>
      at(async (shipping, request) => {
        const arranged = await shipping.arrange({ ...request, optionId });
        // The shipment is booked from here on: no later failure may look like a refusal.
        try {
          return sold(await labelled(shipping, request, arranged));
        } catch (error) {
          throw new ConnectorError('platform', 'uncertain', `arranged, but: ${(error as Error).message}`, {
            cause: error,
          });
        }
      }),
    find: (except) =>
      at(async (shipping, request) => {
        const parcel = await shipping.find(request);
        if (!parcel || except.includes(parcel.trackingNumber ?? '')) return null;
        return sold(await labelled(shipping, request, parcel));
      }),
    void: (ref, trackingNumber) =>
      at(async (shipping, request) =>
        shipping.cancel({ ref, trackingNumber, carrierName: '' }, request.platformOrderNo),
      ),
    draw: (ref, trackingNumber) =>
      at(async (shipping, request) => {
        const label = await shipping.label({ ref, trackingNumber, carrierName: '' }, request.platformOrderNo);
        if (label.format !== 'pdf' && label.format !== 'png') throw ruleBroken('logistics.rawOnly');
        return label.data;
      }),
  };
}

type Shipping = ReturnType<typeof shippingOf>;

function shippingOf(connector: MarketplaceConnector, access: ShopAccess) {
  const { shipping } = connector;
  if (!shipping) throw ruleBroken('logistics.noPlatformShipping');
  return {
    options: (request: PlatformParcelRequest) => shipping.options(access, request),
    arrange: (request: PlatformParcelRequest) => shipping.arrange(access, request),
    find: (request: PlatformParcelRequest) => shipping.findParcel(access, request),
    label: (parcel: PlatformParcel, no: string) => shipping.label(access, parcel, no),
    cancel: async (parcel: PlatformParcel, no: string) => {
      if (!shipping.cancel) return { voided: false, detail: 'the platform takes no parcel back' };
      await shipping.cancel(access, parcel, no);
      return { voided: true, detail: '' };
    },
  };
}

type Numbered = PlatformParcel & { trackingNumber: string };

/** Waits briefly for the number; after that the box waits and is looked up again. */
async function labelled(shipping: Shipping, request: PlatformParcelRequest, arranged: PlatformParcel) {
  let parcel: PlatformParcel | null = arranged;
  for (let n = 0; n < NUMBER_TRIES && !parcel?.trackingNumber; n++) {
    await new Promise((resolve) => setTimeout(resolve, NUMBER_WAIT_MS));
    parcel = await shipping.find(request);
  }
  if (!parcel?.trackingNumber)
    throw new ConnectorError('platform', 'unavailable', 'the platform has given no tracking number yet', {
      retryAfterMs: 60_000,
    });
  return { parcel: parcel as Numbered, label: await shipping.label(parcel, request.platformOrderNo) };
}

const sold = ({ parcel, label }: Awaited<ReturnType<typeof labelled>>): SoldLabel => ({
  shipmentId: parcel.ref,
  trackingNumber: parcel.trackingNumber,
  amount: parcel.amount ?? '0',
  currency: parcel.currency ?? '',
  carrierName: parcel.carrierName,
  label,
});

type Request = PlatformParcelRequest & { shopId: number };

/** The box data that the platform needs. */
async function requestOf(app: App, ctx: Ctx, parcelId: number): Promise<Request> {
  return app.database.inCompany(ctx, async (tx) => {
    const row = await tx.row<Record<string, unknown> & RequestRow>(sql`
      select s.shop_id, s.platform_order_no, s.marketplace_id,
        s.fulfilment_refs, w.address as "shipFrom", p.weight_grams, p.length_mm,
        p.width_mm, p.height_mm, p.outbound_id,
        (select 1 + count(*) from parcel q where q.company_id = ${sql.company} and q.order_id = p.order_id and q.id < p.id
          and q.return_id is null and q.state <> 'voided')::int as "packageNo",
        coalesce((select jsonb_agg(jsonb_build_object('orderNo', o.platform_order_no, 'platformLineId', l.platform_line_id,
            'fulfilmentRef', l.fulfilment_ref, 'quantity', u.units))
          from (select order_line_id, sum(quantity)::int as units from outbound_line where company_id = ${sql.company}
            and outbound_id = p.outbound_id group by order_line_id) x
          join order_line l on l.company_id = p.company_id and l.id = x.order_line_id
          join sales_order o on o.company_id = p.company_id and o.id = l.order_id
          cross join lateral (select ${unitsOnPlatform(sql`x.units / l.factor`)} as units) u where u.units > 0), '[]') as lines
      from parcel p join sales_order s on s.company_id = p.company_id and s.id = p.order_id
      join warehouse w on w.company_id = p.company_id and w.id = p.warehouse_id
      where p.company_id = ${sql.company} and p.id = ${parcelId}`);
    if (!row) throw ruleBroken('logistics.parcelGone');
    const { marketplaceId, fulfilmentRefs, lengthMm, widthMm, heightMm, shipFrom, lines, outboundId, ...rest } = row;
    const measured = lengthMm !== null && widthMm !== null && heightMm !== null;
    return {
      ...rest,
      ...(marketplaceId ? { marketplaceId } : {}),
      ...(fulfilmentRefs.length > 0 ? { fulfilmentRefs } : {}),
      ...(measured ? { lengthMm, widthMm, heightMm } : {}),
      shipFrom: readAddress(shipFrom, 'logistics.warehouseAddress'),
      ...partsOf(rest.platformOrderNo, lines),
      items: await itemsOf(tx, linesOfOutbound(outboundId)),
    };
  });
}

/** The lines of the order that carries the box, and those of the orders merged into it. */
function partsOf(carrierNo: string, lines: RequestRow['lines']): Pick<Request, 'lines' | 'otherOrders'> {
  const read = ({ platformLineId, fulfilmentRef, quantity }: RequestRow['lines'][number]) => ({
    ...{ platformLineId, quantity },
    ...(fulfilmentRef ? { fulfilmentRef } : {}),
  });
  const { [carrierNo]: own = [], ...others } = Object.groupBy(lines, (line) => line.orderNo);
  const otherOrders = Object.entries(others).map(([platformOrderNo, part = []]) => ({
    platformOrderNo,
    lines: part.map(read),
  }));
  return { lines: own.map(read), ...(otherOrders.length > 0 ? { otherOrders } : {}) };
}

interface RequestRow {
  shopId: number;
  platformOrderNo: string;
  packageNo: number;
  marketplaceId: string;
  fulfilmentRefs: string[];
  shipFrom: unknown;
  weightGrams: number;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  outboundId: number;
  lines: { orderNo: string; platformLineId: string; fulfilmentRef: string | null; quantity: number }[];
}
