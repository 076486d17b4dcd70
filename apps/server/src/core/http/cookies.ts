import { HOST_ONLY } from '@tradewind/contract/call.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const isSecure = ({ publicUrl }: Config): boolean => publicUrl.startsWith('https:');

/** How a cookie is called on its way: behind https a browser then takes it from this very host alone. */
export const cookieName = (config: Config, name: string): string => (isSecure(config) ? `${HOST_ONLY}${name}` : name);

export function keepCookie(config: Config, reply: FastifyReply, name: string, value: string, maxAge: number): void {
  const secure = isSecure(config);
  reply.setCookie(cookieName(config, name), value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
}

/** Leaves the request the cookies that are certainly ours, under their own names. */
export function ownCookies(config: Config, request: FastifyRequest): void {
  if (!isSecure(config)) return;
  const own = Object.entries(request.cookies).filter(([name]) => name.startsWith(HOST_ONLY));
  request.cookies = Object.fromEntries(own.map(([name, value]) => [name.slice(HOST_ONLY.length), value]));
}
