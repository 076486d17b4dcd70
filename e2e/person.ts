import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Call, type Envelope, type InputOf, type ResultOf, WEB_HEADER } from '@tradewind/contract/call.ts';
import { listenToHints } from '@tradewind/contract/messages.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { chromiumPath } from '../scripts/chromium.ts';

export interface Look {
  language: 'zh' | 'en';
  theme: 'light' | 'dark';
  width: 1440 | 390;
}
const EVERYDAY: Look = { language: 'zh', theme: 'light', width: 1440 };
export const LOOKS: Look[] = [
  EVERYDAY,
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'zh', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'zh', theme: 'light', width: 390 },
  { language: 'en', theme: 'dark', width: 390 },
];
/** What stands there until something has come. */
const LOADING = '.ant-skeleton-active, .ant-spin-spinning, .tw-bar';
const SETTLES_MS = 20_000;
export const nameOf = (look: Look) => `${look.language}-${look.theme}-${look.width}`;

export interface Person {
  page: Page;
  context: BrowserContext;
  /** What the browser complained about: errors of scripts and failed loads. */
  complaints: string[];
  go(hash: string): Promise<void>;
  /** `leadsTo`: where the sign-in leads, if not home. */
  signIn(userLoginId: string, password?: string, leadsTo?: RegExp): Promise<void>;
  /** The session is over and the sign-in stands there, in the page as it was loaded anew. */
  isSignedOut(): Promise<void>;
  /** Its window hears of news from now on: what is sent before, it would only ask for later. */
  listens(): Promise<void>;
  /** Nothing is loading any more and nothing moves. */
  settled(): Promise<void>;
  picture(name: string): Promise<void>;
  /** The program's own calls in this person's name, for what a test needs but is not about. */
  call<C extends Call>(call: C, input: InputOf<C>): Promise<ResultOf<C>>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const sandboxed = process.platform !== 'linux' || userInfo().uid !== 0;
  return chromium.launch({ executablePath: chromiumPath(), args: sandboxed ? [] : ['--no-sandbox'] });
}

/** Somebody with a browser of their own, in front of the program. */
export async function somebody(browser: Browser, look: Look = EVERYDAY): Promise<Person> {
  const url = inject('url');
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.width === 390 ? 844 : 900 },
    locale: look.language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    colorScheme: look.theme,
    // What still unfolds lets a click fall beside.
    reducedMotion: 'reduce',
    hasTouch: look.width === 390,
    // As many people as behind a proxy: what the program limits by address is not shared by all tests of a run.
    extraHTTPHeaders: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
  });
  await context.addCookies([{ name: 'language', value: look.language, url }]);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  let listening = Promise.withResolvers<void>();
  page.on('response', (response) => {
    if (response.url().includes(listenToHints.path) && response.ok()) listening.resolve();
  });
  page.on('domcontentloaded', () => {
    listening = Promise.withResolvers<void>();
  });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (400|401|403|404|409|422)/.test(message.text()))
      complaints.push(message.text());
  });
  const go = async (hash: string) => {
    // A mouse that rests on a button keeps its hint open over the next page.
    await page.mouse.move(0, look.width === 390 ? 840 : 890);
    await page.goto(`${url}/#${hash}`);
  };
  return {
    page,
    context,
    complaints,
    go,
    signIn: async (userLoginId, password = 'Tradewind2026', leadsTo = /#\/Mainpage/) => {
      await go('/login');
      await page.getByLabel(/登录账号|Login id/).fill(userLoginId);
      await page.getByLabel(/^(密码|Password)$/).fill(password);
      await page.getByRole('button', { name: /^(登\s*录|Log in)$/ }).click();
      await page.waitForURL(leadsTo);
    },
    isSignedOut: async () => {
      await page.getByRole('button', { name: /^(登\s*录|Log in)$/ }).waitFor();
      expect(page.url()).toMatch(/#\/login\?isLogout=1/);
    },
    listens: () => listening.promise,
    settled: async () => {
      await page.waitForLoadState('networkidle');
      const busy = page.locator(LOADING).filter({ visible: true });
      const until = Date.now() + SETTLES_MS;
      // What was asked for may be drawn a moment after it came, and ask for more.
      for (let calm = 0; calm < 3; calm = (await busy.count()) === 0 ? calm + 1 : 0) {
        if (Date.now() > until) throw new Error(`${page.url()} is still loading`);
        await page.waitForTimeout(100);
      }
    },
    picture: async (name) => {
      const file = join(import.meta.dirname, 'artifacts', `${name}.png`);
      mkdirSync(dirname(file), { recursive: true });
      await page.screenshot({ path: file });
    },
    call: async (call, input) => {
      const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
      const answer = await page.request.fetch(`${url}/api${call.path}${query}`, {
        method: call.method,
        headers: { [WEB_HEADER]: 'web', 'content-type': 'application/json' },
        ...(call.method === 'POST' ? { data: JSON.stringify(input) } : {}),
      });
      const { code, msg, data } = (await answer.json()) as Envelope<ResultOf<typeof call>>;
      if (code !== 200) throw new Error(`${call.path}: ${code} ${msg} ${JSON.stringify(data)}`);
      return data;
    },
    close: () => context.close(),
  };
}

/** What axe finds of the page as it is now: serious and critical only, each with where. Of a long list its first rows. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .exclude('tbody tr:nth-child(n + 4)')
    // No frame of ours comes from elsewhere: without a page of its own for each look, and of what is wrong only, it takes a third.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return found.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}
