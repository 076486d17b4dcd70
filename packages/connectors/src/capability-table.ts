import type { MarketplaceConnector } from './capabilities/connector.ts';
import type { MarketplaceDefinition } from './capabilities/definition.ts';
import type { CarrierConnector } from './carriers/connector.ts';
import type { CarrierDefinition } from './carriers/definition.ts';
import type { ReceivingDefinition } from './receiving/definition.ts';

const CAPABILITIES: readonly (readonly [string, (connector: MarketplaceConnector) => boolean])[] = [
  ['authorize', (one) => Boolean(one.exchange || one.connect)],
  ['orders', () => true],
  ['order count', (one) => Boolean(one.listOrderNos)],
  ['push', (one) => Boolean(one.readPush ?? one.ownShop)],
  ['acknowledge', (one) => Boolean(one.acknowledge)],
  ['ship', () => true],
  ['platform label', (one) => Boolean(one.shipping)],
  ['cancel', (one) => Boolean(one.cancelOrder)],
  ['refuse cancellation', (one) => Boolean(one.refuseCancel)],
  ['hold', (one) => Boolean(one.setHold)],
  ['listings', (one) => Boolean(one.listListings)],
  ['stock', (one) => Boolean(one.pushStock)],
  ['price', (one) => Boolean(one.pushPrice)],
  ['returns', (one) => Boolean(one.listReturns)],
  ['answer returns', (one) => Boolean(one.answerReturn)],
  ['refund returns', (one) => Boolean(one.refundReturn && one.returnRefunded)],
  ['settlements', (one) => Boolean(one.listSettlements)],
];

/** Platform by capability, as Markdown: what the connectors really have, each cell tried by the conformance tests. */
export function capabilityTable(definitions: readonly MarketplaceDefinition[]): string {
  const head = ['platform', ...CAPABILITIES.map(([name]) => name)];
  const rows = definitions.map((definition) => {
    const { app } = definition.sandbox;
    const baseUrls = Object.fromEntries(Object.keys(definition.sandbox.baseUrls).map((name) => [name, 'http://none']));
    const connector = definition.create({ app, http: { baseUrls }, sandbox: true });
    return [definition.name[1], ...CAPABILITIES.map(([, has]) => (has(connector) ? 'yes' : '–'))];
  });
  return table([head, ...rows]);
}

const CARRIER_CAPABILITIES: readonly (readonly [string, (connector: CarrierConnector) => boolean])[] = [
  ['token', (one) => Boolean(one.authenticate)],
  ['services by account', (one) => Boolean(one.services)],
  ['rates', (one) => Boolean(one.rates)],
  ['label', () => true],
  ['find after a doubt', () => true],
  ['reprint', (one) => !one.labelOnce],
  ['void', () => true],
  ['tracking', () => true],
  ['many boxes', (one) => Boolean(one.boxes)],
  ['return label', (one) => Boolean(one.returns)],
  ['address check', (one) => Boolean(one.validateAddress)],
  ['landed cost', (one) => Boolean(one.landedCost)],
  ['time in transit', (one) => Boolean(one.timeInTransit)],
  ['papers', (one) => Boolean(one.uploadPaper)],
  ['hold', (one) => Boolean(one.hold)],
  ['weight', (one) => Boolean(one.updateWeight)],
  ['manifest', (one) => Boolean(one.manifest)],
  ['pickup', (one) => Boolean(one.pickup)],
  ['push', (one) => Boolean(one.push)],
  ['charge', (one) => Boolean(one.charge)],
  ['consent', (one) => Boolean(one.consent)],
];

/** Carrier by capability and judge, as Markdown. */
export function carrierTable(definitions: readonly CarrierDefinition[]): string {
  const rows = definitions.map((definition) => {
    const baseUrls = Object.fromEntries(Object.keys(definition.sandbox.baseUrls).map((name) => [name, 'http://none']));
    const connector = definition.create({ http: { baseUrls } });
    const cells = CARRIER_CAPABILITIES.map(([, has]) => (has(connector) ? 'yes' : '–'));
    return [definition.platformCode, ...cells, definition.judge];
  });
  return table([['carrier', ...CARRIER_CAPABILITIES.map(([name]) => name), 'judge'], ...rows]);
}

const CONNECTED_BY = { consent: 'consent', keys: 'keys', both: 'consent or keys' } as const;

/** Provider of receiving accounts by how it is connected, its variables and judge, as Markdown. */
export function receivingTable(definitions: readonly ReceivingDefinition[]): string {
  const names = (variables: Readonly<Record<string, string>> = {}) =>
    Object.values(variables)
      .map((name) => `\`${name}\``)
      .join(', ');
  const rows = definitions.map((definition) => {
    const { name, connect, credentials, addresses, sandbox } = definition;
    const connector = definition.create({ app: sandbox.app, http: {} });
    const has = [connector.refresh, connector.revoke, connector.readPush].map((one) => (one ? 'yes' : '–'));
    const besides = names({ ...credentials.optional, ...addresses });
    return [name[1], CONNECTED_BY[connect], ...has, names(credentials.required), besides, definition.judge];
  });
  const head = [
    'provider',
    'connected by',
    'tokens renewed',
    'revoked by us',
    'push',
    'all of',
    'may be set besides',
    'judge',
  ];
  return table([head, ...rows]);
}

/** The environment variables by which an installation goes to the real platforms, as Markdown. */
export function credentialTable(definitions: readonly MarketplaceDefinition[]): string {
  const names = (variables: Readonly<Record<string, string>> = {}) =>
    Object.values(variables)
      .map((name) => `\`${name}\``)
      .join(', ');
  const rows = definitions.map(({ name, credentials, addresses }) => [
    name[1],
    names(credentials.required),
    names({ ...credentials.optional, ...addresses }),
  ]);
  return table([['platform', 'all of', 'may be set besides'], ...rows]);
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
