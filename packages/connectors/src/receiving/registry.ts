/**
 * Providers of receiving accounts (收款账户): collection accounts into which marketplaces pay, read for their balances and
 * statements. The one entry point: `receivingProviders[name]` is a definition, whose `create` makes a connector, a pure
 * client that keeps nothing. Its types stand in `connector.ts` and `definition.ts` and are exported from here.
 *
 * - Connect: `authorizeUrl` and `exchange` (consent), or `connect` (keys); keep `account` and `tokens` encrypted.
 * - Read: `accounts`, `balances`, and `statement` page by page, each call within `withRenewal`.
 * - Save legs under the key (connection, externalTxnId, leg). `changes` adds up those that count.
 */
import { airwallex } from './airwallex/definition.ts';
import type { ReceivingDefinition } from './definition.ts';
import { lianlian } from './lianlian/definition.ts';
import { payoneer } from './payoneer/definition.ts';
import { pingpong } from './pingpong/definition.ts';
import { worldfirst } from './worldfirst/definition.ts';

export type * from './connector.ts';
export { LINE_KINDS, LINE_STATES } from './connector.ts';
export type { ReceivingDefinition, ReceivingSetup } from './definition.ts';
export { changes, signed } from './legs.ts';
export { withRenewal } from './renewal.ts';

/** By the code in the database, in the order in which pages show them. */
export const receivingProviders = { pingpong, lianlian, payoneer, worldfirst, airwallex } satisfies Readonly<
  Record<string, ReceivingDefinition>
>;
export type ReceivingProvider = keyof typeof receivingProviders;

export function findReceivingProvider(provider: string): ReceivingDefinition | undefined {
  const all: Readonly<Record<string, ReceivingDefinition>> = receivingProviders;
  return Object.hasOwn(all, provider) ? all[provider] : undefined;
}
