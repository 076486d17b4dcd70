import {
  type ConditionFilter,
  conditionFilter,
  type PlaceFilter,
  placeFilter,
  type StockConditionRow,
  type StockPlaceRow,
  type StockWarningRow,
  type WarningFilter,
  warningFilter,
} from '@tradewind/contract/stock-views.ts';
import { defineExport } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import { count, productColumns } from '../exports.ts';
import { stockConditionCount, stockConditionsAfter, stockPlaceCount, stockPlacesAfter } from './places.ts';
import { stockWarningCount, stockWarningsAfter } from './warnings.ts';

/** The rows of a part, and where the next one begins: after the last of them. */
const partOf = <R extends { id: string | number }>(rows: R[], limit: number) => ({
  rows,
  next: rows.length === limit ? String(rows.at(-1)?.id) : null,
});

export const placeExport = defineExport<PlaceFilter, StockPlaceRow>({
  name: 'stock.places',
  title: ['库存（按库位）', 'Stock by location'],
  filter: placeFilter,
  columns: (ctx) => [
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
    { title: ['库位', 'Location'], value: (row) => row.locationCode },
    { title: ['类型', 'Kind'], value: (row) => say(ctx.language, `stock.place.${row.locationKind}`) },
    {
      title: ['库位状态', 'State of the location'],
      value: (row) => say(ctx.language, row.locationEnabled ? 'stock.placeEnabled' : 'stock.placeDisabled'),
    },
    ...productColumns<StockPlaceRow>(ctx),
    { title: ['品质', 'Condition'], value: (row) => say(ctx.language, `stock.condition.${row.condition}`) },
    { title: ['批次', 'Batch'], value: (row) => row.batchCode },
    { title: ['到期日', 'Expires'], value: (row) => row.expiresOn },
    { title: ['数量', 'Quantity'], value: (row) => count(row.onHand) },
    { title: ['已派拣货', 'Promised'], value: (row) => count(row.allocated) },
  ],
  count: (tx, _ctx, filter) => stockPlaceCount(tx, filter),
  page: async (tx, _ctx, filter, cursor, limit) => partOf(await stockPlacesAfter(tx, filter, cursor, limit), limit),
});

export const conditionExport = defineExport<ConditionFilter, StockConditionRow>({
  name: 'stock.conditions',
  title: ['非良品库存', 'Stock that is not sold'],
  filter: conditionFilter,
  columns: (ctx) => [
    ...productColumns<StockConditionRow>(ctx),
    { title: ['品质', 'Condition'], value: (row) => say(ctx.language, `stock.condition.${row.condition}`) },
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
    { title: ['库位数', 'Locations'], value: (row) => count(row.locations) },
    { title: ['数量', 'Quantity'], value: (row) => count(row.onHand) },
  ],
  count: (tx, _ctx, filter) => stockConditionCount(tx, filter),
  page: async (tx, _ctx, filter, cursor, limit) => partOf(await stockConditionsAfter(tx, filter, cursor, limit), limit),
});

export const warningExport = defineExport<WarningFilter, StockWarningRow>({
  name: 'stock.warnings',
  title: ['库存预警', 'Stock warnings'],
  filter: warningFilter,
  columns: (ctx) => [
    ...productColumns<StockWarningRow>(ctx),
    { title: ['预警', 'Warning'], value: (row) => say(ctx.language, `stock.warning.${row.kind}`) },
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
    { title: ['库位', 'Location'], value: (row) => row.locationCode },
    { title: ['批次', 'Batch'], value: (row) => row.batchCode },
    { title: ['数量', 'Quantity'], value: (row) => count(row.quantity) },
    {
      title: ['说明', 'About'],
      width: 40,
      value: ({ kind, quantity, mark, day, locationCode }) =>
        say(ctx.language, `stock.warned.${kind}`, {
          quantity,
          mark: mark ?? 0,
          day: day ?? '',
          place: locationCode ?? '',
        }),
    },
    { title: ['开始时间', 'Since'], width: 20, value: (row) => row.since },
  ],
  count: (tx, _ctx, filter) => stockWarningCount(tx, filter),
  page: async (tx, _ctx, filter, cursor, limit) =>
    partOf(await stockWarningsAfter(tx, filter, cursor === null ? null : Number(cursor), limit), limit),
});
