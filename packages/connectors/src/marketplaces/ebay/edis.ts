import { z } from 'zod';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type EbayCall, type EbayClient, PLATFORM, shaped } from './client.ts';
import { type Money, money } from './orderShape.ts';

/** eDelivery International Shipping v1, as far as we use it. */

/** The package is confirmed, cancelled or under way already. */
const STATUS_FORBIDS = '355038';
/** eDIS has not yet made the tracking number, or the label of it. */
const NOT_YET = '355040';

const services = z.object({
  serviceList: z.object({
    services: z.array(
      z.object({
        shippingServiceId: z.string().min(1),
        nameEn: optionalText,
        nameZh: optionalText,
        incoterm: optionalText,
        maxWeight: z.coerce.number().nullish(),
        directions: z.array(z.object({ to: optionalText })).nullish(),
      }),
    ),
  }),
});
type Service = z.output<typeof services>['serviceList']['services'][number];

const addresses = z.object({
  addressPreferenceList: z.object({ addresses: z.array(z.object({ addressId: z.string(), type: optionalText })) }),
});
const consignments = z.object({
  consignPreferenceList: z.object({
    consignPreferences: z.array(z.object({ consignPreferenceId: z.string(), type: optionalText })),
  }),
});
const made = z.object({
  createPackageResult: z.object({
    packageId: z.string().min(1),
    trackingNumber: optionalText,
    estimateCost: money.nullish(),
    paymentCost: money.nullish(),
  }),
});
const itemPackages = z.object({
  itemPackages: z.array(z.object({ packageId: z.string(), packageStatus: optionalText, trackingNumber: optionalText })),
});
const packageDetail = z.object({
  packageDetail: z.object({ packageComment: optionalText, paymentCost: money.nullish() }),
});
const labels = z.object({
  labels: z.array(z.object({ resultCode: optionalText, message: optionalText, base64Str: optionalText })),
});

const handoverSheets = z.object({ handoverSheet: z.object({ base64Str: z.string().min(1) }) });
/** Most that one sheet lists. */
const SHEET_PARCELS = 200;

export interface EdisPackage {
  packageId: string;
  trackingNumber?: string | undefined;
  cost?: Money | undefined;
}

export const refused = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });
const notYet = (message: string, code = NOT_YET) => new ConnectorError(PLATFORM, 'unavailable', message, { code });

export function createEdis(call: EbayClient) {
  const ask = (access: ShopAccess, input: Omit<EbayCall, 'api'>) => call(access, { api: 'edis', ...input });
  const pathOf = (packageId: string) => `/package/${encodeURIComponent(packageId)}`;

  return {
    /** The services that take so heavy a parcel to a country. */
    async servicesTo(access: ShopAccess, country: string, grams: number): Promise<Service[]> {
      const answer = await ask(access, { method: 'GET', path: '/services', query: { limit: 100, offset: 0 } });
      const all = shaped(services, answer, 'services').serviceList.services;
      const goesThere = (one: Service) => one.directions?.some((way) => way.to?.toUpperCase() === country);
      return all.filter((one) => goesThere(one) && (one.maxWeight ?? grams) >= grams);
    },

    /** Where the seller sends from and how parcels are handed over, as set up in eDIS. */
    async preferences(access: ShopAccess) {
      const answer = await ask(access, { method: 'GET', path: '/address_preference' });
      const known = shaped(addresses, answer, 'address_preference').addressPreferenceList.addresses;
      const from = known.find((one) => one.type === 'SHIP_FROM_ADDRESS');
      const consigned = await ask(access, { method: 'GET', path: '/consign_preference' });
      const [how] = shaped(consignments, consigned, 'consign_preference').consignPreferenceList.consignPreferences;
      if (!from || !how)
        throw refused('NOT_SET_UP', 'eDIS knows no address to ship from, or not how parcels are handed over');
      return { shipFromAddressId: from.addressId, consignPreferenceId: how.consignPreferenceId, handOver: how.type };
    },

    /** Happens once: what became of it after a lost answer is found by the line it carries. */
    async create(access: ShopAccess, packageInfo: object): Promise<EdisPackage> {
      const answer = await ask(access, { method: 'POST', path: '/package', effect: 'once', json: { packageInfo } });
      const read = made.safeParse(answer.json);
      if (!read.success)
        throw new ConnectorError(PLATFORM, 'uncertain', 'eDIS took the package and said nothing readable of it', {
          code: 'UNREADABLE',
          cause: read.error,
        });
      const { packageId, trackingNumber, paymentCost, estimateCost } = read.data.createPackageResult;
      return { packageId, trackingNumber, cost: paymentCost ?? estimateCost ?? undefined };
    },

    /** Freezes the price and asks for the pickup; told again, eDIS says that it is done. */
    async confirm(access: ShopAccess, packageId: string): Promise<void> {
      try {
        await ask(access, { method: 'POST', path: `${pathOf(packageId)}/confirm` });
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.code !== STATUS_FORBIDS) throw error;
      }
    },

    cancel: (access: ShopAccess, packageId: string) =>
      ask(access, { method: 'POST', path: `${pathOf(packageId)}/cancel` }),

    /** The standing package of a line that carries this comment. */
    async find(access: ShopAccess, orderLineItem: string, comment: string): Promise<EdisPackage | undefined> {
      const path = `/package/${encodeURIComponent(orderLineItem)}/item`;
      const known = await ask(access, { method: 'GET', path }).catch((error: unknown) => {
        if (error instanceof ConnectorError && error.status === 404) return undefined;
        throw error;
      });
      if (known?.json === undefined) return undefined;
      for (const { packageId, packageStatus, trackingNumber } of shaped(itemPackages, known, path).itemPackages) {
        if (/CANCEL|DELETE/i.test(packageStatus ?? '')) continue;
        const answered = await ask(access, { method: 'GET', path: pathOf(packageId) });
        const { packageComment, paymentCost } = shaped(packageDetail, answered, 'package').packageDetail;
        if (packageComment === comment) return { packageId, trackingNumber, cost: paymentCost ?? undefined };
      }
      return undefined;
    },

    async labelOf(access: ShopAccess, trackingNumber: string | undefined): Promise<Buffer> {
      if (!trackingNumber) throw notYet('eDIS has not given the parcel its number yet');
      const query = { tracking_numbers: trackingNumber };
      const [label] = shaped(labels, await ask(access, { method: 'GET', path: '/labels', query }), 'labels').labels;
      if (!label?.base64Str) throw notYet(`eDIS gives no label yet: ${label?.message ?? ''}`, label?.resultCode);
      return Buffer.from(label.base64Str, 'base64');
    },

    async handoverSheet(access: ShopAccess, numbers: readonly string[]): Promise<Buffer[]> {
      const sheets: Buffer[] = [];
      for (let at = 0; at < numbers.length; at += SHEET_PARCELS) {
        const query = { tracking_numbers: numbers.slice(at, at + SHEET_PARCELS).join(',') };
        const answer = await ask(access, { method: 'GET', path: '/handover_sheet', query });
        sheets.push(Buffer.from(shaped(handoverSheets, answer, 'handover_sheet').handoverSheet.base64Str, 'base64'));
      }
      return sheets;
    },
  };
}
