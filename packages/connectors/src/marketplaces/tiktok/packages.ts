import { z } from 'zod';
import { answerCode } from '../../amounts.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TiktokClient } from './client.ts';
import type { Listing } from './listing.ts';
import { CARRIER, type Parcel, packageOf, rejected } from './parcels.ts';
import { isOpen } from './units.ts';

/** The most that a page of drafts holds. Source: Search Combinable Packages 202309. */
const PAGE_SIZE = 50;
const MOST_PAGES = 40;

const holding = z.object({ id: z.string().min(1), order_ids: z.array(z.string()).nullish() });
type Holding = z.output<typeof holding>;
const packageShape = z.object({
  orders: z.array(z.object({ id: z.string().min(1) })).nullish(),
  tracking_number: optionalText,
  shipping_provider_name: optionalText,
});
const draftsShape = z.object({ combinable_packages: z.array(holding).nullish(), next_page_token: optionalText });
const partedShape = z.object({ packages: z.array(holding).nullish() });
const refusal = z.object({
  code: answerCode.nullish(),
  message: optionalText,
  detail: z.object({ package_id: optionalText }).nullish(),
});
const combinedShape = partedShape.extend({ errors: z.array(refusal).nullish() });

const pathOf = (ref: string) => `/fulfillment/202309/packages/${encodeURIComponent(ref)}`;
const holds = (one: Holding, nos: readonly string[]) => nos.every((no) => one.order_ids?.includes(no));
const find = (all: Holding[] | null | undefined, nos: readonly string[]) => all?.find((one) => holds(one, nos));

/** The packages that TikTok makes of orders; outside the United States one may hold several orders of a buyer. */
export function createPackages(call: TiktokClient, listing: Listing) {
  /** `orderNos` is empty where TikTok does not say whose it is. */
  async function read(access: ShopAccess, ref: string) {
    const answered = await call(access, {
      operation: 'getPackage',
      method: 'GET',
      path: pathOf(ref),
      effect: 'read',
      shape: packageShape,
    });
    return {
      orderNos: (answered.orders ?? []).map((order) => order.id),
      trackingNumber: answered.tracking_number,
      carrierName: answered.shipping_provider_name ?? CARRIER,
    };
  }

  /** The id of a draft that holds all of these orders; undefined where TikTok offers none. */
  async function draftOf(access: ShopAccess, nos: readonly string[]): Promise<string | undefined> {
    let token: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const answered = await call(access, {
        operation: 'searchCombinable',
        method: 'GET',
        path: '/fulfillment/202309/combinable_packages/search',
        query: { page_size: PAGE_SIZE, page_token: token },
        effect: 'read',
        shape: draftsShape,
      });
      const draft = find(answered.combinable_packages, nos);
      token = answered.next_page_token;
      if (draft || !token) return draft?.id;
    }
    return undefined;
  }

  async function combine(access: ShopAccess, nos: readonly string[]): Promise<string> {
    const draft = await draftOf(access, nos);
    if (!draft)
      throw rejected('NOT_COMBINABLE', `TikTok offers no package of the orders ${nos.join(', ')}: unmerge them`);
    const { packages, errors } = await call(access, {
      operation: 'combinePackages',
      method: 'POST',
      path: '/fulfillment/202309/packages/combine',
      json: { combinable_packages: [{ id: draft, order_ids: nos }] },
      // Nothing is handed over: whoever repeats it reads first how far this came.
      effect: 'read',
      shape: combinedShape,
    });
    const made = find(packages, nos);
    if (made) return made.id;
    const why = errors?.find((one) => one.detail?.package_id === draft) ?? errors?.[0];
    if (!why) throw new ConnectorError(PLATFORM, 'malformed', 'combinePackages: neither a package nor an error');
    const words = `TikTok does not combine the orders ${nos.join(', ')}: ${why.message ?? ''}`;
    throw rejected(String(why.code ?? 'NOT_COMBINED'), words);
  }

  /** Parts the orders `nos` in a package from all others in it. @returns the package of `nos` */
  async function free(access: ShopAccess, ref: string, nos: readonly string[]): Promise<string> {
    const { orderNos } = await read(access, ref);
    const others = orderNos.filter((no) => !nos.includes(no));
    if (others.length === 0) return ref;
    const ours = orderNos.filter((no) => nos.includes(no));
    const { packages } = await call(access, {
      operation: 'uncombinePackages',
      method: 'POST',
      path: `${pathOf(ref)}/uncombine`,
      // Each that leaves lies alone afterwards: one of ours goes rather than others that another box holds.
      json: { order_ids: ours.length === 1 ? ours : others },
      effect: 'read',
      shape: partedShape,
    });
    const named = find(packages, ours)?.id;
    if (named) return named;
    // The answer may name only the packages of those that left.
    const order = await listing.wholeOrder(access, ours[0] ?? '');
    return packageOf({ order, units: order.line_items.filter(isOpen) });
  }

  /**
   * The package that holds the orders of these parcels and no others: combines them where they lie apart, after others
   * were taken out. Begins with what TikTok says now, so it may be repeated after a lost answer.
   * @throws ConnectorError `rejected` NOT_COMBINABLE, or with TikTok's code
   */
  async function together(access: ShopAccess, parcels: readonly Parcel[]): Promise<string> {
    const nos = parcels.map(({ order }) => order.id);
    const refs: string[] = [];
    for (const ref of new Set(parcels.map(packageOf))) refs.push(await free(access, ref, nos));
    const [ref = '', ...more] = refs;
    return more.length === 0 ? ref : free(access, await combine(access, nos), nos);
  }

  return { read, together };
}

export type Packages = ReturnType<typeof createPackages>;
