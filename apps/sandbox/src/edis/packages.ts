import { edis, edisBroken } from '../ebay/errors.ts';
import type { Context } from '../http/app.ts';
import { Journey, type Moving } from '../kit/journey.ts';
import type { PackageInput } from './packageInput.ts';
import { fenOf, SERVICES } from './tariff.ts';

const STAGES = [
  ...(['created', 'picked_up', 'in_transit', 'arrived', 'cleared'] as const),
  ...(['handed_over', 'out_for_delivery', 'delivered'] as const),
];
type Step = (typeof STAGES)[number];

export interface Package extends PackageInput, Moving<Step> {
  id: string;
  tracking: string;
  lastMile: string;
  fen: number;
  isConfirmed: boolean;
}

interface Bundle {
  id: string;
  consign: string;
  numbers: string[];
}

export type SavedPackages = ReturnType<Packages['saveAll']>;

const WALLET_FEN = 500_000;
/** Weighed by eDIS, a parcel is a little heavier than its seller says. */
const HEAVIER = 40;
const BUNDLE_GRAMS = 30_000;

/** What a seller has made in eDIS, and the wallet that it is paid from. */
export class Packages extends Journey<Step, Package> {
  #walletFen = WALLET_FEN;
  #bundles: Bundle[] = [];

  constructor(ctx: Context) {
    super(ctx, STAGES, 'arrived');
    ctx.world.onReset(() => {
      this.#walletFen = WALLET_FEN;
      this.#bundles = [];
    });
  }

  saveAll() {
    return { walletFen: this.#walletFen, bundles: this.#bundles, packages: this.save() };
  }

  loadAll({ walletFen, bundles, packages }: SavedPackages): void {
    this.#walletFen = walletFen;
    this.#bundles = bundles;
    this.load(packages);
  }

  protected override isUnder({ comment }: Package, reference: string): boolean {
    return comment === reference;
  }

  byId(id: string): Package {
    const [found] = this.those((one) => one.id === id);
    if (!found) throw edis(400, 355004, `The specified packageId ${id} is not recognized. Please check and try again.`);
    return found;
  }

  byNumber(number: string): Package | undefined {
    return this.those((one) => number !== '' && (one.tracking === number || one.lastMile === number)).at(-1);
  }

  ofLine(line: string): Package[] {
    return this.those((one) => one.lines.includes(line));
  }

  open(input: PackageInput): Package {
    for (const line of input.lines)
      if (this.ofLine(line).some(({ stage }) => stage !== 'cancelled'))
        throw edis(400, 355005, `OrderLineItem ${line} has already been assigned to another package.`);
    const service = SERVICES.find(({ id }) => id === input.service);
    const fen = service ? fenOf(service, input.grams) : 0;
    if (fen > this.#walletFen)
      throw edis(400, 355031, 'Account balance is not enough to pay for the package. Please add sufficient funds.');
    return this.add((running, fresh) => ({
      ...{ ...input, ...fresh },
      // The comment is the seller's own word: nothing is unique about it.
      reference: `P${running}`,
      id: `P26${running.padStart(12, '0')}`,
      tracking: `ES10014${running.padStart(13, '0')}0001D0N`,
      lastMile: '',
      fen,
      isConfirmed: false,
    }));
  }

  /** Freezes the price in the wallet, once. */
  confirm(id: string): void {
    const one = this.byId(id);
    if (one.isConfirmed || one.stage !== 'created')
      throw edis(400, 355038, 'The package cannot be confirmed due to its current status. Please check the status.');
    if (one.comment.startsWith('BROKE'))
      throw edis(400, 355031, 'Account balance is not enough to pay for the package. Please add sufficient funds.');
    if (one.fen > this.#walletFen) throw edisBroken(355000, 'There was a problem with an eBay internal system.');
    this.#walletFen -= one.fen;
    one.isConfirmed = true;
  }

  withdraw(id: string): void {
    const one = this.byId(id);
    if (one.stage !== 'created')
      throw edis(400, 355042, 'The package cannot be cancelled due to its current status. Please check status.');
    if (one.isConfirmed) this.#walletFen += one.fen;
    this.cancel(one);
  }

  /** What was billed after the parcel was weighed. */
  costsOf(one: Package): { type: string; fen: number }[] {
    if (['created', 'cancelled'].includes(one.stage)) return [];
    const service = SERVICES.find(({ id }) => id === one.service);
    const more = service ? fenOf(service, this.weighed(one)) - one.fen : 0;
    return [{ type: '01', fen: one.fen }, ...(more > 0 ? [{ type: '06', fen: more }] : [])];
  }

  weighed = ({ grams }: Package): number => grams + HEAVIER;

  bundle(consign: string, numbers: string[]): Bundle {
    if (consign === '') throw edis(400, 355078, 'Missing consign preference ID. Please check.');
    if (numbers.length === 0) throw edis(400, 355079, 'Missing tracking numbers. Please check.');
    const those = numbers.map((number) => this.byNumber(number));
    if (!those.every((one) => one?.isConfirmed && one.consign === consign))
      throw edis(400, 355080, 'Please choose packages with same consign preference option.');
    if (those.reduce((sum, one) => sum + (one?.grams ?? 0), 0) > BUNDLE_GRAMS)
      throw edis(400, 355081, 'Total weight exceeded. Please check.');
    const made = { id: `B26${String(this.#bundles.length + 1).padStart(6, '0')}`, consign, numbers };
    this.#bundles.push(made);
    return made;
  }

  bundleOf(id: string): Bundle {
    const found = this.#bundles.find((one) => one.id === id);
    if (!found) throw edis(400, 355083, 'Missing or invalid bundle_id value.');
    return found;
  }

  protected arrive(one: Package, stage: Package['stage']): void {
    if (stage === 'handed_over') one.lastMile = `92612999${one.tracking.slice(9, 20)}00`;
  }
}
