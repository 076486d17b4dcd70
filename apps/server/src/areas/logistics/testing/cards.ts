import { activateRateVersion, addRateCard } from '@tradewind/contract/logistics.ts';
import type { OrderWorld } from '../../orders/orders.testing.ts';
import { exampleCard } from '../rates/book-write.ts';
import { saveContent } from '../rates/cards.ts';
import type { LogisticsWorld } from './world.ts';

const PLAIN = { currency: 'USD', surcharges: [], remote: [], fuel: null, step: '0', minimumCharge: '0' };

/** A card of one zone that asks this price up to 30 kg. */
export async function flatCard(
  ok: LogisticsWorld['server']['ok'],
  world: OrderWorld,
  channelId: number,
  firstPrice: string,
  country = 'US',
  more: object = {},
): Promise<void> {
  const { versionId: id } = await ok(addRateCard, { channelId, name: `${firstPrice}`, currency: 'USD' });
  const price = { ...exampleCard().prices[0], zone: 'A', from: '0', to: '30', firstPrice };
  const flat = { parcelFee: '0', unitPrice: '0', firstWeight: '0', stepWeight: '0', stepPrice: '0' };
  const place = { zone: 'A', country, prefix: '', from: '', to: '', city: '' };
  const content = { ...exampleCard(), ...PLAIN, ...more };
  await world.tx((tx) =>
    saveContent(tx, id, { ...content, taxPercent: '0', areas: [place], prices: [{ ...price, ...flat }] }, ''),
  );
  await ok(activateRateVersion, { id, revision: 2, from: '2020-01-01' });
}
