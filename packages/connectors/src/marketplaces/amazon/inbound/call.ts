import type { z } from 'zod';
import type { ShopAccess } from '../../../types.ts';
import { type AmazonCall, type AmazonClient, shaped } from '../client.ts';
import { accepted } from './shapes.ts';

const BASE = '/inbound/fba/2024-03-20';
type Paged = { pagination?: { nextToken?: string | undefined } | null | undefined };

/** The three ways in which operations of an inbound plan are asked: for an answer, for work, for page after page. */
export function createCaller(call: AmazonClient) {
  const ask = async <S extends z.ZodType>(access: ShopAccess, shape: S, one: AmazonCall): Promise<z.output<S>> =>
    shaped(shape, await call(access, { ...one, path: BASE + one.path }), one.operation);

  return {
    ask,

    /** @returns the id of the operation that Amazon now works on */
    async ordered(
      access: ShopAccess,
      operation: AmazonCall['operation'],
      method: 'POST' | 'PUT',
      path: string,
      json?: object,
    ): Promise<string> {
      return (await ask(access, accepted, { operation, method, path, ...(json ? { json } : {}) })).operationId;
    },

    async pages<S extends z.ZodType<Paged>>(
      access: ShopAccess,
      shape: S,
      operation: AmazonCall['operation'],
      path: string,
      query: NonNullable<AmazonCall['query']>,
      most = 50,
    ): Promise<z.output<S>[]> {
      const read: z.output<S>[] = [];
      let token: string | undefined;
      do {
        const more = token ? { paginationToken: token } : {};
        const page = await ask(access, shape, { operation, method: 'GET', path, query: { ...query, ...more } });
        read.push(page);
        token = page.pagination?.nextToken;
      } while (token && read.length < most);
      return read;
    },
  };
}

export type Caller = ReturnType<typeof createCaller>;
