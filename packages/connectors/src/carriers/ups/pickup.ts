import { type CarrierAccess, ConnectorError } from '../../types.ts';
import type { Pickup, PickupRequest } from '../connector.ts';
import { CARRIER, type UpsClient, VERSION } from './client.ts';
import { measuresOf } from './measures.ts';
import { addressOf } from './parties.ts';
import { pendingPickups, pickupAnswer, pickupCancelled } from './shapes.ts';

/** Cancels by the number of the pickup, not all of the account. */
const BY_NUMBER = '02';
const GROUND = '003';
const PARCEL = '01';

const dayOf = ({ day }: PickupRequest): string => day.replaceAll('-', '');

function bodyOf(access: CarrierAccess, request: PickupRequest) {
  const { from } = request;
  const phone = from.phone?.replace(/\D/g, '') ?? '';
  if (phone === '')
    throw new ConnectorError(CARRIER, 'rejected', 'a pickup needs the phone number of the place', { code: 'PHONE' });
  const { AddressLine, City, StateProvinceCode, PostalCode } = addressOf(from);
  const { weight } = measuresOf({ from, weightGrams: request.weightGrams });
  return {
    PickupCreationRequest: {
      Request: { TransactionReference: { CustomerContext: request.reference } },
      RatePickupIndicator: 'Y',
      Shipper: { Account: { AccountNumber: access.accountNumber, AccountCountryCode: from.country } },
      PickupDateInfo: {
        CloseTime: request.closes.replace(':', ''),
        ReadyTime: request.ready.replace(':', ''),
        PickupDate: dayOf(request),
      },
      PickupAddress: {
        CompanyName: (from.company || from.name).slice(0, 27),
        ContactName: (from.name || from.company || '').slice(0, 22),
        ...{ AddressLine, City },
        ...(StateProvinceCode ? { StateProvince: StateProvinceCode } : {}),
        ...(PostalCode ? { PostalCode: PostalCode.slice(0, 8) } : {}),
        CountryCode: from.country,
        ResidentialIndicator: from.residential ? 'Y' : 'N',
        Phone: { Number: phone.slice(0, 25) },
      },
      AlternateAddressIndicator: 'Y',
      PickupPiece: [
        {
          ServiceCode: request.serviceCode?.padStart(3, '0') ?? GROUND,
          Quantity: String(request.parcels),
          DestinationCountryCode: from.country,
          ContainerCode: PARCEL,
        },
      ],
      TotalWeight: { Weight: weight.Weight, UnitOfMeasurement: weight.UnitOfMeasurement.Code },
      PaymentMethod: '01',
      ReferenceNumber: request.reference.slice(0, 35),
    },
  };
}

export function createPickup({ call }: UpsClient): Pickup {
  return {
    async request(access, request) {
      const { PickupCreationResponse: answer } = await call(access, {
        method: 'POST',
        path: `/api/pickupcreation/${VERSION}/pickup`,
        json: bodyOf(access, request),
        effect: 'once',
        shape: pickupAnswer,
      });
      const rated = answer.RateResult;
      return {
        confirmation: answer.PRN,
        ...(rated ? { amount: rated.GrandTotalOfAllCharge } : {}),
        ...(rated?.CurrencyCode ? { currency: rated.CurrencyCode } : {}),
      };
    },

    async cancel(access, confirmation) {
      await call(access, {
        method: 'DELETE',
        path: `/api/shipments/${VERSION}/pickup/${BY_NUMBER}`,
        headers: { Prn: confirmation },
        effect: 'repeatable',
        shape: pickupCancelled,
      });
    },

    /** UPS tells those of today and tomorrow. */
    async find(access, request) {
      const { PickupPendingStatusResponse } = await call(access, {
        method: 'GET',
        path: `/api/shipments/${VERSION}/pickup/oncall`,
        headers: { AccountNumber: access.accountNumber },
        effect: 'read',
        shape: pendingPickups,
      });
      const reference = request.reference.slice(0, 35);
      const found = PickupPendingStatusResponse.PendingStatus.find(
        (one) => one.ReferenceNumber === reference && one.ServiceDate === dayOf(request),
      );
      return found?.PRN ?? null;
    },
  };
}
