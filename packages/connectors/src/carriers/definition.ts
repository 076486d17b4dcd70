import type { CarrierService, HttpOptions, KeyField } from '../types.ts';
import type { CarrierConnector } from './connector.ts';

/** A carrier that sells labels to accounts of the company's own. */
export interface CarrierDefinition {
  /** The code in the database; its name stands in the contract. */
  carrier: string;
  /** Its name on platforms, unless a channel says otherwise. */
  platformCode: string;
  /** What the carrier calls the customer's number. */
  accountNumber: { label: readonly [string, string]; pattern: RegExp; example: string };
  keys: readonly KeyField[];
  /** Where the seller finds them: zh, en. */
  keysHelp: readonly [string, string];
  /**
   * Of carriers with `CarrierConnector.consent`: the environment variables that hold the keys of the program's own, by the
   * names of `keys`, and what these keys are at the stand-in.
   */
  consent?: { credentials: Readonly<Record<string, string>>; sandbox: Readonly<Record<string, string>> };
  /** The same for all accounts; absent: `CarrierConnector.services` answers by account. */
  services?: readonly CarrierService[];
  /** Sells delivery against a signature (`Parcel.signature`). */
  signature?: true;
  /** Who outside says that what we send and read is right; for docs/carriers.md. */
  judge: string;
  /** Keys and base addresses by which the stand-in of the sandbox is spoken to. */
  sandbox: {
    accountNumber: string;
    keys: Readonly<Record<string, string>>;
    baseUrls: Readonly<Record<string, string>>;
  };
  create(options: { http: HttpOptions }): CarrierConnector;
}
