import * as calls from '@tradewind/contract/warehouse.ts';
import { packItem } from '../scan/box.ts';
import { readPick, scanPick, scanShort, scanUndo } from '../scan/pick-scan.ts';
import { putBack } from '../scan/put-back.ts';
import { defineScan } from './registry.ts';

const PICK = calls.pickScanCall.access as string[];
const withoutKey = { idempotencyKey: true } as const;

defineScan({
  kind: 'pick',
  access: PICK,
  input: calls.pickScanCall.input.omit(withoutKey),
  about: (input) => `stop ${input.pickLineId}`,
  read: readPick,
  run: (tx, _ctx, input, _scanned, read) => scanPick(tx, input, read),
});
defineScan({
  kind: 'undoPick',
  access: PICK,
  input: calls.undoPickCall.input.omit(withoutKey),
  about: (input) => `stop ${input.pickLineId}`,
  run: (tx, _ctx, input) => scanUndo(tx, input.pickLineId),
});
defineScan({
  kind: 'short',
  access: PICK,
  input: calls.shortPickCall.input.omit(withoutKey),
  about: (input) => `stop ${input.pickLineId}`,
  run: (tx, _ctx, input) => scanShort(tx, input),
});
defineScan({
  kind: 'pack',
  access: calls.packScanCall.access as string[],
  input: calls.packScanCall.input.omit(withoutKey),
  about: (input) => (input.outboundId ? `box ${input.outboundId}` : ''),
  run: (tx, _ctx, input) => packItem(tx, input),
});
defineScan({
  kind: 'putBack',
  access: calls.putBackCall.access as string[],
  input: calls.putBackCall.input.omit(withoutKey),
  about: (input) => `back ${input.fromLocationId} ${input.productId}`,
  run: async (tx, _ctx, input) => {
    await putBack(tx, input);
    return { ok: true };
  },
});
