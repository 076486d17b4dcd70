import { rawBody } from '../http/app.ts';
import { at, isRecord, parseJson, text } from '../http/types.ts';
import { invalidInput } from './errors.ts';
import { type Door, type OperationBook, SELLER_DOOR } from './operations.ts';
import type { AmazonTokens, RestrictedResource } from './tokens.ts';

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'];
const ELEMENTS = ['buyerInfo', 'shippingAddress', 'buyerTaxInformation'];

/** Restricted data tokens. Source: tokens_2021-03-01.json; the trailing-slash pitfall from models issue 2892. */
export function registerRestricted(book: OperationBook, tokens: AmazonTokens, door: Door = SELLER_DOOR): void {
  book.add({
    method: 'POST',
    path: '/tokens/2021-03-01/restrictedDataToken',
    name: 'createRestrictedDataToken',
    handle: (call) => {
      const requested = at(parseJson(rawBody(call.request)), 'restrictedResources');
      if (!Array.isArray(requested) || requested.length === 0) throw invalidInput('restrictedResources is required.');
      if (requested.length > 50) throw invalidInput('At most 50 restrictedResources.');
      const restrictedDataToken = tokens.issueRestricted(
        call.grant.seller,
        requested.map((one) => readResource(one, door)),
      );
      return call.reply.send({ restrictedDataToken, expiresIn: tokens.lifetimeSeconds });
    },
  });
}

function readResource(value: unknown, door: Door): RestrictedResource {
  if (!isRecord(value)) throw invalidInput('A restricted resource is not an object.');
  const method = text(value.method);
  // SDKs put the path of the address they call into the resource: the sandbox's own prefix is not part of it.
  const path = text(value.path).replace(new RegExp(`^${door.prefix}`), '');
  if (!METHODS.includes(method)) throw invalidInput(`Invalid method: ${method}`);
  if (!path.startsWith('/')) throw invalidInput(`Invalid path: ${path}`);
  const elements = Array.isArray(value.dataElements) ? value.dataElements.map(text) : [];
  for (const element of elements)
    if (!ELEMENTS.includes(element)) throw invalidInput(`Invalid data element: ${element}`);
  return { method, path, dataElements: elements };
}

/** Sellers v1. Source: sellers.json. */
export function registerSellers(book: OperationBook): void {
  book.add({
    method: 'GET',
    path: '/sellers/v1/marketplaceParticipations',
    name: 'getMarketplaceParticipations',
    handle: (call) =>
      call.reply.send({
        payload: [
          {
            marketplace: {
              id: 'ATVPDKIKX0DER',
              name: 'Amazon.com',
              countryCode: 'US',
              defaultCurrencyCode: 'USD',
              defaultLanguageCode: 'en_US',
              domainName: 'www.amazon.com',
            },
            participation: { isParticipating: true, hasSuspendedListings: false },
            storeName: call.shop.name,
          },
        ],
      }),
  });
}
