import { listChannels, saveChannel, saveOrUpdateUpsAuth, testCarrierAccount } from '@tradewind/contract/logistics.ts';
import { listRules, saveRule, simulateRules, switchOnRules } from '@tradewind/contract/orders.ts';
import { caller } from './calls.ts';
import { actingAs, type DemoContext } from './context.ts';

/** The stand-in UPS's own credentials: they open nothing else. */
const ACCOUNT = {
  name: 'UPS 新泽西',
  accountNumber: 'A1B2C3',
  keys: { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo' },
  sandbox: true,
};
export const CHEAPEST = 'UPS 比价（美国）';
const ABROAD = 'UPS 国际';
const OWN = '自送';

/** A carrier account with its shipping channels, and the rules that let orders go on by themselves. */
export async function engageCarriers(demo: DemoContext): Promise<void> {
  const call = caller(demo.app, actingAs(demo, 'demo'));
  const there = await call(listChannels, {});
  if (there.list.length === 0) {
    const { id } = await call(saveOrUpdateUpsAuth, { account: ACCOUNT });
    if (demo.app.config.sandbox) await call(testCarrierAccount, { id });
    const ups = {
      carrier: 'ups' as const,
      carrierAccountId: id,
      serviceCode: '',
      platformCarrierCode: 'UPS',
      enabled: true,
    };
    await call(saveChannel, { channel: { ...ups, name: CHEAPEST, allowedServices: ['03', '12', '02', '01'] } });
    await call(saveChannel, { channel: { ...ups, name: ABROAD, allowedServices: ['07', '08', '11', '65'] } });
    await call(saveChannel, {
      channel: {
        ...ups,
        carrier: 'own',
        carrierAccountId: null,
        name: OWN,
        allowedServices: [],
        platformCarrierCode: 'Other',
      },
    });
  }
  await writeRules(demo);
}

async function writeRules(demo: DemoContext): Promise<void> {
  const call = caller(demo.app, actingAs(demo, 'demo'));
  if ((await call(listRules, {})).rules.length > 0) return;
  const channels = (await call(listChannels, {})).list;
  const abroad = channels.find((channel) => channel.name === ABROAD);
  const rule = { enabled: true };
  await call(saveRule, {
    ...rule,
    name: '大额订单人工审核',
    kind: 'review',
    conditions: [{ field: 'totalAmount', operator: 'atLeast', value: '220' }],
    action: { decision: 'review' },
  });
  await call(saveRule, {
    ...rule,
    name: '买家有留言',
    kind: 'review',
    conditions: [{ field: 'buyerNote', operator: 'isNotEmpty', value: '' }],
    action: { decision: 'review' },
  });
  await call(saveRule, { ...rule, name: '其余自动通过', kind: 'review', conditions: [], action: { decision: 'pass' } });
  if (abroad)
    await call(saveRule, {
      ...rule,
      name: '美国以外走国际渠道',
      kind: 'channel',
      conditions: [{ field: 'country', operator: 'isNot', value: 'US' }],
      action: { channelId: abroad.id },
    });
  await call(simulateRules, { days: 30 });
  const { draft } = await call(listRules, {});
  if (draft) await call(switchOnRules, { revision: draft.revision });
}
