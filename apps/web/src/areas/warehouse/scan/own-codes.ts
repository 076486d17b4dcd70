interface Coded {
  sku: string;
  barcode: string | null;
  fnsku: string | null;
}
const plain = (code: string | null | undefined) => (code ?? '').trim().toUpperCase();

/** Whether a code is one of the product's own labels. An FNSKU label covers the others. */
export function carries(goods: Coded, code: string): boolean {
  return code.trim() !== '' && [goods.sku, goods.barcode, goods.fnsku].some((own) => plain(own) === plain(code));
}
