const WEIGHTS = [3, 1, 7];

/** The check digit of a number of twelve digits. Only to be told, never to be trusted: FedEx's own examples fail it. */
export function hasValidCheckDigit(trackingNumber: string): boolean {
  if (!/^\d{12}$/.test(trackingNumber)) return false;
  const digits = [...trackingNumber].map(Number);
  const total = digits.slice(0, 11).reduce((sum, digit, index) => sum + digit * (WEIGHTS[index % 3] ?? 0), 0);
  return (total % 11) % 10 === digits[11];
}
