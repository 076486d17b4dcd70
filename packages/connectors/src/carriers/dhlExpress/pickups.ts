import type { CarrierAccess } from '../../types.ts';
import { ConnectorError } from '../../types.ts';
import { instantIn, zoneOfPlace } from '../../zones.ts';
import type { Pickup, PickupRequest } from '../connector.ts';
import { CARRIER, type ExpressClient } from './client.ts';
import { nothing, pickupAnswer } from './shapes.ts';
import { packageOf, partyOf, plannedAt, wrong } from './shipments.ts';

/** DHL wants the sides of what is fetched, which nobody knows beforehand: a shoe box each. */
const SIDES = { lengthMm: 330, widthMm: 200, heightMm: 120 };

function pickupRequest(access: CarrierAccess, request: PickupRequest) {
  const { from, day, ready, closes, parcels, weightGrams, reference, serviceCode } = request;
  const at = instantIn(zoneOfPlace(from) ?? 'UTC', `${day}T${ready}:00`);
  if (!at || parcels < 1) wrong('PICKUP', `no pickup: ${day} ${ready}, ${parcels} parcels`);
  const weight = Math.max(1, Math.ceil(weightGrams / parcels));
  return {
    plannedPickupDateAndTime: plannedAt(Date.parse(at)),
    closeTime: closes,
    location: 'reception',
    locationType: 'business',
    accounts: [{ typeCode: 'shipper', number: access.accountNumber }],
    specialInstructions: [{ value: reference.slice(0, 80) }],
    remark: reference,
    customerDetails: { shipperDetails: partyOf(from, from.phone) },
    shipmentDetails: [
      {
        productCode: serviceCode || 'P',
        isCustomsDeclarable: false,
        unitOfMeasurement: 'metric',
        packages: Array.from({ length: parcels }, () => packageOf({ weightGrams: weight, ...SIDES })),
      },
    ],
  };
}

/** DHL lists no pickups: one whose answer was lost cannot be looked up. */
export function createPickup({ call }: ExpressClient): Pickup {
  return {
    async request(access, request) {
      const json = pickupRequest(access, request);
      const { dispatchConfirmationNumbers } = await call(access, {
        method: 'POST',
        path: '/pickups',
        json,
        effect: 'once',
        shape: pickupAnswer,
      });
      return { confirmation: dispatchConfirmationNumbers[0] ?? '' };
    },

    async cancel(access, confirmation) {
      try {
        const path = `/pickups/${encodeURIComponent(confirmation)}`;
        const query = { requestorName: 'Dispatch', reason: 'Not needed' };
        await call(access, { method: 'DELETE', path, query, effect: 'repeatable', shape: nothing });
      } catch (error) {
        const isDone =
          error instanceof ConnectorError && error.platform === CARRIER && /already cancel/i.test(error.message);
        if (!isDone) throw error;
      }
    },
  };
}
