import {
  type ConditionFilter,
  conditionFilter,
  type PlaceFilter,
  placeFilter,
  type StockConditionRow,
  type StockPlaceRow,
} from '@tradewind/contract/stock-views.ts';
import { defineExport, partOf } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import { productColumns } from '../exports.ts';
import { stockConditionCount, stockConditionsAfter, stockPlaceCount, stockPlacesAfter } from './places.ts';

export const placeExport = defineExport<PlaceFilter, StockPlaceRow>({
  name: 'stock.places',
  title: ['库存（按库位）', 'Stock by location'],
  filter: placeFilter,
  columns: (ctx) => [
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
    { title: ['库位', 'Location'], value: (row) => row.locationCode },
    { title: ['类型', 'Type'], value: (row) => say(ctx.language, `stock.place.${row.locationKind}`) },
    {
      title: ['库位状态', 'Location status'],
      value: (row) => say(ctx.language, row.locationEnabled ? 'stock.placeEnabled' : 'stock.placeDisabled'),
    },
    ...productColumns<StockPlaceRow>(ctx),
    { title: ['品质', 'Condition'], value: (row) => say(ctx.language, `stock.condition.${row.condition}`) },
    { title: ['批次', 'Batch'], value: (row) => row.batchCode },
    { title: ['到期日', 'Expiry date'], value: (row) => row.expiresOn },
    { title: ['数量', 'Quantity'], value: (row) => row.onHand },
    { title: ['已分配', 'Allocated'], value: (row) => row.allocated },
  ],
  count: (tx, _ctx, filter) => stockPlaceCount(tx, filter),
  page: async (tx, _ctx, filter, cursor, limit) =>
    partOf(await stockPlacesAfter(tx, filter, cursor, limit), limit, (row) => row.id),
});

export const conditionExport = defineExport<ConditionFilter, StockConditionRow>({
  name: 'stock.conditions',
  title: ['非良品库存', 'Unsellable stock'],
  filter: conditionFilter,
  columns: (ctx) => [
    ...productColumns<StockConditionRow>(ctx),
    { title: ['品质', 'Condition'], value: (row) => say(ctx.language, `stock.condition.${row.condition}`) },
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
    { title: ['库位数', 'Locations'], value: (row) => row.locations },
    { title: ['数量', 'Quantity'], value: (row) => row.onHand },
  ],
  count: (tx, _ctx, filter) => stockConditionCount(tx, filter),
  page: async (tx, _ctx, filter, cursor, limit) =>
    partOf(await stockConditionsAfter(tx, filter, cursor, limit), limit, (row) => row.id),
});
