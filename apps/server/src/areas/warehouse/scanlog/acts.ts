import type { ScanKind } from '@tradewind/contract/warehouse.ts';
import { OK } from '../../../core/http/routes.ts';
import { countLocation } from '../count/count-location.ts';
import { cartonCodes } from '../inbound/carton.ts';
import { scanPutAway } from '../inbound/put-away.ts';
import { receiveItem, scanCarton } from '../inbound/scan.ts';
import { packItem } from '../scan/box.ts';
import { readPick, scanPick, scanShort, scanUndo } from '../scan/pick-scan.ts';
import { putBack } from '../scan/put-back.ts';
import { sortItem, undoSort } from '../scan/sort.ts';
import { moveGoods } from '../transfer/move.ts';
import type { ScanAct } from './act.ts';

const stop = ({ pickLineId }: { pickLineId: number }) => `stop ${pickLineId}`;
const pick: ScanAct<'pick', Awaited<ReturnType<typeof readPick>>> = {
  about: stop,
  read: readPick,
  run: (tx, input, _scanned, read) => scanPick(tx, input, read),
};

/** Runs each scan act of the contract. */
export const acts: { readonly [K in ScanKind]: ScanAct<K> } = {
  // Many scans of one line are normal: two devices that count the same product do not conflict.
  receiveItem: { run: receiveItem },
  receiveCarton: {
    about: (input) => `carton ${input.inboundId} ${cartonCodes(input.code).at(-1)}`,
    run: scanCarton,
  },
  putAway: {
    about: (input) => `put ${input.warehouseId} ${cartonCodes(input.code).at(-1)} ${input.batchId ?? ''}`.trim(),
    run: scanPutAway,
  },
  pick,
  undoPick: { about: stop, run: (tx, input) => scanUndo(tx, input.pickLineId) },
  short: { about: stop, run: scanShort },
  sortItem: { run: sortItem },
  undoSort: { run: undoSort },
  pack: { about: (input) => (input.outboundId ? `box ${input.outboundId}` : ''), run: packItem },
  putBack: {
    about: (input) => `back ${input.fromLocationId} ${input.productId}`,
    run: async (tx, input) => {
      await putBack(tx, input);
      return OK;
    },
  },
  moveItem: { run: moveGoods },
  countLocation: {
    about: (input) => `count ${input.countId} ${input.locationCode.toUpperCase()}`,
    run: countLocation,
  },
};
