/** What stands where somebody may not see who the buyer is. */
export const HIDDEN = '***';

/** Where the parcel goes is needed for the work; who the buyer is, is not. */
export function withoutBuyer(address: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!address) return null;
  const { city, state, country, postalCode } = address;
  return { city, state, country, postalCode };
}
