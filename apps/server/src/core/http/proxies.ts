import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Net of an address, of a net such as `10.1.0.0/16`, or of the word `loopback`; undefined for anything else. */
function netsOf(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' }[] | undefined {
  if (text === 'loopback') return LOOPBACK.flatMap((net) => netsOf(net) ?? []);
  const [address = '', size, more] = text.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const prefix = size === undefined ? bits : Number(size);
  // The whole internet is no proxy.
  if (version === 0 || more !== undefined || !/^\d{1,3}$/.test(size ?? '1') || prefix < 1 || prefix > bits) return;
  return [{ address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' }];
}

export const isNet = (text: string): boolean => netsOf(text) !== undefined;

/** Whether an address is one of the proxies. @param proxies addresses, nets such as `10.1.0.0/16`, `loopback` */
export function trusting(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const net of proxies.flatMap((text) => netsOf(text) ?? [])) list.addSubnet(net.address, net.prefix, net.family);
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'];

/**
 * A proxy that is not trusted makes all its users one address, with one share of every limit. The log says so once:
 * anybody may send such a header.
 */
export function warnOfUnknownProxy(log: Logger, server: FastifyInstance, trusts: (address: string) => boolean): void {
  let warned = false;
  server.addHook('onRequest', async (request) => {
    if (warned || !FORWARDED.some((name) => request.headers[name] !== undefined)) return;
    const peer = request.raw.socket.remoteAddress ?? '';
    if (trusts(peer)) return;
    warned = true;
    log.warn({ peer }, 'forwarded headers of an unknown proxy are ignored: see TRADEWIND_TRUSTED_PROXIES');
  });
}
