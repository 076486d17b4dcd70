import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'warehouse.locationPromised': [
    '波次 {waves} 还要用 {code}（已派 {units} 件），拣完、发出或取消后才能停用或改用途',
    '{code} is still needed by {waves} ({units} units promised). Finish or cancel these waves, then disable it or change its use',
  ],
  'warehouse.undoDisabled': [
    '库位 {code} 已停用，不能放回。请先启用该库位，或取消出库单',
    'Location {code} is disabled, so nothing can go back there. Enable it first, or cancel the outbound order',
  ],
  'warehouse.placeWhole': [
    '平面图上的位置要填全：横坐标、纵坐标、宽、深',
    'A place on the plan needs all of x, y, width and depth',
  ],
  'warehouse.nothingFree': ['{code} 上没有可以移走的商品', 'Nothing in {code} is free to be moved'],
  'warehouse.noRoom': ['{code} 只放得下 {room} 件', '{code} has room for {room} more units'],
  'warehouse.ownHouseRefresh': [
    '自建仓的数据就在本系统里，不用刷新',
    'A warehouse of your own is kept here: there is nobody to ask',
  ],
  'warehouse.fnskuShape': ['FNSKU 是 10 位字母和数字', 'An FNSKU has 10 letters and digits'],
  'warehouse.fnskuTaken': ['{fnsku} 在这个仓库已属于 {sku}', '{fnsku} belongs to {sku} in this warehouse'],
  'warehouse.productNotFound': ['没有这个商品', 'There is no such product'],
  'warehouse.sameHouse': ['请选择另一个仓库', 'Choose another warehouse'],
});
