import type { HttpOptions, KeyField } from '../types.ts';
import type { ReceivingConnector } from './connector.ts';

/** A provider of receiving accounts: who it is, how a seller connects it, and its stand-in. */
export interface ReceivingDefinition {
  /** The code in the database, and the name of the stand-in. */
  provider: string;
  /** zh, en */
  name: readonly [string, string];
  /** `both`: a seller without keys of their own agrees on the provider's page. */
  connect: 'consent' | 'keys' | 'both';
  /** What the seller types where it is connected by keys. */
  keys: readonly KeyField[];
  /** Where the seller finds them: zh, en. */
  keysHelp?: readonly [string, string];
  /** Environment variables that hold our program's own credentials, by the name that the connector knows them by. */
  credentials: { required: Readonly<Record<string, string>>; optional?: Readonly<Record<string, string>> };
  /** Environment variables that put another base address in place of the provider's, by the connector's name of it. */
  addresses: Readonly<Record<string, string>>;
  /** Days after which the seller has to agree again, where the tokens do not say when. */
  consentDays?: number;
  /** Who outside says that what we send and read is right; for docs/receiving-accounts.md. */
  judge: string;
  /** The stand-in's credentials, keys and addresses below the sandbox's own. */
  sandbox: {
    app: Readonly<Record<string, string>>;
    keys: Readonly<Record<string, string>>;
    baseUrls: Readonly<Record<string, string>>;
  };
  create(setup: ReceivingSetup): ReceivingConnector;
}

export interface ReceivingSetup {
  /** By the names of `credentials`; empty where the seller's own keys are enough. */
  app: Readonly<Record<string, string>>;
  http: HttpOptions;
  /** Lines in a page, where not as many as the provider allows. */
  pageSize?: number;
}
