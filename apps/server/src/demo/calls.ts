import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { areas } from '../areas.ts';
import type { App } from '../core/app.ts';
import type { Actor, Ctx } from '../core/context.ts';
import { cookieName } from '../core/http/cookies.ts';
import type { Route } from '../core/http/routes.ts';
import { actingAs, at, type DemoContext } from './context.ts';

export type Caller = <C extends Call>(call: C, input: InputOf<C>) => Promise<ResultOf<C>>;

const served = new WeakMap<App, ReadonlyMap<string, Route>>();

function routesOf(app: App): ReadonlyMap<string, Route> {
  const known = served.get(app);
  if (known) return known;
  const routes = areas.flatMap((area) => area.routes?.(app) ?? []);
  const byPath = new Map(routes.map((route) => [`${route.call.method} ${route.call.path}`, route]));
  served.set(app, byPath);
  return byPath;
}

/**
 * Makes calls of the contract inside the process: the same checks and verbs as over HTTP, in the company's name.
 * `cookies` gets what the calls would give a browser to keep.
 */
export function caller(app: App, ctx: Ctx, cookies: Record<string, string> = {}): Caller {
  const routes = routesOf(app);
  const request = {
    ...ctx,
    address: '127.0.0.1',
    userAgent: ctx.actor.name,
    tokenHash: undefined,
    cookies,
    setCookie: (name: string, value: string) => {
      cookies[name] = value;
    },
  };
  return async (call, input) => {
    const route = routes.get(`${call.method} ${call.path}`);
    if (!route) throw new Error(`Nobody answers ${call.method} ${call.path}`);
    const answer = await route.handler(app, request, call.input.parse(input) as never);
    return call.result.parse(JSON.parse(JSON.stringify(answer))) as ResultOf<typeof call>;
  };
}

/** Those cookies as a browser sends them. */
export const cookieHeader = ({ config }: App, cookies: Record<string, string>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${cookieName(config, name)}=${value}`)
    .join('; ');

/** Calls of one of the staff at an hour of so many days ago, at the latest now. */
export function callerAt(demo: DemoContext, who: string | Actor, daysAgo: number, hour: number): Caller {
  const now = new Date(Math.min(at(demo, daysAgo, hour).getTime(), Date.now()));
  const ctx = actingAs(demo, typeof who === 'string' ? who : who.name, now);
  return caller(demo.app, typeof who === 'string' ? ctx : { ...ctx, actor: who });
}
