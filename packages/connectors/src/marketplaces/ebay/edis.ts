import { z } from 'zod';
import { isWholePdf } from '../../document.ts';
import { malformed, optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type EbayCall, type EbayClient, PLATFORM, shaped } from './client.ts';
import { type Money, money } from './orderShape.ts';

/** eDelivery International Shipping v1, as far as we use it. */

/** The package is confirmed, cancelled or under way already. */
const STATUS_FORBIDS = '355038';
/** No package holds such a line. */
const NO_SUCH_LINE = '355062';
const GONE = /CANCEL|DELETE/i;
/** eDIS has not yet made the tracking number, or the label of it. */
const NOT_YET = '355040';

const PAGE = 100;
const services = z.object({
  serviceList: z.object({
    total: z.coerce.number().nullish(),
    services: z.array(
      z.object({
        shippingServiceId: z.string().min(1),
        nameEn: optionalText,
        nameZh: optionalText,
        incoterm: optionalText,
        maxWeight: z.coerce.number().nullish(),
        maxLength: z.coerce.number().nullish(),
        maxTotalLength: z.coerce.number().nullish(),
        directions: z.array(z.object({ from: optionalText, to: optionalText, batteryType: optionalText })).nullish(),
      }),
    ),
  }),
});
export type Service = z.output<typeof services>['serviceList']['services'][number];

const addresses = z.object({
  addressPreferenceList: z.object({
    addresses: z.array(
      z.object({ addressId: z.string(), type: optionalText, countryCode: optionalText, postcode: optionalText }),
    ),
  }),
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
  packageDetail: z.object({
    packageComment: optionalText,
    packageStatus: optionalText,
    paymentCost: money.nullish(),
  }),
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

export type Edis = ReturnType<typeof createEdis>;

export function createEdis(call: EbayClient) {
  const ask = (access: ShopAccess, input: Omit<EbayCall, 'api'>) => call(access, { api: 'edis', ...input });
  const pathOf = (packageId: string) => `/package/${encodeURIComponent(packageId)}`;

  /** A step that eDIS answers with nothing: what comes instead may be a refusal. */
  async function done(access: ShopAccess, path: string): Promise<void> {
    const { json } = await ask(access, { method: 'POST', path });
    if (json !== undefined) throw malformed(PLATFORM, `${path}: an answer came instead of none`, JSON.stringify(json));
  }

  async function allServices(access: ShopAccess): Promise<Service[]> {
    const all: Service[] = [];
    for (;;) {
      const query = { limit: PAGE, offset: all.length };
      const answer = await ask(access, { method: 'GET', path: '/services', query });
      const { services: some, total } = shaped(services, answer, 'services').serviceList;
      all.push(...some);
      if (some.length < PAGE || all.length >= (total ?? 0)) return all;
    }
  }

  return {
    ask,
    services: allServices,

    /** The services that take so heavy a parcel to a country. */
    async servicesTo(access: ShopAccess, country: string, grams: number): Promise<Service[]> {
      const all = await allServices(access);
      const goesThere = (one: Service) => one.directions?.some((way) => way.to?.toUpperCase() === country);
      return all.filter((one) => goesThere(one) && (one.maxWeight ?? grams) >= grams);
    },

    /**
     * Where the seller sends from and how parcels are handed over, as set up in eDIS: the address with this postal code
     * and the way that is named, else the first of each.
     */
    async preferences(access: ShopAccess, desired: { postalCode?: string; consignPreferenceId?: string } = {}) {
      const answer = await ask(access, { method: 'GET', path: '/address_preference' });
      const known = shaped(addresses, answer, 'address_preference').addressPreferenceList.addresses;
      const senders = known.filter((one) => one.type === 'SHIP_FROM_ADDRESS');
      const from = senders.find((one) => one.postcode === desired.postalCode) ?? senders[0];
      const consigned = await ask(access, { method: 'GET', path: '/consign_preference' });
      const ways = shaped(consignments, consigned, 'consign_preference').consignPreferenceList.consignPreferences;
      const named = desired.consignPreferenceId;
      const how = named ? ways.find((one) => one.consignPreferenceId === named) : ways[0];
      if (!from || !how)
        throw refused('NOT_SET_UP', 'eDIS knows no address to ship from, or not how parcels are handed over');
      const { addressId: shipFromAddressId, countryCode: country = 'CN' } = from;
      return { shipFromAddressId, country, consignPreferenceId: how.consignPreferenceId, handOver: how.type };
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
        await done(access, `${pathOf(packageId)}/confirm`);
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.code !== STATUS_FORBIDS) throw error;
      }
    },

    cancel: (access: ShopAccess, packageId: string) => done(access, `${pathOf(packageId)}/cancel`),

    async isCancelled(access: ShopAccess, packageId: string): Promise<boolean> {
      const answered = await ask(access, { method: 'GET', path: pathOf(packageId) });
      return GONE.test(shaped(packageDetail, answered, 'package').packageDetail.packageStatus ?? '');
    },

    /** The standing package of a line that carries this comment and none of these numbers. */
    async find(
      access: ShopAccess,
      orderLineItem: string,
      comment: string,
      except: readonly string[] = [],
    ): Promise<EdisPackage | undefined> {
      const path = `/package/${encodeURIComponent(orderLineItem)}/item`;
      const known = await ask(access, { method: 'GET', path }).catch((error: unknown) => {
        if (error instanceof ConnectorError && (error.status === 404 || error.code === NO_SUCH_LINE)) return undefined;
        throw error;
      });
      if (!known) return undefined;
      for (const { packageId, packageStatus, trackingNumber } of shaped(itemPackages, known, path).itemPackages) {
        if (GONE.test(packageStatus ?? '') || except.includes(trackingNumber ?? '')) continue;
        const answered = await ask(access, { method: 'GET', path: pathOf(packageId) });
        const { packageComment, paymentCost } = shaped(packageDetail, answered, 'package').packageDetail;
        if (packageComment === comment) return { packageId, trackingNumber, cost: paymentCost ?? undefined };
      }
      return undefined;
    },

    async labelOf(
      access: ShopAccess,
      trackingNumber: string | undefined,
      pageSize?: 'A4' | 'THERMAL_PAPER',
    ): Promise<Buffer> {
      if (!trackingNumber) throw notYet('eDIS has not given the parcel its number yet');
      const query = { tracking_numbers: trackingNumber, ...(pageSize ? { page_size: pageSize } : {}) };
      const [label] = shaped(labels, await ask(access, { method: 'GET', path: '/labels', query }), 'labels').labels;
      if (!label?.base64Str) throw notYet(`eDIS gives no label yet: ${label?.message ?? ''}`, label?.resultCode);
      const data = Buffer.from(label.base64Str, 'base64');
      if (!isWholePdf(data)) throw malformed(PLATFORM, 'the label is no PDF, or was cut off', undefined);
      return data;
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
