import type { z } from 'zod';
import { ConnectorError, type ShopAccess } from '../../../types.ts';
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

    /**
     * A plan takes one operation at a time. The refusal of a second one passes by itself: try it again later.
     * @returns the id of the operation that Amazon now works on
     */
    async ordered(
      access: ShopAccess,
      operation: AmazonCall['operation'],
      method: 'POST' | 'PUT',
      path: string,
      json?: object,
    ): Promise<string> {
      const order = { operation, method, path, ...(json ? { json } : {}) };
      const { operationId } = await ask(access, accepted, order).catch((error: unknown) => {
        if (error instanceof ConnectorError && error.kind === 'rejected' && /in progress/i.test(error.message))
          throw new ConnectorError(error.platform, 'unavailable', error.message, { cause: error });
        throw error;
      });
      return operationId;
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
