import { notice } from '../../conformance.testing.ts';
import type { Talk } from '../../published/conversation.testing.ts';
import { evaluatePublished } from '../../published/evaluate.testing.ts';
import { lowes } from '../lowes/definition.ts';

evaluatePublished(
  lowes,
  {
    descriptions: new URL('./published/', import.meta.url),
    at: '/lowes/mmp',
    differences: [
      [/query: (max|offset|limit|page_token|sort) is not described/, 'paging and sorting are described in prose'],
      [/answer 20\d: .*required property/, 'the stand-in leaves out much that nobody reads here'],
      [/answer 200: .* must be .*\(null\)/, 'optional values come as null, as in the examples'],
    ],
  },
  wholeOrders,
);

/** At operators without shipments in parts an order has one parcel. */
async function wholeOrders({ access, sandbox, openOrder }: Talk, recorded: typeof fetch): Promise<void> {
  const whole: typeof fetch = async (input, init) => {
    const answer = await recorded(input, init);
    if (!String(input).includes('/platform/configuration')) return answer;
    return Response.json({ features: { shipment: { multi_shipment: false } } });
  };
  const { marketplace = '' } = lowes.sandbox.baseUrls;
  const http = { baseUrls: { marketplace: `${sandbox.url}${marketplace}` }, rateFactor: 1000, fetch: whole };
  const connector = lowes.create({ app: {}, http, sandbox: true });
  await connector.confirmShipment(access, notice(await openOrder()));
}
