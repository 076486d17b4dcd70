import { sql } from '../core/database/sql.ts';
import { type DemoContext, inPast } from './context.ts';
import { OWN_NUMBERS, type Platform } from './orders.ts';

const ACCOUNT: Record<Platform, string> = { amazon: 'A2TRADEWIND01', shopify: 'tradewind-demo.myshopify.com' };
/** The stand-ins tell an order's service by its running number in steps of this many. */
const SERVICES = 24;
const AT_ONCE = 500;

/**
 * Lets the stand-in platforms know the demo's open orders, so that these can be shipped and confirmed as those that the
 * platforms sent. Safe to repeat.
 */
export async function rememberAtPlatforms(demo: DemoContext): Promise<void> {
  if (!demo.app.config.sandbox) return;
  for (const platform of ['amazon', 'shopify'] as const) {
    const orders = await openOrders(demo, platform);
    for (let from = 0; from < orders.length; from += AT_ONCE) {
      const part = orders.slice(from, from + AT_ONCE);
      const answer = await fetch(`${demo.app.config.sandboxUrl}/control/orders/remember`, {
        method: 'POST',
        body: JSON.stringify({ shop: ACCOUNT[platform], orders: part.map(known) }),
      });
      if (!answer.ok) throw new Error(`${platform} remembers no orders: ${await answer.text()}`);
    }
  }
}

type OpenOrder = {
  number: string;
  name: string;
  orderedAt: Date;
  buyerEmail: string;
  shipping: string;
  shipTo: unknown;
  lines: { id: string; sku: string; title: string; quantity: number; price: string; tax: string }[];
};

function openOrders(demo: DemoContext, platform: Platform): Promise<OpenOrder[]> {
  return inPast(demo, 'demo', new Date(), (tx) =>
    tx.rows<OpenOrder>(sql`select o.platform_order_no as number, o.display_no as name, o.ordered_at, o.buyer_email,
        o.shipping_amount as shipping, o.ship_to, (
          select jsonb_agg(jsonb_build_object('id', l.platform_line_id, 'sku', l.seller_sku, 'title', l.title,
            'quantity', l.quantity, 'price', l.unit_price, 'tax', l.tax) order by l.id)
          from order_line l where l.company_id = o.company_id and l.order_id = o.id) as lines
      from sales_order o where o.company_id = ${sql.company} and o.platform = ${platform} and o.origin = 'platform'
        and o.platform_order_no like ${`${OWN_NUMBERS[platform]}%`} and o.split_from is null
        and o.status in ('unpaid', 'review', 'allocate', 'ready', 'picking', 'packed', 'exception', 'held')
      order by o.id`),
  );
}

const known = ({ number, ...order }: OpenOrder) => ({
  ...order,
  id: number,
  seq: seqOf(number),
});

/** Unique, and of the service that the order's number on its day stands for. */
function seqOf(number: string): number {
  const running = Number(/^(?:199-|8800)(\d{7})/.exec(number)?.[1] ?? 0);
  const [day, index] = [Math.floor(running / 1000), running % 1000];
  return SERVICES * (1_000_000 + day * 42) + index;
}
