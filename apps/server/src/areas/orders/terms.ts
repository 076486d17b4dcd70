/** Upper case without what people leave out or add when they type a number. */
export function normalTerm(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, ' ').slice(0, 80);
}

/** What an order is found by, beside its platform number. */
export function termsOf(order: {
  platformOrderNo: string;
  displayNo: string;
  buyerName: string;
  buyerEmail: string;
  skus: readonly string[];
  trackingNumber?: string;
}): string[] {
  const words = [
    order.platformOrderNo,
    order.displayNo,
    order.displayNo.replace(/^#/, ''),
    order.buyerName,
    order.buyerEmail,
    order.trackingNumber ?? '',
    ...order.skus,
  ];
  return [...new Set(words.map(normalTerm).filter((word) => word !== ''))];
}

/** The first text that no text beginning with `prefix` reaches, in byte order. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
