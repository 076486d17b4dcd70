import type { Talk } from '../../published/conversation.testing.ts';
import { evaluatePublished } from '../../published/evaluate.testing.ts';
import { listening } from '../../testing.ts';
import { ebay } from './definition.ts';

evaluatePublished(
  ebay,
  {
    descriptions: new URL('./published/', import.meta.url),
    at: '/ebay/apiz?',
    outside: [
      [/\/oauth2\/token$/, 'OAuth has no contract'],
      [/\/post-order\/v2\//, 'Post-Order has no contract'],
    ],
    differences: [
      [
        /deliveryConfig must be string/,
        'an object by its prose and in every example; as what is sent it is described as one',
      ],
      [/aspects must be string/, 'the contract has no word for a map; its prose shows lists by name'],
    ],
  },
  movedAddress,
);

/** The address of the pushes is another one from now on, then comes back after it was switched off. */
async function movedAddress({ connector, access, sandbox }: Talk): Promise<void> {
  const receiver = await listening((query) => connector.answerChallenge?.({ query, url: receiver.url }) ?? null);
  await connector.subscribe?.(access, receiver.url);
  const { appId = '', certId = '' } = ebay.sandbox.app;
  const api = `${sandbox.url}${ebay.sandbox.baseUrls.api}`;
  const received = await fetch(`${api}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${appId}:${certId}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'https://api.ebay.com/oauth/api_scope' }),
  });
  const { access_token } = (await received.json()) as { access_token: string };
  const at = `${api}/commerce/notification/v1/destination`;
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const { destinations } = (await (await fetch(at, { headers })).json()) as {
    destinations: { destinationId: string; name: string; deliveryConfig: { endpoint: string } }[];
  };
  const ours = destinations.find((one) => one.deliveryConfig.endpoint === receiver.url);
  const deliveryConfig = { endpoint: receiver.url, verificationToken: ebay.sandbox.app.verificationToken };
  const body = JSON.stringify({ name: 'Tradewind', status: 'DISABLED', deliveryConfig });
  const off = await fetch(`${at}/${ours?.destinationId}`, { method: 'PUT', headers, body });
  if (!off.ok) throw new Error(await off.text());
  await connector.subscribe?.(access, receiver.url);
  await receiver.close();
}
