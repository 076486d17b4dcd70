import type { Catalog, CatalogItem } from './catalog.ts';

/** One thing a shop sells, as buyers see it and as the seller last told it. */
export interface SandboxListing {
  /** Running number from 1: platforms make their ids of it. */
  n: number;
  itemId: string;
  variantId: string;
  sku: string;
  title: string;
  item: CatalogItem;
  priceCents: number;
  /** What buyers are shown; `quantityOf` brings it up to date first. */
  shown: number;
  /** Absolute quantities on their way to the buyers' page. */
  coming: { visibleAt: number; quantity: number }[];
  /** Every quantity and price the seller told, for proofs. */
  told: { at: number; quantity?: number; priceCents?: number }[];
  updatedAt: number;
}

type SavedListing = Pick<SandboxListing, 'sku' | 'priceCents' | 'shown' | 'coming' | 'told' | 'updatedAt'>;
export type SavedListings = SavedListing[];

const FIRST_QUANTITY = 25;

/** A shop's listings: one for each article of the catalogue, or for the first of them, made when first asked for. */
export class Listings {
  readonly #items: readonly CatalogItem[];
  readonly #base: number;
  #all: SandboxListing[] | undefined;
  #bySku = new Map<string, SandboxListing>();
  #byItem = new Map<string, SandboxListing>();
  /** Between a pushed quantity and the buyers' page lie so many milliseconds. */
  lagMs = 0;

  constructor(catalog: Catalog, seed: number, most?: number) {
    this.#items = catalog.items.slice(0, most);
    this.#base = 7_000_000_000 + (seed % 900_000) * 10_000;
  }

  get all(): readonly SandboxListing[] {
    this.#all ??= this.#items.map((item, index) => {
      const listing: SandboxListing = {
        n: index + 1,
        itemId: String(this.#base + index * 2),
        variantId: String(this.#base + index * 2 + 1),
        sku: item.sku,
        title: item.title,
        item,
        priceCents: item.priceCents,
        shown: FIRST_QUANTITY,
        coming: [],
        told: [],
        updatedAt: 0,
      };
      this.#bySku.set(listing.sku, listing);
      this.#byItem.set(listing.itemId, listing);
      this.#byItem.set(listing.variantId, listing);
      return listing;
    });
    return this.#all;
  }

  bySku(sku: string): SandboxListing | undefined {
    void this.all;
    return this.#bySku.get(sku);
  }

  /** By item or variant id. */
  byId(id: string): SandboxListing | undefined {
    void this.all;
    return this.#byItem.get(id);
  }

  /** What buyers see at `now`. */
  quantityOf(listing: SandboxListing, now: number): number {
    for (let next = listing.coming[0]; next && next.visibleAt <= now; next = listing.coming[0]) {
      listing.shown = next.quantity;
      listing.coming.shift();
    }
    return listing.shown;
  }

  setQuantity(listing: SandboxListing, quantity: number, now: number): void {
    listing.told.push({ at: now, quantity });
    listing.coming.push({ visibleAt: now + this.lagMs, quantity });
    listing.updatedAt = now;
    this.quantityOf(listing, now);
  }

  setPrice(listing: SandboxListing, priceCents: number, now: number): void {
    listing.told.push({ at: now, priceCents });
    listing.priceCents = priceCents;
    listing.updatedAt = now;
  }

  save(): SavedListings {
    return (this.#all ?? [])
      .filter((one) => one.updatedAt > 0 || one.shown !== FIRST_QUANTITY)
      .map(({ sku, priceCents, shown, coming, told: answered, updatedAt }) => ({
        sku,
        priceCents,
        shown,
        coming,
        told: answered,
        updatedAt,
      }));
  }

  load(saved: SavedListings | undefined): void {
    for (const one of saved ?? []) {
      const listing = this.bySku(one.sku);
      if (listing) Object.assign(listing, one);
    }
  }
}
