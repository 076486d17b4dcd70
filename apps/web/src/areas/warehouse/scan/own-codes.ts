interface Coded {
  sku: string;
  barcode: string | null;
  fnsku: string | null;
}
const plain = (code: string | null | undefined) => (code ?? '').trim().toUpperCase();

/** Whether a scanned code is one of those that goods carry: a label for Amazon covers the others. */
export function carries(goods: Coded, code: string): boolean {
  return code.trim() !== '' && [goods.sku, goods.barcode, goods.fnsku].some((own) => plain(own) === plain(code));
}
