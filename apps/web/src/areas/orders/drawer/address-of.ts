import type { Order } from './order.ts';

/** The address fields that the form fills in. */
export function addressOf({ shipTo }: Order) {
  const { name, company, line1, line2, city, state, postalCode, country, phone, email } = shipTo ?? {};
  return { name, company, line1, line2, city, state, postalCode, country, phone, email };
}

/** Drops empty fields. The form has already checked required ones. */
export function withoutEmpty<T extends object>(values: T): T {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(filled) as T;
}
