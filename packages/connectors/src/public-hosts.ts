import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as send } from 'undici';
import type { HttpOptions } from './types.ts';

/*
 * Addresses that users type. A name says nothing about where it leads (127.0.0.1.nip.io), and may lead elsewhere the
 * next time. So the address is checked when the connection is opened, and the one that was checked is the one dialled.
 */

/** IANA IPv4 Special-Purpose Address Registry, multicast (RFC 5771) and the reserved 240.0.0.0/4 (RFC 1112). */
const SPECIAL_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** RFC 4291: all global unicast addresses so far. Outside are loopback, mapped IPv4, unique-local, link-local, multicast. */
const GLOBAL_6 = ['2000::/3'];
/** IANA IPv6 Special-Purpose Address Registry, as far as it lies within; Teredo and 6to4 carry an IPv4 address. */
const SPECIAL_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(nets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const net of nets) {
    const [address = '', prefix] = net.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
const special4 = listOf(SPECIAL_4, 'ipv4');
const global6 = listOf(GLOBAL_6, 'ipv6');
const special6 = listOf(SPECIAL_6, 'ipv6');

/** Whether an IP address belongs to a host of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special4.check(address, 'ipv4');
  return version === 6 && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** A URL's host without the brackets of IPv6. */
const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

/** What can be said without asking where a name leads: https, port 443, no login, no address of a private network. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  const host = bare(url.hostname);
  return isIP(host) === 0 ? /\.[a-z][a-z0-9-]*\.?$/i.test(host) : isPublicAddress(host);
}

/** Code of the error that stands for a refused address; nothing was sent. */
export const NOT_PUBLIC = 'ERR_HOST_NOT_PUBLIC';
const refused = (host: string) =>
  Object.assign(new Error(`${host} is not on the public internet`), { code: NOT_PUBLIC });

/** For tests: another resolver, and a host of this machine in the place of one on the internet. */
interface Parts {
  lookup?: (
    hostname: string,
    options: { all: true },
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void;
  allows?: (address: string) => boolean;
  port?: string;
  ca?: string;
}

/** A fetch that reaches public hosts at port 443 only and follows no redirect. */
export function fetchPublicOnly({ lookup = systemLookup, allows = isPublicAddress, port = '443', ca }: Parts = {}) {
  const guarded: LookupFunction = (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error) return done(error, []);
      // One public address beside a private one is a trap, not a choice.
      if (!first || !found.every(({ address }) => allows(address))) return done(refused(hostname), []);
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
  const dial = buildConnector({ lookup: guarded, ...(ca === undefined ? {} : { ca }) });
  const dispatcher = new Agent({
    // A host that is an address already is never looked up.
    connect: (target, done) => {
      const host = bare(target.hostname);
      const fits = target.protocol === 'https:' && (target.port || '443') === port;
      if (!fits || (isIP(host) !== 0 && !allows(host))) return done(refused(target.host ?? host), null);
      return dial(target, done);
    },
  });
  return ((input: Parameters<typeof send>[0], init?: Parameters<typeof send>[1]) =>
    send(input, { ...init, redirect: 'manual', dispatcher })) as unknown as typeof fetch;
}

const toPublic = fetchPublicOnly();

/** For calls to an address that a user typed. @param instead the one that the installation puts in its place, if any */
export const publicOnly = (options: HttpOptions, instead?: string): HttpOptions =>
  instead === undefined ? { ...options, fetch: options.fetch ?? toPublic } : options;
