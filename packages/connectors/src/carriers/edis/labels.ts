import type { EdisPackage } from '../../marketplaces/ebay/edis.ts';
import {
  type CarrierAccess,
  ConnectorError,
  type Parcel,
  type PurchasedLabel,
  type RecoveredLabel,
  type Sale,
  type ShopAccess,
} from '../../types.ts';
import { batteriesOf } from './batteries.ts';
import { CARRIER, type EdisClient, sellerOf } from './client.ts';
import type { Offers } from './offers.ts';
import { check, linesOf, packageInfo } from './parcels.ts';

/** A line of the package is in another one that stands. */
const TAKEN = '355005';
const PAPER = 'THERMAL_PAPER';

const isRefused = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.kind === 'rejected';

/** There is a package: no failure of `work` may look like a refusal. */
async function certain<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const message = `packed, but: ${(error as Error).message}`;
    throw new ConnectorError(CARRIER, 'uncertain', message, { code: 'PACKED', cause: error });
  });
}

export function createLabels(client: EdisClient, { offers }: Offers, now: () => number) {
  /** Our package among those of a line. */
  async function find(seller: ShopAccess, reference: string, lines: readonly string[], except: readonly string[]) {
    for (const line of lines) {
      const found = await client.find(seller, line, reference, except);
      if (found) return found;
    }
    return undefined;
  }

  /** A package costs nothing until it is confirmed: one that eDIS does not confirm is taken back. @throws its refusal */
  async function confirm(seller: ShopAccess, { packageId }: EdisPackage): Promise<void> {
    try {
      await client.confirm(seller, packageId);
    } catch (error) {
      if (isRefused(error)) await certain(client.cancel(seller, packageId));
      throw error;
    }
  }

  /** The new package; of a line that is taken, ours if it stands there. */
  async function place(seller: ShopAccess, info: object, parcel: Parcel): Promise<EdisPackage> {
    try {
      return await client.create(seller, info);
    } catch (error) {
      if (!isRefused(error) || error.code !== TAKEN) throw error;
      const sales = parcel.items.flatMap(({ sale }) => sale ?? []);
      const known = await certain(find(seller, parcel.reference, linesOf(parcel.reference, sales), []));
      if (!known) throw error;
      return known;
    }
  }

  return {
    async buyLabel(access: CarrierAccess, parcel: Parcel, serviceCode: string): Promise<PurchasedLabel> {
      check(parcel);
      const seller = sellerOf(access);
      const all = await offers(access, parcel);
      const offer = all.find(({ service }) => service.shippingServiceId === serviceCode);
      if (!offer)
        throw new ConnectorError(CARRIER, 'rejected', `eDIS has no service ${serviceCode} for this parcel`, {
          code: 'NO_SERVICE',
        });
      const batteryOf = await batteriesOf(client, seller, parcel.items, now());
      const made = await place(seller, packageInfo(parcel, offer, batteryOf), parcel);
      await confirm(seller, made).catch((error: unknown) => {
        if (isRefused(error)) throw error;
        return certain(Promise.reject(error));
      });
      const data = await certain(client.labelOf(seller, made.trackingNumber, PAPER));
      return {
        shipmentId: made.packageId,
        trackingNumber: made.trackingNumber ?? '',
        amount: made.cost?.value ?? '0',
        currency: made.cost?.currency ?? '',
        label: { format: 'pdf', data },
      };
    },

    /** It may have been made and not confirmed when the answer was lost. */
    async findPurchase(
      access: CarrierAccess,
      reference: string,
      except: readonly string[] = [],
      sales: readonly Sale[] = [],
    ): Promise<RecoveredLabel | null> {
      const seller = sellerOf(access);
      const found = await find(seller, reference, linesOf(reference, sales), except);
      if (!found) return null;
      try {
        await confirm(seller, found);
      } catch (error) {
        if (isRefused(error)) return null;
        throw error;
      }
      const { packageId: shipmentId, trackingNumber = '', cost } = found;
      const data = await client.labelOf(seller, trackingNumber, PAPER);
      return {
        ...{ shipmentId, trackingNumber, label: { format: 'pdf', data } },
        ...(cost ? { amount: cost.value, currency: cost.currency } : {}),
      };
    },

    labelPdf: async (access: CarrierAccess, trackingNumber: string): Promise<Buffer> =>
      client.labelOf(sellerOf(access), trackingNumber, PAPER),

    async voidLabel(access: CarrierAccess, shipmentId: string): Promise<{ voided: boolean; detail: string }> {
      const seller = sellerOf(access);
      try {
        await client.cancel(seller, shipmentId);
        return { voided: true, detail: '' };
      } catch (error) {
        if (!isRefused(error)) throw error;
        return { voided: await client.isCancelled(seller, shipmentId), detail: error.message };
      }
    },
  };
}
