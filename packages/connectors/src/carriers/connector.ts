import type {
  Address,
  CarrierAccess,
  CarrierService,
  Decimal,
  Instant,
  Parcel,
  PurchasedLabel,
  RateQuote,
  RecoveredLabel,
  Sale,
  Tokens,
  TrackingEvent,
} from '../types.ts';

export interface AddressAnswer {
  /** corrected: exactly one candidate, which differs. ambiguous: several. unknown: no such address. */
  verdict: 'valid' | 'corrected' | 'ambiguous' | 'unknown';
  candidates: Address[];
  /** Undefined where the carrier does not say. */
  residential?: boolean;
  /** What is missing or wrong, in the carrier's words. */
  detail: string;
}

/** Duty, VAT and fees of a parcel, each in `currency`. */
export interface LandedCost {
  currency: string;
  duty: Decimal;
  vat: Decimal;
  fees: Decimal;
  lines: { sku: string; hsCode: string; duty: Decimal; vat: Decimal }[];
}

export interface ManifestAnswer {
  id: string;
  /** The carrier's sheet, where it makes one. */
  document?: ManifestSheet;
}
export interface ManifestSheet {
  format: 'pdf' | 'text';
  data: Buffer;
}

export interface PickupRequest {
  /** Our unique reference: by it a request is found again. */
  reference: string;
  from: Address;
  /** YYYY-MM-DD and HH:MM, in local time of the place. */
  day: string;
  ready: string;
  closes: string;
  parcels: number;
  weightGrams: number;
  serviceCode?: string;
}

export interface Pickup {
  /** Asks the carrier to come. */
  request(
    access: CarrierAccess,
    request: PickupRequest,
  ): Promise<{ confirmation: string; amount?: Decimal; currency?: string }>;
  cancel(access: CarrierAccess, confirmation: string): Promise<void>;
  /** A request of ours that the carrier knows; for use after a doubt. Absent where it tells none. */
  find?(access: CarrierAccess, request: PickupRequest): Promise<string | null>;
}

export interface PushedTracking {
  trackingNumber: string;
  events: TrackingEvent[];
}

export interface Push {
  /** Asks for news of these numbers; repeated, it changes nothing. Absent where the carrier sends news of all. */
  subscribe?(
    access: CarrierAccess,
    trackingNumbers: readonly string[],
    callback: { url: string; secret: string },
  ): Promise<void>;
  /** @param headers lower case. @throws ConnectorError rejected where nobody of the carrier's signed it */
  read(input: {
    body: Buffer;
    headers: Readonly<Record<string, string>>;
    access: CarrierAccess;
    secret: string;
  }): PushedTracking[];
}

/** What a carrier charged in the end. */
export interface ActualCharge {
  amount: Decimal;
  currency: string;
  billedWeightGrams?: number;
  parts: { code: string; amount: Decimal }[];
  /** Absent: not final yet. */
  at?: Instant;
}

/** Consent in the browser, for carriers that issue keys to the program instead of the seller. */
export interface Consent {
  /** Here and in `exchange` the keys are the program's own. */
  url(input: { state: string; redirectUrl: string; access: CarrierAccess }): string;
  /** @param query what came back to `redirectUrl` */
  exchange(access: CarrierAccess, query: Readonly<Record<string, string>>, redirectUrl: string): Promise<Tokens>;
}

/** What only some carriers offer; presence is the capability. */
export interface CarrierExtras {
  consent?: Consent;
  /** Shows a label only when it is bought: `findPurchase` takes back what was lost and answers null, `labelPdf` fails. */
  labelOnce?: true;
  /** Boxes in one shipment at most; absent: one. */
  boxes?: number;
  /** Sells labels for parcels with `isReturn`: from the buyer back to the warehouse. */
  returns?: true;
  /** Countries in which it knows streets. Absent: it checks addresses of any country. */
  addressCountries?: readonly string[];
  validateAddress?(access: CarrierAccess, address: Address): Promise<AddressAnswer>;
  landedCost?(access: CarrierAccess, parcel: Parcel): Promise<LandedCost>;
  /** Days by service for a parcel that leaves on `day` (YYYY-MM-DD). */
  timeInTransit?(
    access: CarrierAccess,
    parcel: Parcel,
    day: string,
  ): Promise<{ serviceCode: string; days: number; arrivesOn?: string }[]>;
  /** A paper of the shipment (invoice ...) for customs. @returns the carrier's number of the paper */
  uploadPaper?(
    access: CarrierAccess,
    paper: { shipmentId: string; trackingNumber: string; kind: 'invoice' | 'other'; pdf: Buffer },
  ): Promise<string>;
  /** Stops a parcel before it is delivered. */
  hold?(
    access: CarrierAccess,
    label: { shipmentId: string; trackingNumber: string },
  ): Promise<{ held: boolean; detail: string }>;
  /** The weight at the scale, for carriers that bill by what we declare. */
  updateWeight?(
    access: CarrierAccess,
    parcel: { shipmentId: string; trackingNumber: string; reference: string; weightGrams: number },
  ): Promise<void>;
  /** Closes the day: what the carrier will collect. Repeated for the same labels it returns the same manifest where the carrier can. */
  manifest?(
    access: CarrierAccess,
    input: { from: Address; day: string; labels: readonly { shipmentId: string; trackingNumber: string }[] },
  ): Promise<ManifestAnswer>;
  /** Whether a manifest whose answer was lost may be requested again: the carrier makes no second one of the same labels. */
  manifestOnce?: true;
  /** The sheet of a manifest that came without it. Absent: `manifest` is asked again. */
  manifestSheet?(access: CarrierAccess, id: string): Promise<ManifestSheet | undefined>;
  pickup?: Pickup;
  push?: Push;
  /** Null: not known yet. */
  charge?(
    access: CarrierAccess,
    label: { shipmentId: string; trackingNumber: string; reference: string },
  ): Promise<ActualCharge | null>;
}

/** What every carrier offers, whatever it calls it; a capability that a carrier lacks is absent. */
export interface CarrierConnector extends CarrierExtras {
  carrier: string;
  /** New tokens; of an account connected by consent, in exchange for its refresh token. */
  authenticate(access: CarrierAccess): Promise<Tokens>;
  /** What this account may book, where that is its contract's and no fixed list. */
  services?(access: CarrierAccess): Promise<CarrierService[]>;
  rates(access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]>;
  buyLabel(access: CarrierAccess, parcel: Parcel, serviceCode: string): Promise<PurchasedLabel>;
  /**
   * A purchase made under our reference and not voided, if the carrier knows one. For use after a crash. `except` leaves
   * out tracking numbers that are known already, so that a second purchase under one reference can be seen. `sales` of the
   * parcel's items: some carriers know their parcels only by what is in them.
   */
  findPurchase(
    access: CarrierAccess,
    reference: string,
    except?: readonly string[],
    sales?: readonly Sale[],
  ): Promise<RecoveredLabel | null>;
  /** A printable PDF (4 x 6 in) of a bought label. */
  labelPdf(access: CarrierAccess, trackingNumber: string): Promise<Buffer>;
  voidLabel(
    access: CarrierAccess,
    shipmentId: string,
    trackingNumber: string,
  ): Promise<{ voided: boolean; detail: string }>;
  track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]>;
  trackingUrl(trackingNumber: string): string;
}

/** Follows parcels of many carriers, for those that tell nothing themselves. */
export interface Tracker {
  tracker: string;
  /** Numbers in one call at most. */
  batch: number;
  /** Follows these from now on; repeated, it changes nothing and costs nothing. @returns those that it refuses, and why */
  register(
    access: CarrierAccess,
    parcels: readonly {
      trackingNumber: string;
      carrierKey?: string;
      country?: string;
      postalCode?: string;
      reference: string;
    }[],
  ): Promise<{ trackingNumber: string; detail: string }[]>;
  /** Of numbers that it follows; what it knows nothing of is left out. Events oldest first, without doubles. */
  track(access: CarrierAccess, trackingNumbers: readonly string[]): Promise<PushedTracking[]>;
  quota(access: CarrierAccess): Promise<{ total: number; used: number; left: number }>;
  push: Pick<Push, 'read'>;
}
