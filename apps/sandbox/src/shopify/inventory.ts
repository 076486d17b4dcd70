import { randomUUID } from 'node:crypto';
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { isRecord, list, text } from '../http/types.ts';
import { isoSeconds } from '../world/clock.ts';
import { type CodedError, isStrict, once } from './idempotent.ts';
import { type Args, accessDenied } from './queries.ts';
import { gid, idOf } from './status.ts';
import { inventoryItemView, locationView, type StoreView } from './stockViews.ts';

const REASONS = [
  ...[
    'correction',
    'cycle_count_available',
    'damaged',
    'movement_created',
    'movement_updated',
    'movement_received',
    'movement_canceled',
  ],
  ...[
    'other',
    'promotion',
    'quality_control',
    'received',
    'reservation_created',
    'reservation_deleted',
    'reservation_updated',
    'restock',
  ],
  ...['safety_stock', 'shrinkage'],
];

/**
 * Setting stock. From 2026-04 every entry names `changeFromQuantity` (null: unchecked) and the mutation carries
 * @idempotent; before, compareQuantity or ignoreCompareQuantity. Source: "Making idempotency mandatory",
 * InventorySetQuantitiesPayload.
 */
export function inventoryMutations(view: StoreView, version: string) {
  const { store } = view;
  const strict = isStrict(version);

  return {
    inventorySetQuantities: (args: Args, _context: unknown, info: GraphQLResolveInfo) => {
      if (!view.may('write_inventory')) throw accessDenied('inventorySetQuantities', 'write_inventory');
      const run = () => setQuantities(isRecord(args.input) ? args.input : {});
      return once(view, info, version, args.input, { run, refuse });
    },
  };

  function setQuantities(input: Record<string, unknown>) {
    const errors: CodedError[] = [];
    const name = text(input.name);
    if (!['available', 'on_hand'].includes(name))
      errors.push({
        field: ['input', 'name'],
        message: 'The quantity name must be either available or on_hand.',
        code: 'INVALID_NAME',
      });
    if (!REASONS.includes(text(input.reason)))
      errors.push({ field: ['input', 'reason'], message: 'The specified reason is invalid.', code: 'INVALID_REASON' });
    if (list(input.quantities).length > 250)
      throw new GraphQLError('The input array size is greater than the maximum allowed of 250.', {
        extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
      });
    const changes: { index: number; from: number; to: number }[] = [];
    list(input.quantities).forEach((entry, place) => {
      const one = isRecord(entry) ? entry : {};
      const field = (last: string) => ['input', 'quantities', String(place), last];
      const itemId = idOf(one.inventoryItemId);
      const index = store.indexOfItem(itemId);
      if (index < 0) {
        errors.push({
          field: field('inventoryItemId'),
          message: 'The specified inventory item could not be found.',
          code: 'INVALID_INVENTORY_ITEM',
        });
        return;
      }
      if (!store.isLocation(idOf(one.locationId))) {
        errors.push({
          field: field('locationId'),
          message: 'The specified location could not be found.',
          code: 'INVALID_LOCATION',
        });
        return;
      }
      if (Number(one.quantity) < 0 || Number(one.quantity) > 1_000_000_000) {
        const message = 'The quantity must be between 0 and 1000000000.';
        errors.push({ field: field('quantity'), message, code: 'INVALID_QUANTITY' });
        return;
      }
      const from = store.available(view.shop, index);
      const expected = strict
        ? one.changeFromQuantity
        : input.ignoreCompareQuantity === true
          ? null
          : one.compareQuantity;
      if (expected === undefined) {
        const missing = strict ? 'changeFromQuantity' : 'compareQuantity';
        errors.push({
          field: field(missing),
          message: `The ${missing} argument must be given.`,
          code: strict ? 'CHANGE_FROM_QUANTITY_REQUIRED' : 'COMPARE_QUANTITY_REQUIRED',
        });
      } else if (expected !== null && expected !== from) {
        const code = strict ? 'CHANGE_FROM_QUANTITY_STALE' : 'COMPARE_QUANTITY_STALE';
        errors.push({
          field: field(strict ? 'changeFromQuantity' : 'compareQuantity'),
          message: 'The quantity to compare with does not match the persisted quantity.',
          code,
        });
      } else changes.push({ index, from, to: Number(one.quantity) });
    });
    if (errors.length > 0) return refuse(errors);
    for (const change of changes) store.setAvailable(view.shop, change.index, change.to);
    const moved = changes.filter((change) => change.to !== change.from);
    const group = {
      id: gid('InventoryAdjustmentGroup', randomUUID()),
      createdAt: isoSeconds(store.ctx.world.clock.now()),
      reason: text(input.reason),
      referenceDocumentUri: text(input.referenceDocumentUri) || null,
      changes: moved.flatMap((change) =>
        ['available', 'on_hand'].map((quantityName) => ({
          name: quantityName,
          delta: change.to - change.from,
          quantityAfterChange: change.to,
          item: () => inventoryItemView(view, change.index),
          location: () => locationView(),
        })),
      ),
    };
    return { inventoryAdjustmentGroup: moved.length > 0 ? group : null, userErrors: [] as CodedError[] };
  }
}

function refuse(userErrors: CodedError[]) {
  return { inventoryAdjustmentGroup: null, userErrors };
}
