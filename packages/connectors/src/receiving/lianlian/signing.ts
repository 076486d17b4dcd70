export interface Signed {
  method: string;
  path: string;
  /** Seconds since 1970. */
  epoch: string;
  body: string;
  query?: string;
}

/** An empty body leaves its ampersand; a query stands at the end. */
export const signedText = ({ method, path, epoch, body, query }: Signed): string =>
  `${method}&${path}&${epoch}&${body}${query ? `&${query}` : ''}`;

export const headerOf = (epoch: string, signature: string): string => `t=${epoch},v=${signature}`;

export function readHeader(header: string): { epoch: string; signature: string } | undefined {
  const [, epoch, signature] = /^t=(\d{1,12}),\s*v=(\S+)$/.exec(header.trim()) ?? [];
  return epoch && signature ? { epoch, signature } : undefined;
}
