import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { noteArrival } from './arrival.ts';
import { isPublicPath } from './public-paths.ts';
import { redirectPath } from './redirect.ts';

const LISTED = [
  'login',
  'Forgetpassword',
  'retrievePassword',
  'ChangePassword',
  'publicAccessToken',
  'agreement',
  'privacy',
  'pricePlan',
  'choosePlan',
  'helpDoc',
  'helpDoc/support',
  'calculatePage',
  'Confirmshipment',
  'detailedinformation',
  'amazonAccessToken',
  'API',
  'API/token',
  'validateMail',
  'mailboxAuth',
  'shopBinding',
  'logisticsAuthResult',
  'logisticsDetail',
  'deliveryorder',
  'deliveryNote',
  'APP',
  'Nologinrequired',
  'Nologinrequiredhome',
  '404',
  'helpDoc/Storeauthorization/Temu',
  'helpDoc/Storeauthorization/TikTokUS',
];

test.each(LISTED)('§2 Public path /%s needs no login', (path) => {
  expect(isPublicPath(`/${path}`)).toBe(true);
});

test('§2 Any path containing V3 needs no login', () => {
  expect(isPublicPath('/V3')).toBe(true);
  expect(isPublicPath('/V3/orders/fba')).toBe(true);
  expect(isPublicPath('/docs/V3/token')).toBe(true);
});

test.each(['/Mainpage', '/order/all', '/system/account', '/businesst', '/error', '/table', '/helpDocument', '/loginX'])(
  '§2 %s is behind the guard',
  (path) => expect(isPublicPath(path)).toBe(false),
);

test('§2 The sign-in leads to the redirect parameter, and never off this program', () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  const to = (redirect: string) => redirectPath(new URLSearchParams({ redirect }));
  expect(to('/order/all?status=held&page=2')).toBe('/order/all?status=held&page=2');
  expect(to('//evil.example/x')).toBe('/');
  expect(to('https://evil.example')).toBe('/');
  expect(to('/login?isLogout=1')).toBe('/');
  expect(redirectPath(new URLSearchParams())).toBe('/');
  vi.unstubAllGlobals();
});

test('§4 The sign-in of a seller who began on a platform leads to the binding of what they came with', () => {
  const came = new URLSearchParams({ state: 'a b', redirect: '/order/all' });
  for (const path of ['/shopifyLogin', '/shopLogin', '/shopWarehouseLogin'])
    expect(redirectPath(came, path)).toBe('/shopBinding?state=a+b');
});

test('§4 Whoever registers first goes on with what they came with after the next sign-in, for half an hour', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  noteArrival('key-1');
  expect(redirectPath(new URLSearchParams())).toBe('/shopBinding?state=key-1');
  expect(redirectPath(new URLSearchParams({ redirect: '/order/all' }))).toBe('/order/all');
  noteArrival('key-2', Date.now() - 31 * 60_000);
  expect(redirectPath(new URLSearchParams())).toBe('/');
  vi.unstubAllGlobals();
});

test('§9 Request timeout is 500000 ms, error toasts stay 5000 ms, counts are polled every 300000 ms', () => {
  const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(source('../api/client.ts')).toMatch(/TIMEOUT_MS = 500_000;/);
  expect(source('../api/toast.ts')).toMatch(/ERROR_TOAST_SECONDS = 5;/);
  expect(source('./sidebar.tsx')).toMatch(/POLL_MS = 300_000;/);
});

test('§9 Mobile breakpoint 992 px, sidebar 250 px', () => {
  const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(source('./layout.tsx')).toMatch(/MOBILE_BELOW = 992;/);
  expect(source('./shell.css')).toMatch(/width: 250px;/);
});

test('§9 Idle time-out 600000 ms: warned a minute before, signed out at the end, never when it is off', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
  const { secondsLeft, WARN_MS } = await import('./idle.ts');
  const end = 600_000;
  expect(secondsLeft(0, end - WARN_MS - 1, 10)).toBeUndefined();
  expect(secondsLeft(0, end - WARN_MS, 10)).toBe(60);
  expect(secondsLeft(0, end - 1500, 10)).toBe(2);
  expect(secondsLeft(0, end, 10)).toBe(0);
  expect(secondsLeft(0, end * 100, 10)).toBe(0);
  expect(secondsLeft(0, end * 100, 0)).toBeUndefined();
  vi.unstubAllGlobals();
});
