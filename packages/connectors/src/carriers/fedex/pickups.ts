import type { CarrierAccess } from '../../types.ts';
import type { Pickup, PickupRequest } from '../connector.ts';
import { type FedexClient, wrong } from './client.ts';
import { weightOf } from './measures.ts';
import { partyOf } from './parties.ts';
import { isGround } from './services.ts';
import { pickupAnswer, pickupCancelAnswer } from './shapes.ts';

/** Code, network, day and station: FedEx wants all of them for a cancellation. */
const CONFIRMATION = /^(\S+) (FDX[EG]) (\d{4}-\d{2}-\d{2})(?: (\S+))?$/;

function pickupRequest(access: CarrierAccess, request: PickupRequest, carrierCode: string) {
  const { from, day, ready, closes, parcels, weightGrams } = request;
  return {
    associatedAccountNumber: { value: access.accountNumber },
    carrierCode,
    originDetail: {
      pickupLocation: { ...partyOf(from), accountNumber: { value: access.accountNumber } },
      // The clock of the place, whatever the Z says.
      readyDateTimestamp: `${day}T${ready}:00Z`,
      customerCloseTime: `${closes}:00`,
    },
    packageCount: parcels,
    totalWeight: weightOf(weightGrams, from.country),
    remarks: request.reference,
  };
}

/** FedEx tells nothing of pickups that were requested before, so that a doubt stays one. */
export function createPickups({ call }: FedexClient): Pickup {
  return {
    async request(access, request) {
      const carrierCode = request.serviceCode && isGround(request.serviceCode) ? 'FDXG' : 'FDXE';
      const { pickupConfirmationCode, location } = await call(access, {
        method: 'POST',
        path: '/pickup/v1/pickups',
        json: pickupRequest(access, request, carrierCode),
        effect: 'once',
        shape: pickupAnswer,
      });
      const confirmation = [pickupConfirmationCode, carrierCode, request.day, location].filter(Boolean).join(' ');
      return { confirmation };
    },

    async cancel(access, confirmation) {
      const [, code, carrierCode, scheduledDate, location] = CONFIRMATION.exec(confirmation) ?? [];
      if (!code) wrong('CONFIRMATION', `no confirmation of a pickup: ${confirmation}`);
      await call(access, {
        method: 'PUT',
        path: '/pickup/v1/pickups/cancel',
        json: {
          associatedAccountNumber: { value: access.accountNumber },
          pickupConfirmationCode: code,
          carrierCode,
          scheduledDate,
          ...(location ? { location } : {}),
        },
        effect: 'repeatable',
        shape: pickupCancelAnswer,
      });
    },
  };
}
