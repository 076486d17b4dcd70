/** GS1's check digit (modulo 10, weights 3 and 1 from the right). */
export function checkDigit(body: string): number {
  const sum = [...body].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** A GTIN-8, -12, -13 or -14 as 14 digits; zeros that a sheet has lost come back. Null: the text is none. */
export function gtinOf(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{8,14}$/.test(digits) || /^0+$/.test(digits)) return null;
  return checkDigit(digits.slice(0, -1)) === Number(digits.at(-1)) ? digits.padStart(14, '0') : null;
}

/** 14 digits of `gtinOf` as they are printed: the shortest form that they fit. */
export function shortGtin(gtin: string): string {
  const zeros = /^0*/.exec(gtin)?.[0].length ?? 0;
  return gtin.slice(zeros >= 6 ? 6 : Math.min(zeros, 2));
}
