import { ruleBroken } from '../../core/errors.ts';
import { goodsMoving } from '../stock/public.ts';
import { enterGates } from './locks.ts';

/** While a warehouse is counted nothing may come in or be adjusted there either. */
goodsMoving.listen(async (tx, { warehouseIds }) => {
  const gates = await enterGates(tx, warehouseIds);
  const counting = [...gates.values()].find((gate) => gate.counting);
  if (counting) throw ruleBroken('warehouse.counting', { warehouse: counting.name });
});
