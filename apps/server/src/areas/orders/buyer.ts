/** Shown in place of the buyer without the permission to view buyers. */
export const HIDDEN = '***';

/** Shipping needs the destination, not the buyer. */
export function withoutBuyer(address: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!address) return null;
  const { city, state, country, postalCode } = address;
  return { city, state, country, postalCode };
}
