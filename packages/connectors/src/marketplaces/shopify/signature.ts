import { createHmac, timingSafeEqual } from 'node:crypto';

const SHOP_DOMAIN = /^[a-zA-Z0-9][a-zA-Z0-9-_]*\.myshopify\.com$/;

export function isShopDomain(text: string | undefined): text is string {
  return text !== undefined && SHOP_DOMAIN.test(text);
}

function equal(expected: Buffer, answered: Buffer): boolean {
  return expected.length === answered.length && timingSafeEqual(expected, answered);
}

/** The callback's query as Shopify signs it: without hmac and signature, sorted, percent-encoded. */
export function canonicalQuery(query: Record<string, string>): string {
  const names = Object.keys(query)
    .filter((name) => name !== 'hmac' && name !== 'signature')
    .sort();
  return new URLSearchParams(names.map((name): [string, string] => [name, query[name] ?? '']))
    .toString()
    .replaceAll('+', '%20');
}

export function queryIsSigned(query: Record<string, string>, secret: string): boolean {
  const answered = query.hmac;
  if (answered === undefined || !/^[0-9a-f]{64}$/.test(answered)) return false;
  const signature = Buffer.from(answered, 'hex');
  const text = canonicalQuery(query);
  // Shopify's notes write a blank as %20, its own library as +. A plus sign itself is always %2B, so both are clear.
  return [text, text.replaceAll('%20', '+')].some((one) =>
    equal(createHmac('sha256', secret).update(one, 'utf8').digest(), signature),
  );
}

/** A push is signed over its bytes as they came; any re-encoding of the JSON would break it. */
export function bodyIsSigned(body: Buffer, answered: string | undefined, secrets: readonly string[]): boolean {
  if (answered === undefined || !/^[A-Za-z0-9+/]{43}=$/.test(answered)) return false;
  const signature = Buffer.from(answered, 'base64');
  // Base64 leaves two bits of the last letter unused: only the one spelling is taken.
  if (signature.toString('base64') !== answered) return false;
  return secrets.some((secret) => equal(createHmac('sha256', secret).update(body).digest(), signature));
}
