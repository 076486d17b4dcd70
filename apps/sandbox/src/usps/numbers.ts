/** GS1: weights 3 and 1 from the right, up to the next ten. */
export function gs1Digit(body: string): number {
  const total = [...body].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (total % 10)) % 10;
}

/** Identifier 92, three of the service, nine of the mailer, seven of a running number, the check digit. */
export function packageNumber(service: string, mailer: string, running: string): string {
  const body = `92${service}${mailer}${running.slice(-7).padStart(7, '0')}`;
  return `${body}${gs1Digit(body)}`;
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];
export function s10Digit(serial: string): number {
  const rest = 11 - (S10_WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(serial[index]), 0) % 11);
  return rest === 10 ? 0 : rest === 11 ? 5 : rest;
}

export function itemNumber(prefix: string, running: string): string {
  const serial = running.slice(-8).padStart(8, '0');
  return `${prefix}${serial}${s10Digit(serial)}US`;
}
