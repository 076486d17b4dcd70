import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { inject } from 'vitest';
import { chromiumPath } from '../scripts/chromium.ts';
import type { Application } from './program.ts';

/** The application that this worker's files have for themselves. */
export const application: Application = ofWorker(Number(process.env.VITEST_POOL_ID));

let browser: Promise<Browser> | undefined;
const contexts = new Set<BrowserContext>();

function ofWorker(number: number): Application {
  const found = inject('applications')[number - 1];
  if (!found) throw new Error(`No application runs for worker ${number}`);
  return found;
}

/** Scripts live too short here for the optimizing compiler and its threads: without them a run takes a sixth less. */
const SHORT_LIVED = '--js-flags=--single-threaded,--no-turbofan,--max-lazy,--min-semi-space-size=32';

function openBrowser(): Promise<Browser> {
  const sandboxed = process.platform !== 'linux' || userInfo().uid !== 0;
  const args = sandboxed ? [SHORT_LIVED] : [SHORT_LIVED, '--no-sandbox'];
  return chromium.launch({ executablePath: chromiumPath(), args });
}

/** A browser window that shares nothing with others. All files of the worker open theirs in one browser. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  if (browser && !(await browser).isConnected()) browser = undefined;
  browser ??= openBrowser();
  const context = await (await browser).newContext(options);
  contexts.add(context);
  context.once('close', () => contexts.delete(context));
  return context;
}

export async function picture(page: Page, name: string): Promise<void> {
  const file = join(import.meta.dirname, 'artifacts', `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file });
}

/** A window that one person has after another. */
interface Lent {
  /** How it was opened: whoever wants the same can have it. */
  kind: string;
  page: Page;
  cdp: CDPSession;
  /** A test changed in it what the next person would meet. */
  changed: boolean;
}
const lent = new Map<Page, Lent>();
const free: Lent[] = [];
const FREE_AT_MOST = 6;
/** What stays with a window, some of it for good. */
const CHANGES = [
  ...['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'routeFromHAR', 'routeWebSocket', 'emulateMedia'],
  ...[
    'setViewportSize',
    'setOffline',
    'setGeolocation',
    'grantPermissions',
    'install',
    'setFixedTime',
    'setSystemTime',
  ],
];
const EVENTS = [
  ...['request', 'response', 'requestfinished', 'requestfailed', 'domcontentloaded'],
  ...['pageerror', 'console', 'dialog', 'download', 'popup'],
];

/**
 * The page of a window with nothing in it. It may have been another person's before: its process has then read and
 * compiled the program, which takes most of the time that a new window costs.
 */
export async function lendWindow(options: BrowserContextOptions): Promise<Page> {
  const kind = JSON.stringify(options);
  const at = free.findIndex((one) => one.kind === kind && one.page.context().browser()?.isConnected());
  const [window = await newWindow(kind, options)] = at < 0 ? [] : free.splice(at, 1);
  lent.set(window.page, window);
  return window.page;
}

async function newWindow(kind: string, options: BrowserContextOptions): Promise<Lent> {
  const context = await newContext(options);
  const page = await context.newPage();
  const window: Lent = { kind, page, cdp: await context.newCDPSession(page), changed: false };
  for (const target of [page, context, context.clock] as unknown as Record<string, unknown>[])
    for (const name of CHANGES) {
      const method = target[name];
      if (typeof method !== 'function') continue;
      target[name] = (...args: unknown[]) => {
        window.changed = true;
        return method.apply(target, args);
      };
    }
  return window;
}

/** The person has left: another one may have the window, if it is as it was. */
export async function giveBack(page: Page): Promise<void> {
  const window = lent.get(page);
  if (!window) return;
  lent.delete(page);
  const keeps = !window.changed && free.length < FREE_AT_MOST;
  if (keeps && (await empty(window).catch(() => false))) free.push(window);
  else await page.context().close();
}

async function empty({ page, cdp }: Lent): Promise<boolean> {
  const context = page.context();
  // Tabs that opened go with their window: the closing of one that is still loading can be lost.
  if (context.pages().length > 1) return false;
  for (const event of EVENTS) page.removeAllListeners(event);
  // A file of the same origin: the page goes, and its process stays.
  await page.goto(`${application.url}/favicon.svg`);
  await page.evaluate('sessionStorage.clear()');
  for (const origin of [application.url, application.sandboxUrl])
    if (origin) await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Page.resetNavigationHistory');
  return true;
}

/** Of every window that is open, after a failure. */
export async function picturesOfAll(name: string): Promise<void> {
  const resting = new Set(free.map(({ page }) => page));
  const pages = [...contexts].flatMap((context) => context.pages()).filter((page) => !resting.has(page));
  const plain = name.replace(/[^\p{Letter}\p{Number}]+/gu, '-');
  // A window that hangs is no reason to hide why the test failed.
  await Promise.allSettled(pages.map((page, i) => picture(page, `${plain}-${i}`)));
}

/** After a file: nobody of it is left. */
export async function closeContexts(): Promise<void> {
  await Promise.all([...lent.keys()].map(giveBack));
  const kept = new Set(free.map(({ page }) => page.context()));
  await Promise.all([...contexts].filter((context) => !kept.has(context)).map((context) => context.close()));
}
