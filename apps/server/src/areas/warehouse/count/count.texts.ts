import { COUNT_KIND_WORDS, COUNT_OUTCOME_WORDS, COUNT_STATE_WORDS } from '@tradewind/contract/warehouse/words.ts';
import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'warehouse.countNotFound': ['找不到该盘点单', 'Count not found'],
  'warehouse.countNothing': ['没有可盘点的库位', 'No locations to count'],
  'warehouse.countAreFew': ['请选择区域、库位或商品', 'Choose areas, locations or products'],
  'warehouse.countNotThere': ['库位 {code} 不在这张盘点单里', 'Location {code} is not part of this count'],
  'warehouse.countedAlready': ['{who} 已盘点 {code}。如需再盘，请先要求复盘', '{who} has already counted {code}. Request a recount to count it again'],
  'warehouse.countElsewhere': ['{code} 已在盘点单 {number} 里盘点，请等它入账后再盘', '{code} is counted in {number}. Count it again once that count is booked'],
  'warehouse.recountOther': ['{code} 须由另一人复盘', 'Another person must recount {code}'],
  'warehouse.countOther': ['这张盘点单不盘 {sku}', '{sku} is not part of this count'],
  'warehouse.countUncounted': [
    '还有 {count} 个库位未盘点或待复盘。仍要结束时，这些库位保持账面数量',
    '{count} locations are not counted or wait for a recount. If you end the count anyway, they keep the system quantity',
    '{count} location is not counted or waits for a recount. If you end the count anyway, it keeps the system quantity',
  ],
  'warehouse.countNobody': ['还没有盘点任何库位', 'No locations counted yet'],
  'warehouse.countNotStarted': ['全仓盘点还没有开始', 'The full count has not started'],
  'warehouse.fullCountOpen': ['全仓盘点 {number} 正在进行，请在盘点单里结束或取消', 'Full count {number} is in progress. End or cancel it on the Counts page'],
  'warehouse.fullCountAnother': ['该仓库已有一张未完成的全仓盘点单', 'This warehouse already has an unfinished full count'],
  'warehouse.count.fact.warehouse': ['仓库', 'Warehouse'],
  'warehouse.count.fact.kind': ['类型', 'Type'],
  'warehouse.count.fact.gain': ['盘盈', 'Found'],
  'warehouse.count.fact.loss': ['盘亏', 'Lost'],
  'warehouse.count.kind': COUNT_KIND_WORDS,
  'warehouse.count.state': COUNT_STATE_WORDS,
  'warehouse.count.outcome': COUNT_OUTCOME_WORDS,
  'warehouse.print.countSheet': ['盘点表', 'Count sheet'],
  'warehouse.print.onHand': ['账面数量', 'System quantity'],
  'warehouse.print.counted': ['实盘数量', 'Counted'],
  'warehouse.print.counter': ['盘点人', 'Counted by'],
  'warehouse.print.blankRows': ['其他商品', 'Other products'],
});
