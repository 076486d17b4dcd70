/**
 * The 1Z check digit: letters count (ASCII - 63) mod 10, odd places once and even places twice, up to the next ten.
 * Source: the vectors of carrier notes, e.g. 1Z999AA10123456784.
 */
export function checkDigit(fifteen: string): number {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const c = fifteen.charCodeAt(i);
    const value = c >= 48 && c <= 57 ? c - 48 : (c - 63) % 10;
    sum += i % 2 === 0 ? value : value * 2;
  }
  return (10 - (sum % 10)) % 10;
}

export function isTrackingNumber(value: string): boolean {
  return /^1Z[0-9A-Z]{16}$/.test(value) && checkDigit(value.slice(2, 17)) === Number(value[17]);
}

/** 1Z, six of the account, two of the service, seven of a running number, the check digit. */
export function makeTrackingNumber(account: string, service: string, running: number): string {
  const body = `${account}${service.slice(-2).padStart(2, '0')}${String(running % 10_000_000).padStart(7, '0')}`;
  return `1Z${body}${checkDigit(body)}`;
}
