import type { z } from 'zod';
import type { Call, InputOf, ParsedOf, ResultOf } from '../call.ts';
import { countLocationCall } from './counts.ts';
import { receiveCartonCall, receiveItemCall, scanPutAwayCall } from './receiving.ts';
import { packScanCall, pickScanCall, putBackCall, shortPickCall, undoPickCall } from './scan.ts';
import { sortItemCall, undoSortCall } from './sorting.ts';
import { moveGoods } from './transfers.ts';

type ActCall = Call<z.ZodObject>;
/** What a device logs of a call: the log's own number takes the place of the key. */
type Payload<C> = {
  [F in keyof InputOf<C> as Exclude<F, 'idempotencyKey'>]: F extends keyof ParsedOf<C> ? ParsedOf<C>[F] : never;
};
type Field<C> = keyof Payload<C> & string;

const act = <C extends ActCall>(call: C, ...shown: Field<C>[]) => ({ call, shown });

/**
 * Everything that a device may log. The call gives an act its right, its payload and its result; the fields after it
 * are what a person sees of the payload when the scan was refused. Devices keep kinds and payloads in their logs: a kind
 * never changes its name, and a payload that was valid stays valid.
 */
export const scanActs = {
  receiveItem: act(receiveItemCall, 'code', 'quantity', 'condition', 'batch', 'expiresOn'),
  receiveCarton: act(receiveCartonCall, 'code'),
  putAway: act(scanPutAwayCall, 'locationCode', 'code', 'quantity'),
  pick: act(pickScanCall, 'locationCode', 'code', 'quantity'),
  undoPick: act(undoPickCall),
  short: act(shortPickCall, 'reason', 'missing'),
  sortItem: act(sortItemCall, 'code', 'quantity'),
  undoSort: act(undoSortCall, 'code', 'quantity'),
  pack: act(packScanCall, 'code', 'quantity'),
  putBack: act(putBackCall, 'toLocationCode', 'quantity'),
  moveItem: act(moveGoods, 'fromLocationCode', 'toLocationCode', 'code', 'quantity', 'condition'),
  countLocation: act(countLocationCall, 'locationCode', 'items'),
} satisfies Record<string, { call: ActCall; shown: readonly string[] }>;

export type ScanKind = keyof typeof scanActs;
type CallOf<K extends ScanKind> = (typeof scanActs)[K]['call'];
export type ScanPayload<K extends ScanKind> = Payload<CallOf<K>>;
/** The payload as the server reads it, with its defaults. */
export type ScanInput<K extends ScanKind> = ParsedOf<CallOf<K>>;
export type ScanResult<K extends ScanKind> = ResultOf<CallOf<K>>;

export const isScanKind = (kind: string): kind is ScanKind => Object.hasOwn(scanActs, kind);
