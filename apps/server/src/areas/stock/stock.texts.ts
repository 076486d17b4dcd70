import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'stock.notEnough': ['库存不足，无法完成此操作', 'There is not enough stock for this'],
  'stock.binNotEnough': [
    '库位上的数量不足，或已分配给拣货',
    'There is not enough in the location, or it is promised to pickers',
  ],
  'stock.notFound': ['这个仓库没有该商品的库存', 'This product has no stock in that warehouse'],
  'stock.noProduct': ['没有这个商品', 'There is no such product'],
  'stock.noLocation': ['这个仓库没有该库位', 'There is no such location in this warehouse'],
  'stock.reason.opening': ['期初', 'Opening'],
  'stock.reason.receipt': ['入库', 'Receipt'],
  'stock.reason.adjust': ['调整', 'Adjustment'],
  'stock.reason.reservation': ['预留', 'Reserved'],
  'stock.reason.release': ['释放预留', 'Released'],
  'stock.reason.pick': ['拣货', 'Picked'],
  'stock.reason.pickUndo': ['撤销拣货', 'Pick undone'],
  'stock.reason.shipment': ['发货', 'Shipped'],
  'stock.reason.putBack': ['放回库位', 'Put back'],
});
