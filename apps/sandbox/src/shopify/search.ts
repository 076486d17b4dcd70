import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { returnStatus } from './returns.ts';
import { displayFinancial } from './status.ts';

export interface Search {
  matches(order: SandboxOrder): boolean;
  /** A bound that every match obeys, so that a list need not start at the beginning. */
  updatedFrom: number;
  createdFrom: number;
}

type Test = (order: SandboxOrder) => boolean;

const TOKEN = /\(|\)|-?[a-z_]+:(?:>=|<=|>|<)?(?:'[^']*'|"[^"]*"|[^\s()]+)|'[^']*'|"[^"]*"|[^\s()]+/gi;

/** Shopify's search syntax as far as order lists use it: terms, AND, OR, NOT, a leading minus, brackets, comparisons. */
export function parseSearch(query: string | null | undefined, shop: Shop): Search {
  const search: Search = { matches: () => true, updatedFrom: 0, createdFrom: 0 };
  const tokens = query?.match(TOKEN) ?? [];
  if (tokens.length === 0) return search;
  let place = 0;
  let depth = 0;
  const simple = !tokens.some((token) => /^(OR|NOT)$/i.test(token));

  const either = (): Test => {
    let test = both();
    while (/^OR$/i.test(tokens[place] ?? '')) {
      place++;
      const left = test;
      const right = both();
      test = (order) => left(order) || right(order);
    }
    return test;
  };
  const both = (): Test => {
    let test = one();
    while (place < tokens.length && tokens[place] !== ')' && !/^OR$/i.test(tokens[place]!)) {
      if (/^AND$/i.test(tokens[place]!)) place++;
      const left = test;
      const right = one();
      test = (order) => left(order) && right(order);
    }
    return test;
  };
  const one = (): Test => {
    const token = tokens[place++] ?? '';
    if (/^NOT$/i.test(token)) {
      const inner = one();
      return (order) => !inner(order);
    }
    if (token === '(') {
      depth++;
      const inner = either();
      if (tokens[place] === ')') place++;
      depth--;
      return inner;
    }
    if (token.startsWith('-')) {
      const inner = term(shop, token.slice(1));
      return (order) => !inner(order);
    }
    return term(shop, token, simple && depth === 0 ? search : undefined);
  };
  search.matches = either();
  return search;
}

function term(shop: Shop, token: string, bounds?: Search): Test {
  const split = /^([a-z_]+):(>=|<=|>|<)?(.*)$/i.exec(token);
  const value = (split?.[3] ?? token).replace(/^(['"])(.*)\1$/, '$2');
  if (!split)
    return (order) => order.name.includes(value) || order.buyerName.includes(value) || order.buyerEmail === value;
  const comparison = split[2] ?? '';
  switch (split[1]?.toLowerCase()) {
    case 'updated_at':
    case 'created_at':
    case 'processed_at': {
      const field = split[1].toLowerCase() === 'updated_at' ? 'updatedAt' : 'createdAt';
      const desired = value === 'now' ? Date.now() : Date.parse(value);
      if (Number.isNaN(desired)) return () => true;
      if (bounds && comparison.startsWith('>')) bounds[field === 'updatedAt' ? 'updatedFrom' : 'createdFrom'] = desired;
      return (order) => compare(order[field], comparison, desired);
    }
    case 'id':
      return (order) => compare(Number(order.id), comparison, Number(value.replace(/\D/g, '')));
    case 'name':
      return (order) => order.name === value || order.name === `#${value}`;
    case 'email':
      return (order) => order.buyerEmail === value;
    case 'status':
      return statusTest(value.toLowerCase());
    case 'financial_status':
      return inList(value, (order) => displayFinancial(order).toLowerCase());
    case 'fulfillment_status':
      return inList(value, fulfillmentWord);
    case 'return_status':
      return inList(value, (order) => returnStatus(shop, order));
    case 'sku':
      return (order) => order.lines.some((line) => line.sku === value);
    case 'test':
      return () => value === 'false';
    default:
      return () => true;
  }
}

function compare(actual: number, comparison: string, desired: number): boolean {
  switch (comparison) {
    case '>=':
      return actual >= desired;
    case '>':
      return actual > desired;
    case '<=':
      return actual <= desired;
    case '<':
      return actual < desired;
    default:
      return actual === desired;
  }
}

function statusTest(value: string): Test {
  const closed = (order: SandboxOrder) => order.status === 'shipped';
  if (value === 'open') return (order) => !closed(order) && order.status !== 'cancelled';
  if (value === 'closed') return closed;
  if (value === 'cancelled') return (order) => order.status === 'cancelled';
  if (value === 'not_closed') return (order) => !closed(order);
  return () => true;
}

function inList(value: string, read: (order: SandboxOrder) => string): Test {
  const desired = value
    .toLowerCase()
    .split(',')
    .map((word) => (word === 'unshipped' ? 'unfulfilled' : word === 'shipped' ? 'fulfilled' : word));
  return (order) => desired.includes(read(order)) || desired.includes('any');
}

function fulfillmentWord(order: SandboxOrder): string {
  return order.status === 'shipped' ? 'fulfilled' : order.status === 'partial' ? 'partial' : 'unfulfilled';
}
