import { ASSEMBLY_KIND_WORDS, ASSEMBLY_STATE_WORDS } from '@tradewind/contract/warehouse/words.ts';
import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'warehouse.assemblyNotFound': ['找不到该加工单', 'Assembly not found'],
  'warehouse.assemblyLineNotFound': ['加工单上没有该商品', 'This product is not on the assembly'],
  'warehouse.assemblyNoRecipe': ['该套装还没有配方，请添加配件', 'This kit has no recipe yet. Add its parts'],
  'warehouse.assemblyOfItself': ['{sku} 不能是自己的配件', '{sku} cannot be a part of itself'],
  'warehouse.assemblyOutside': ['第三方仓由服务商作业，不能在这里加工', 'The provider works in a third-party warehouse. Choose an own warehouse'],
  'warehouse.assemblyShort': ['{sku} 需要 {needed} 件，可用库存只有 {available} 件', '{sku}: {needed} units needed, {available} available'],
  'warehouse.assemblyNothing': ['可用库存不足，请减少套数', 'Not enough available stock. Reduce the number of kits'],
  'warehouse.assemblyMoved': ['加工出来的商品已被移动或占用，不能撤销', 'Units from this assembly were moved or allocated, so it cannot be undone'],
  'warehouse.assemblyUsed': ['{sku} 的成本批已被使用或调整过成本，不能撤销', 'The cost layer of {sku} was used or its cost has changed, so the assembly cannot be undone'],
  'warehouse.assemblyPlaceGone': ['库位 {code} 已停用，不能撤销', 'Location {code} is disabled, so the assembly cannot be undone'],
  'warehouse.recipeNotFound': ['找不到该配方', 'Recipe not found'],
  'warehouse.assembly.state': ASSEMBLY_STATE_WORDS,
  'warehouse.assembly.kind': ASSEMBLY_KIND_WORDS,
  'warehouse.print.assembly': ['加工作业单', 'Assembly work sheet'],
  'warehouse.print.warehouse': ['仓库', 'Warehouse'],
  'warehouse.print.kit': ['套装', 'Kit'],
  'warehouse.print.each': ['每套', 'Per kit'],
  'warehouse.print.workedBy': ['作业人', 'Done by'],
});
