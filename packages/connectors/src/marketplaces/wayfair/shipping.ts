import { z } from 'zod';
import type {
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
  PlatformShippingOption,
} from '../../capabilities/fulfilment.ts';
import { listOf, optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, rowsOf, type WayfairClient } from './client.ts';
import type { Listing } from './listing.ts';

/** Registration: Wayfair books its own carrier, pays the freight and makes the labels of the whole order. */

const label = z.object({ carrier: optionalText, carrierCode: optionalText, trackingNumber: optionalText });
const eventShape = z.object({
  id: z.union([z.string().min(1), z.number().int()]).transform(String),
  generatedShippingLabels: listOf(label.extend({ fullPoNumber: optionalText }).nullable()),
  shippingLabelInfo: listOf(label.nullable()),
});
type Event = z.output<typeof eventShape>;

const FIELDS = `id generatedShippingLabels { fullPoNumber carrier carrierCode trackingNumber }
  shippingLabelInfo { carrier carrierCode trackingNumber }`;
const EVENTS = `query ($poNumber: String!) {
  labelGenerationEvents(filters: [{ field: poNumber, equals: $poNumber }], limit: 10, offset: 0) { ${FIELDS} } }`;
const REGISTER = `mutation ($registrationInput: RegistrationInput!) {
  purchaseOrders { register(registrationInput: $registrationInput) { ${FIELDS} } } }`;

/** The graph of labels knows an order by its digits alone. */
const digitsOf = (poNumber: string): string => poNumber.replace(/^\D+/, '');

function parcelOf(event: Event, packageNo: number): PlatformParcel {
  const labels = [...event.shippingLabelInfo, ...event.generatedShippingLabels].flatMap((one) => one ?? []);
  // One registration makes the labels of all parcels, in their order.
  const mine = labels[packageNo - 1] ?? labels[0];
  return {
    ref: event.id,
    ...(mine?.trackingNumber ? { trackingNumber: mine.trackingNumber } : {}),
    carrierName: mine?.carrier ?? mine?.carrierCode ?? 'Wayfair',
  };
}

const isOf = (event: Event, poNumber: string): boolean =>
  event.generatedShippingLabels.every((one) => !one?.fullPoNumber || one.fullPoNumber === poNumber);

export function createShipping({ call, document }: WayfairClient, listing: Listing): PlatformShipping {
  async function find(access: ShopAccess, poNumber: string): Promise<Event | undefined> {
    const shape = z.object({ labelGenerationEvents: rowsOf(eventShape) });
    const variables = { poNumber: digitsOf(poNumber) };
    const answered = await call(access, { graph: 'orders', query: EVENTS, variables, shape });
    // Registered anew, an order has new labels: the last ones are good.
    return answered.labelGenerationEvents.filter((event) => isOf(event, poNumber)).at(-1);
  }

  return {
    use: 'may',

    async options(access, request): Promise<PlatformShippingOption[]> {
      const order = await listing.readOne(access, request.platformOrderNo);
      const { carrierCode = 'Wayfair', shipSpeed = '' } = order?.shippingInfo ?? {};
      return [
        { id: 'register', name: `${carrierCode} ${shipSpeed}`.trim(), carrierName: carrierCode, handOver: 'pickup' },
      ];
    },

    async arrange(access, request: PlatformParcelRequest): Promise<PlatformParcel> {
      const order = await listing.readOne(access, request.platformOrderNo);
      const registrationInput = {
        poNumber: request.platformOrderNo,
        ...(order?.warehouse?.id ? { warehouseId: order.warehouse.id } : {}),
      };
      const shape = z.object({ purchaseOrders: z.object({ register: eventShape }) });
      const input = { graph: 'orders', query: REGISTER, variables: { registrationInput }, shape } as const;
      const answered = await call(access, { ...input, effect: 'once' });
      return parcelOf(answered.purchaseOrders.register, request.packageNo);
    },

    async findParcel(access, request): Promise<PlatformParcel | null> {
      const event = await find(access, request.platformOrderNo);
      return event ? parcelOf(event, request.packageNo) : null;
    },

    async label(access, _parcel, platformOrderNo) {
      const data = await document(access, `/v1/shipping_label/${encodeURIComponent(platformOrderNo)}`);
      if (data.subarray(0, 4).toString('latin1') !== '%PDF')
        throw new ConnectorError(PLATFORM, 'malformed', 'the label is no PDF', { code: 'NO_PDF' });
      return { format: 'pdf', data };
    },
  };
}
