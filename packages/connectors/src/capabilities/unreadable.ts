/** A record of a page other than an order that could not be read. */
export interface Unreadable {
  raw: unknown;
  reason: string;
}
