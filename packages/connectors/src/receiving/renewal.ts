import { ConnectorError } from '../types.ts';
import type { ReceivingAccess } from './connector.ts';

/** Some time before its end a token is no longer used: the call with it takes time, too. */
const EARLY_MS = 60_000;

/**
 * Calls with tokens that hold: renewed where they end, and once more where the provider refuses them although they should
 * hold. A second refusal is the seller's: `unauthorized`.
 * @param renew new access by `ReceivingConnector.refresh`, kept before it is returned, one process at a time. Absent where
 * the provider has no tokens: then the refusal is final at once
 */
export async function withRenewal<T>(
  access: ReceivingAccess,
  renew: ((access: ReceivingAccess) => Promise<ReceivingAccess>) | undefined,
  work: (access: ReceivingAccess) => Promise<T>,
  now: () => number = Date.now,
): Promise<T> {
  if (!renew) return work(access);
  const ends = access.tokens?.accessExpiresAt;
  if (ends !== undefined && Date.parse(ends) - EARLY_MS <= now()) return work(await renew(access));
  try {
    return await work(access);
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'unauthorized') throw error;
  }
  return work(await renew(access));
}
