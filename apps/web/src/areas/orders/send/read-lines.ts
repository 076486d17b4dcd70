export interface HandRow {
  number: string;
  trackingNumber: string;
  carrierName: string;
}

/**
 * Reads lines pasted from a sheet: order, tracking number, carrier. Separators are tabs, commas, or spaces between the
 * first two.
 */
export function readLines(text: string): HandRow[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const parts = line.includes('\t') || /[,，;；]/.test(line) ? line.split(/[\t,，;；]/) : line.trim().split(/\s+/);
    const [number = '', trackingNumber = '', ...carrier] = parts.map((part) => part.trim());
    return number ? [{ number, trackingNumber, carrierName: carrier.filter(Boolean).join(' ') }] : [];
  });
}
