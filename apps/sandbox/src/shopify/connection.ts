import { GraphQLError } from 'graphql';

export interface PageArgs {
  first?: number | null;
  after?: string | null;
  last?: number | null;
}

export interface Connection<T> {
  nodes: T[];
  edges: { cursor: string; node: T }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

export function pageSize(args: PageArgs): number {
  const size = args.first ?? args.last;
  if (size === undefined || size === null)
    throw new GraphQLError('you must provide one of first or last', { extensions: { code: 'BAD_REQUEST' } });
  if (size < 0 || size > 250) {
    throw new GraphQLError('first cannot exceed 250', { extensions: { code: 'BAD_REQUEST' } });
  }
  return size;
}

export const encodeCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

export function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64').toString('utf8'));
  } catch {
    throw new GraphQLError('Invalid cursor for current pagination sort.', { extensions: { code: 'BAD_REQUEST' } });
  }
}

/** A page of a list that stands in memory; the cursor is the place in it. */
export function connection<S, T>(items: readonly S[], args: PageArgs, view: (item: S) => T): Connection<T> {
  const start = args.after ? Number(decodeCursor(args.after)) + 1 : 0;
  const size = pageSize(args);
  const from = args.last && !args.first ? Math.max(0, items.length - size) : start;
  const edges = items
    .slice(from, from + size)
    .map((item, index) => ({ cursor: encodeCursor(from + index), node: view(item) }));
  return finish(edges, from + size < items.length, from > 0);
}

export function finish<T>(
  edges: { cursor: string; node: T }[],
  hasNextPage: boolean,
  hasPreviousPage: boolean,
): Connection<T> {
  return {
    nodes: edges.map((edge) => edge.node),
    edges,
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
