import { ingest } from '../ingest.ts';
import { defineStream } from '../stream.ts';

defineStream({
  kind: 'orders',
  everyMinutes: 2,
  overlapMs: 5 * 60_000,
  firstDays: 30,
  supports: () => true,
  read: (connector, access, { since, cursor }) =>
    connector.listOrders(access, { updatedAfter: since, ...(cursor === undefined ? {} : { cursor }) }),
  take: (app, ctx, shop, page, advance) => ingest(app, ctx, shop, page.records, advance),
});
