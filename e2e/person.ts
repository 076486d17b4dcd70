import { randomInt } from 'node:crypto';
import { type Call, type Envelope, type InputOf, type ResultOf, WEB_HEADER } from '@tradewind/contract/call.ts';
import { login } from '@tradewind/contract/identity.ts';
import { listenToHints } from '@tradewind/contract/messages.ts';
import axe from 'axe-core';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { application, giveBack, lendWindow, picture } from './worker.ts';

export interface Look {
  language: 'zh' | 'en';
  theme: 'light' | 'dark';
  width: 1440 | 390;
}
const EVERYDAY: Look = { language: 'zh', theme: 'light', width: 1440 };
/** Both languages, both themes, a desk and a telephone: what is looked at everywhere is looked at like this. */
export const LOOKS = [
  EVERYDAY,
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'light', width: 390 },
] as const satisfies readonly Look[];
/** Those beside the one in which people work in the tests. */
export const OTHER_LOOKS: readonly Look[] = LOOKS.slice(1);
const PASSWORD = 'Tradewind2026';
const SETTLES_MS = 60_000;
/** After two frames: does the page ask for nothing, stand in for nothing that is to come, and move nothing? */
const CALM = `new Promise((done) => {
  const loading = '.ant-skeleton-active, .ant-spin-spinning, .tw-bar';
  const moves = (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity;
  const calm = () => window.tradewindInFlight?.() === 0
    && ![...document.querySelectorAll(loading)].some((one) => one.checkVisibility({ visibilityProperty: true }))
    && !document.getAnimations().some(moves);
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(calm()))));
})`;
export const nameOf = (look: Look) => `${look.language}-${look.theme}-${look.width}`;

export interface Person {
  page: Page;
  context: BrowserContext;
  /** What the browser complained about: errors of scripts and failed loads. */
  complaints: string[];
  go(hash: string): Promise<void>;
  /** The session begins by a call: no page is loaded until the person goes to one. */
  signIn(userLoginId: string, password?: string): Promise<void>;
  /** On the sign-in page. `leadsTo`: where that leads, if not home. */
  signInByForm(userLoginId: string, password?: string, leadsTo?: RegExp): Promise<void>;
  /** The session is over and the sign-in stands there, in the page as it was loaded anew. */
  isSignedOut(): Promise<void>;
  /** Its window hears of news from now on: what is sent before, it would only ask for later. */
  listens(): Promise<void>;
  /** Nothing is asked for any more, and all that came is drawn. */
  settled(): Promise<void>;
  /** Ticks all rows of a list's page, in Chinese, once they are there: new rows take the ticks of those before with them. */
  tickPage(): Promise<void>;
  /** A bulk action of a list, in Chinese: in sight, or among the others where the bar has no room for it. */
  act(name: string): Promise<void>;
  /**
   * Turns to a tab of a list. The page is drawn anew while the old one still stands and looks calm; what is ticked in it
   * then goes with it.
   */
  tab(name: RegExp): Promise<void>;
  /** For whoever looks at the pages: `npm test -- e2e --pictures` keeps them in e2e/artifacts. Nobody looks at them in CI. */
  picture(name: string): Promise<void>;
  /** In a field that searches for what is typed. The choice stands in it then. */
  choose(field: Locator, text: string): Promise<void>;
  /** Into the field of the page's scanner. Each step has a field of its own: wait for the step's prompt first. */
  scan(code: string): Promise<void>;
  /** The program's own calls in this person's name, for what a test needs but is not about. */
  call<C extends Call>(call: C, input: InputOf<C>): Promise<ResultOf<C>>;
  close(): Promise<void>;
}

interface Unusual {
  /** Elsewhere they only cost time: they keep the application's files for each person anew. */
  serviceWorkers?: boolean;
}

/** Somebody with a browser of their own, in front of the application. */
export async function somebody(look: Look = EVERYDAY, { serviceWorkers = false }: Unusual = {}): Promise<Person> {
  const { url } = application;
  const page = await lendWindow({
    viewport: { width: look.width, height: look.width === 390 ? 844 : 900 },
    locale: look.language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    colorScheme: look.theme,
    // What still unfolds lets a click fall beside.
    reducedMotion: 'reduce',
    hasTouch: look.width === 390,
    serviceWorkers: serviceWorkers ? 'allow' : 'block',
  });
  const context = page.context();
  // As many people as behind a proxy: what the program limits by address is not shared by all tests of a run.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  await context.addCookies([{ name: 'language', value: look.language, url }]);
  let listening = Promise.withResolvers<void>();
  page.on('response', (response) => {
    if (response.url().includes(listenToHints.path) && response.ok()) listening.resolve();
  });
  page.on('domcontentloaded', () => {
    listening = Promise.withResolvers<void>();
  });
  /** What the browser waits for. The listening to hints never ends. */
  const inFlight = new Set<Request>();
  page.on('request', (request) => {
    // With its document what it asked for is gone, often without a word.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) inFlight.clear();
    if (!request.url().includes(listenToHints.path)) inFlight.add(request);
  });
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const refused = /status of (400|401|403|404|409|422)/.test(message.text());
    // The pictures of listings lie with their platforms, which a test does not reach.
    const elsewhere = /^https:/.test(message.location().url);
    if (message.type() === 'error' && !refused && !elsewhere) complaints.push(message.text());
  });
  const go = async (hash: string) => {
    // A mouse that rests on a button keeps its hint open over the next page.
    await page.mouse.move(0, look.width === 390 ? 840 : 890);
    await page.goto(`${url}/#${hash}`);
  };
  const call: Person['call'] = async (to, input) => {
    const query = to.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const answer = await page.request.fetch(`${url}/api${to.path}${query}`, {
      method: to.method,
      headers: { [WEB_HEADER]: 'web', 'content-type': 'application/json' },
      ...(to.method === 'POST' ? { data: JSON.stringify(input) } : {}),
    });
    const { code, msg, data } = (await answer.json()) as Envelope<ResultOf<typeof to>>;
    if (code !== 200) throw new Error(`${to.path}: ${code} ${msg} ${JSON.stringify(data)}`);
    return data;
  };
  const settled = async () => {
    const until = Date.now() + SETTLES_MS;
    // While the page changes to another one it cannot be asked.
    const isCalm = async () => (await page.evaluate(CALM).catch(() => false)) === true && inFlight.size === 0;
    // What came may ask for more once it is drawn.
    for (let calm = 0; calm < 3; calm = (await isCalm()) ? calm + 1 : 0)
      if (Date.now() > until) throw new Error(`${page.url()} is still loading`);
  };
  return {
    page,
    context,
    complaints,
    go,
    signIn: async (userLoginId, password = PASSWORD) => {
      await call(login, { userLoginId, password });
    },
    signInByForm: async (userLoginId, password = PASSWORD, leadsTo = /#\/Mainpage/) => {
      await go('/login');
      await page.getByLabel(/用户名|Username/).fill(userLoginId);
      await page.getByLabel(/^(密码|Password)$/).fill(password);
      await page.getByRole('button', { name: /^(登\s*录|Sign in)$/ }).click();
      await page.waitForURL(leadsTo);
    },
    isSignedOut: async () => {
      await page.getByRole('button', { name: /^(登\s*录|Sign in)$/ }).waitFor();
      expect(page.url()).toMatch(/#\/login\?isLogout=1/);
    },
    listens: () => listening.promise,
    settled,
    tickPage: async () => {
      await settled();
      await page.getByRole('checkbox', { name: '勾选本页' }).check();
    },
    act: async (name) => {
      // The bar measures first which buttons have room.
      await settled();
      const named = { name: new RegExp(`(^|\\s)${name}(\\s|$)`) };
      const inSight = page.locator('.tw-toolbar').getByRole('button', named);
      if (await inSight.isVisible()) return inSight.click();
      await page.getByRole('button', { name: '更多操作' }).click();
      const item = page.getByRole('menuitem', named);
      await item.waitFor();
      // A menu that still unfolds lets a click fall beside.
      await settled();
      await item.click();
    },
    tab: async (name) => {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
    },
    picture: async (name) => {
      if (process.env.E2E_PICTURES) await picture(page, name);
    },
    choose: async (field, text) => {
      await field.fill(text);
      // Its own list: that of the field before may still be closing.
      const list = page.locator('.ant-select-dropdown', {
        has: page.locator(`[id="${await field.getAttribute('id')}_list"]`),
      });
      await list.locator('.ant-select-item-option:visible', { hasText: text }).first().click();
      const box = field.locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " ant-select ")][1]');
      await box.filter({ hasText: text }).waitFor();
    },
    scan: async (code) => {
      await page.locator('.tw-scan-input').fill(code);
      await page.keyboard.press('Enter');
    },
    call,
    close: () => giveBack(page),
  };
}

/** Which of axe's rules: all, those of colours, or all but those. */
export type Rules = 'all' | 'contrast' | 'shape';

interface Finding {
  id: string;
  impact?: string | null;
  nodes: { target: string[] }[];
}

/** Where axe looks: of a long list at its first rows, and at the shell around the page only once for each window. */
const LONG_LISTS = 'tbody tr:nth-child(n + 4)';
const SHELL = ['.tw-side', '.tw-top', '.tw-tabs'];

/** What axe finds of the page as it is now: serious and critical only, each with where. */
export async function seriousFindings(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // A loaded window keeps axe over its pages: its source is as long as the application.
  const known = await page.evaluate<boolean>('typeof axe !== "undefined"');
  if (!known) await page.evaluate(axe.source);
  const context = { exclude: [LONG_LISTS, ...(known ? SHELL : [])] };
  const options = {
    resultTypes: ['violations'],
    iframes: false,
    // Would fetch and read all style sheets again, for rules that are off.
    preload: false,
    // What `region` finds is never serious, and takes a fifth of the time.
    ...(rules === 'contrast'
      ? { runOnly: ['color-contrast'] }
      : { rules: { region: { enabled: false }, 'color-contrast': { enabled: rules === 'all' } } }),
  };
  const found = await page.evaluate<Finding[]>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target }) => ({ target })) })))`,
  );
  return found
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}
