import { z } from 'zod';
import { id, list, text } from '../call.ts';

/** unmapped: no product for its seller SKU; waiting: an update is due; refused: the platform refused it. */
export const LISTING_TABS = ['unmapped', 'waiting', 'refused', 'ended'] as const;

export const listingFilter = z.strictObject({
  tab: z.enum(LISTING_TABS).optional(),
  shopIds: list(id(), 200).optional(),
  /** Prefix of a seller SKU, or an item's number. */
  text: text(100).optional(),
});
export type ListingFilter = z.output<typeof listingFilter>;
