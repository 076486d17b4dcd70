import pg from 'pg';

/** What a server, or a pooler before it, says to a wrong password. */
const WRONG = /^(28|08P01)/;

export const isWrongPassword = (error: unknown): boolean => WRONG.test((error as { code?: string }).code ?? '');

/** The first of these addresses, the same but for the password, whose password is right; undefined if none is. */
export async function openOf(urls: readonly string[]): Promise<string | undefined> {
  for (const url of urls) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return url;
    } catch (error) {
      if (!isWrongPassword(error)) throw error;
    } finally {
      // One that was refused has nothing left to end.
      await client.end().catch(() => {});
    }
  }
  return undefined;
}

/**
 * A client for a role whose password may change while the program runs, from that of one secret to that of another: it
 * looks which one is right before it connects, because a pool has no second try.
 */
export function clientFor(urls: readonly string[]): typeof pg.Client {
  let last = urls[0];
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const password = async () => {
        last = (await openOf([...new Set([last ?? '', ...urls])])) ?? last;
        return decodeURIComponent(new URL(last ?? '').password);
      };
      Object.assign(this, { password });
    }
  };
}
