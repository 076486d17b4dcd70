import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'warehouse.notFound': ['没有这个仓库', 'There is no such warehouse'],
  'warehouse.outboundNotFound': ['没有这张出库单', 'There is no such outbound order'],
  'warehouse.waveNotFound': ['没有这个波次', 'There is no such wave'],
  'warehouse.counting': [
    '{warehouse} 正在全仓盘点，盘点结束前不能出入库',
    '{warehouse} is being counted: nothing may move there until the count is released',
  ],
  'warehouse.disabled': ['{warehouse} 已停用', '{warehouse} is disabled'],
  'warehouse.noPackingLocation': [
    '{warehouse} 没有启用的打包库位，请先在库位设置中添加',
    '{warehouse} has no enabled packing location. Add one in Location settings first',
  ],
  'warehouse.notWaiting': ['不在待拣货状态，无法加入波次', 'Not waiting, so it cannot join a wave'],
  'warehouse.notSingleLine': ['不是单品订单', 'Has more than one line'],
  'warehouse.notMultiLine': ['不是多品订单', 'Has only one line'],
  'warehouse.nothingInBins': [
    '可拣库位上的 {sku} 不够，请先上架或盘点',
    'Not enough {sku} in pickable locations. Put stock away or count it first',
  ],
  'warehouse.notPicking': ['出库单不在拣货中', 'The outbound order is not being picked'],
  'warehouse.pickNotOpen': ['这一行已经拣完或取消', 'This stop is already picked or cancelled'],
  'warehouse.pickQuantity': ['数量不对，这里还要拣 {left} 件', 'Wrong quantity: {left} left to pick here'],
  'warehouse.cannotUndo': ['已打包或取消，不能撤销拣货', 'Already packed or cancelled, so the pick cannot be undone'],
  'warehouse.nothingToUndo': ['没有可撤销的扫描', 'There is no scan to undo'],
  'warehouse.notPicked': ['{number} 不在待打包状态', '{number} is not ready to be packed'],
  'warehouse.notInOrder': ['这件商品不属于此订单', 'This item does not belong to the order'],
  'warehouse.tooManyInBox': ['数量超出订单', 'More than the order asks for'],
  'warehouse.itemsMissing': ['还有商品没有扫描', 'Some items have not been scanned yet'],
  'warehouse.notPacked': ['{number} 还没有打包', '{number} is not packed yet'],
  'warehouse.alreadyShipped': ['已经发货', 'Already shipped'],
  'warehouse.stopRequested': ['买家已取消，请拦截此包裹', 'The buyer cancelled: stop this parcel'],
});
