import { sortItemCall, undoSortCall } from '@tradewind/contract/warehouse.ts';
import { defineScan } from '../scanlog/registry.ts';
import { sortItem, undoSort } from './sort.ts';

const withoutKey = { idempotencyKey: true } as const;

defineScan({
  kind: 'sortItem',
  access: sortItemCall.access as string[],
  input: sortItemCall.input.omit(withoutKey),
  run: (tx, _ctx, input) => sortItem(tx, input),
});
defineScan({
  kind: 'undoSort',
  access: undoSortCall.access as string[],
  input: undoSortCall.input.omit(withoutKey),
  run: (tx, _ctx, input) => undoSort(tx, input),
});
