import { at, isRecord, list, text } from '../http/types.ts';
import type { SandboxListing } from '../world/listings.ts';
import type { Shop } from '../world/shop.ts';
import { AMAZON_MARKETPLACE } from '../world/world.ts';

export interface ListingIssue {
  code: string;
  message: string;
  severity: 'ERROR';
  attributeNames: string[];
  categories: string[];
}

const OPERATIONS = ['add', 'replace', 'merge', 'delete'];
export const PRODUCT_TYPE = 'HOME';

const problem = (code: string, message: string, attribute: string): ListingIssue => ({
  code,
  message,
  severity: 'ERROR',
  attributeNames: [attribute],
  categories: ['INVALID_ATTRIBUTE'],
});

/** Checks patches of a listing and carries them out only if all are good; answers what is wrong. */
export function patchListing(
  shop: Shop,
  listing: SandboxListing,
  productType: string,
  patches: unknown,
  now: number,
): ListingIssue[] {
  const issues: ListingIssue[] = [];
  const works: (() => void)[] = [];
  if (productType !== PRODUCT_TYPE && productType !== 'PRODUCT')
    issues.push(problem('90225', `The product type '${productType}' does not fit the listing.`, 'product_type'));
  for (const patch of list(patches)) {
    const path = text(at(patch, 'path'));
    const attribute = path.replace('/attributes/', '');
    if (!OPERATIONS.includes(text(at(patch, 'op'))))
      issues.push(problem('4000001', 'The patch operation is not supported.', attribute));
    const value = at(patch, 'value', 0);
    if (path === '/attributes/fulfillment_availability') {
      const quantity = at(value, 'quantity');
      if (at(value, 'fulfillment_channel_code') !== 'DEFAULT')
        issues.push(problem('90220', "'fulfillment_channel_code' is required but not supplied.", attribute));
      if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 0)
        issues.push(problem('90241', "The field 'quantity' is not a whole number.", attribute));
      else works.push(() => shop.listings.setQuantity(listing, quantity, now));
    } else if (path === '/attributes/purchasable_offer') {
      const price = at(value, 'our_price', 0, 'schedule', 0, 'value_with_tax');
      if (at(value, 'marketplace_id') !== AMAZON_MARKETPLACE)
        issues.push(problem('90220', "'marketplace_id' is required but not supplied.", attribute));
      if (at(value, 'currency') !== 'USD')
        issues.push(problem('90244', "The field 'currency' is not the marketplace's.", attribute));
      if (typeof price !== 'number' || price <= 0 || Math.abs(price * 100 - Math.round(price * 100)) > 1e-6)
        issues.push(problem('90242', "The field 'value_with_tax' is not a price.", attribute));
      else works.push(() => shop.listings.setPrice(listing, Math.round(price * 100), now));
    } else issues.push(problem('99022', `The attribute at '${path}' is not known.`, attribute));
  }
  if (works.length === 0 && issues.length === 0)
    issues.push(problem('4000003', 'The request holds no patches.', 'patches'));
  if (issues.length === 0) for (const work of works) work();
  return issues;
}

export const isPatchBody = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && typeof value.productType === 'string' && Array.isArray(value.patches);
