import type { Talk } from '../../published/conversation.testing.ts';
import { evaluatePublished } from '../../published/evaluate.testing.ts';
import { listening } from '../../testing.ts';
import { walmart } from './definition.ts';

const OLD = 'the descriptions are of 2023';
evaluatePublished(
  walmart,
  {
    descriptions: new URL('./published/', import.meta.url),
    at: '/walmart/api',
    outside: [
      [/^\/walmart\/api\/v3\/settings\//, OLD],
      [/^\/walmart\/api\/v3\/shipping\/labels/, OLD],
      [/\/reconFileJson$/, OLD],
    ],
    differences: [
      [/answer 200: .* must be .*\(null\)/, 'Walmart sends null where there is nothing'],
      [/additional properties condition$/, OLD],
      [/status 404 is not described/, 'only good answers are described'],
      [/reportVersion is not described/, 'the description has it in the path'],
      [/price\.amount must be string/, 'a number in the examples'],
      [/'is_channel_match'/, 'missing from the example'],
      [/scopes must NOT have additional properties notifications/, OLD],
      [/Subscriptions?, answer 200: .*additional properties/, 'so in the examples'],
      [/updatePrice, answer 200: .*additional properties ItemPriceResponse/, 'so in the example'],
    ],
  },
  switchedOff,
);

/** A subscription that somebody switched off is switched on again. */
async function switchedOff({ connector, access, sandbox }: Talk): Promise<void> {
  const receiver = await listening();
  await connector.subscribe?.(access, receiver.url);
  const at = `${sandbox.url}${walmart.sandbox.baseUrls.api}/v3/webhooks/subscriptions`;
  const headers = {
    ...{ 'WM_SEC.ACCESS_TOKEN': access.tokens.accessToken, 'WM_QOS.CORRELATION_ID': crypto.randomUUID() },
    ...{ 'WM_SVC.NAME': 'Tradewind', 'content-type': 'application/json' },
  };
  const { events } = (await (await fetch(at, { headers })).json()) as {
    events: { subscriptionId: string; eventUrl: string }[];
  };
  const ours = events.find((one) => one.eventUrl === receiver.url);
  const body = JSON.stringify({ status: 'INACTIVE' });
  const off = await fetch(`${at}/${ours?.subscriptionId}`, { method: 'PATCH', headers, body });
  if (!off.ok) throw new Error(await off.text());
  await connector.subscribe?.(access, receiver.url);
  await receiver.close();
}
