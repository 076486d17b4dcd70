import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import type { ShopAccess } from '../../types.ts';
import { rejected } from './client.ts';
import type { Fulfilment } from './fulfilment.ts';
import type { Listing } from './listing.ts';
import { isPacked, openUnits, waysOf } from './shipping.ts';
import { chooseUnits, is } from './units.ts';

/**
 * Lazada is told "ready to ship", package by package: its couriers' scans do the rest, and the tracking number is
 * Lazada's. What sellers deliver themselves is packed in the same breath.
 */
export function createConfirmation(listing: Listing, fulfilment: Fulfilment) {
  return async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const order = await listing.readDetail(access, notice.platformOrderNo);
    if (chooseUnits(order, notice.lines, (unit) => is(unit, 'ready', 'gone', 'back')))
      return { outcome: 'alreadyConfirmed', detail: 'Lazada knows these units as ready to ship' };

    const packed = chooseUnits(order, notice.lines, (unit) => isPacked(unit) && is(unit, 'packed'));
    if (packed) {
      const refs = [...new Set(packed.flatMap((unit) => unit.package_id ?? []))];
      const whole = order.order_items.filter((unit) => unit.package_id && refs.includes(unit.package_id));
      if (whole.some((unit) => !is(unit, 'cancelled') && !packed.includes(unit)))
        throw rejected(
          'PART_OF_PACKAGE',
          `package ${refs.join(', ')} holds more than this parcel: it ships as a whole`,
        );
      await fulfilment.readyToShip(access, refs);
      return { outcome: 'confirmed' };
    }

    const units = openUnits(order, notice.lines);
    if (!units.every((unit) => unit.delivery_option_sof))
      throw rejected('NOT_PACKED', 'the order goes by Lazada’s own logistics: its parcel has to be arranged first');
    const ids = units.map((unit) => unit.order_item_id);
    const [first] = waysOf(await fulfilment.providers(access, order.order_id, ids));
    // Sellers who deliver themselves name no provider.
    const { ref, others } = await fulfilment.pack(access, order.order_id, ids, {
      allocate: first?.way.allocate ?? 'TFS',
    });
    await fulfilment.readyToShip(access, [ref, ...others]);
    return { outcome: 'confirmed' };
  };
}
