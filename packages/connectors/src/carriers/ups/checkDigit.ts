/** The check digit of a 1Z number. Only to be told, never to be trusted: UPS's own test numbers fail it. */
export function hasValidCheckDigit(trackingNumber: string): boolean {
  const found = /^1Z([0-9A-Z]{15})(\d)$/.exec(trackingNumber.toUpperCase());
  if (!found?.[1]) return false;
  let total = 0;
  [...found[1]].forEach((letter, index) => {
    const value = /\d/.test(letter) ? Number(letter) : (letter.charCodeAt(0) - 63) % 10;
    total += index % 2 === 0 ? value : 2 * value;
  });
  return (10 - (total % 10)) % 10 === Number(found[2]);
}
