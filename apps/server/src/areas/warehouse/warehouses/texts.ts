import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'warehouse.locationPromised': ['波次 {waves} 还要用 {code}（已分配 {units} 件），请先拣完或取消这些波次，再停用或更改类型', '{waves} still need {code} ({units} units allocated). Finish or cancel these waves, then disable it or change its type'],
  'warehouse.undoDisabled': ['库位 {code} 已停用，不能放回。请先启用该库位，或取消出库单', 'Location {code} is disabled, so units cannot go back there. Enable it first, or cancel the outbound order'],
  'warehouse.placeWhole': ['平面图位置须填全：横坐标、纵坐标、宽、深', 'A position on the floor plan needs x, y, width and depth'],
  'warehouse.nothingFree': ['{code} 里没有可以移走的商品', 'Nothing in {code} is free to move'],
  'warehouse.noRoom': ['{code} 只放得下 {room} 件', '{code} has room for only {room} more units'],
  'warehouse.ownHouseRefresh': ['自营仓的数据就在本系统里，无需刷新', 'Own warehouses are managed here and need no refresh'],
  'warehouse.fnskuShape': ['FNSKU 须为 10 位字母和数字', 'An FNSKU has 10 letters and digits'],
  'warehouse.fnskuTaken': ['{fnsku} 在该仓库已用于 {sku}', '{fnsku} is already used for {sku} in this warehouse'],
  'warehouse.productNotFound': ['找不到该商品', 'Product not found'],
  'warehouse.sameHouse': ['请选择另一个仓库', 'Choose another warehouse'],
});
