import type { FastifyInstance } from 'fastify';
import type { Context, ErrorForms } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';

/** Units for one euro, around which the days of the stand-in move a little. */
const AROUND: Readonly<Record<string, number>> = {
  USD: 1.1587,
  JPY: 175.5,
  CZK: 24.41,
  DKK: 7.4661,
  GBP: 0.873,
  HUF: 391,
  PLN: 4.2528,
  RON: 5.1563,
  SEK: 11,
  CHF: 0.9322,
  NOK: 11.7857,
  TRY: 47.9651,
  AUD: 1.7742,
  BRL: 6.25,
  CAD: 1.6208,
  CNY: 8.25,
  HKD: 9.0164,
  IDR: 19186,
  INR: 101.601,
  KRW: 1650,
  MXN: 21.4286,
  MYR: 4.8817,
  NZD: 2.0122,
  PHP: 67.6229,
  SGD: 1.5055,
  THB: 37.6712,
  ZAR: 20.2206,
};
const DAY_MS = 86_400_000;
/** Published at about 16:00 CET. */
const PUBLISHED_MS = 15 * 3_600_000;

/** The European Central Bank's rate files, for working days up to the sandbox's today. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const back = (days: number) => {
    const last = Math.floor((ctx.world.clock.now() - PUBLISHED_MS) / DAY_MS);
    return Array.from({ length: days }, (_, before) => last - before).filter(isWorkingDay);
  };
  app.get('/ecb/eurofxref-daily.xml', (_request, reply) => reply.type('text/xml').send(envelope(back(3).slice(0, 1))));
  app.get('/ecb/eurofxref-hist-90d.xml', (_request, reply) => reply.type('text/xml').send(envelope(back(90))));
  return {};
}

const errors: ErrorForms = {
  throttled: (reply) => reply.code(429).type('text/plain').send('Too Many Requests'),
  broken: (reply) => reply.code(503).type('text/html').send('<html><body>Service Unavailable</body></html>'),
};

export const ecbPlatform: SandboxPlatform = { name: 'ecb', shops: [], errors, register };

/** 1 January 1970 was a Thursday. */
const isWorkingDay = (day: number) => (day + 3) % 7 < 5;

function envelope(days: readonly number[]): string {
  const cubes = days.map((day) => {
    const rates = Object.entries(AROUND).map(
      ([currency, rate], i) => `<Cube currency='${currency}' rate='${moved(rate, day, i)}'/>`,
    );
    return `<Cube time='${new Date(day * DAY_MS).toISOString().slice(0, 10)}'>${rates.join('')}</Cube>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube>${cubes.join('\n')}</Cube>
</gesmes:Envelope>`;
}

/** Up to half a percent up or down, the same for the same day. */
function moved(rate: number, day: number, i: number): string {
  const digits = rate > 100 ? 2 : 4;
  return (rate * (1 + 0.005 * Math.sin(day * 0.9 + i * 1.7))).toFixed(digits);
}
