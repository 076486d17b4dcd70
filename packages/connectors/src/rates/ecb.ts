import { createHttp, kindOfStatus } from '../http.ts';
import { ConnectorError, type Decimal, type HttpOptions } from '../types.ts';

/** Reference rates of a day: units of each currency for one euro. */
export interface RateDay {
  day: string;
  perEuro: Readonly<Record<string, Decimal>>;
}

export interface RateSource {
  /** The latest published day. There is none for weekends and holidays of the TARGET calendar. */
  latest(): Promise<RateDay>;
  /** The last ninety days, oldest first. */
  ninetyDays(): Promise<RateDay[]>;
}

const ECB = 'ecb';
const PRODUCTION = 'https://www.ecb.europa.eu/stats/eurofxref';

/** The European Central Bank's reference rates: no key, once a working day at about 16:00 CET. */
export function createEcb(options: HttpOptions = {}): RateSource {
  const http = createHttp(ECB, options);
  const base = options.baseUrls?.api ?? PRODUCTION;
  const read = async (file: string): Promise<RateDay[]> => {
    const answer = await http({
      method: 'GET',
      url: `${base}/${file}`,
      headers: { accept: 'text/xml' },
      effect: 'read',
    });
    if (answer.status !== 200)
      throw new ConnectorError(ECB, kindOfStatus(answer.status, 'read'), `the ECB answered ${answer.status}`);
    return parseRates(answer.text);
  };
  return {
    latest: async () => {
      const newest = (await read('eurofxref-daily.xml')).at(-1);
      if (!newest) throw new ConnectorError(ECB, 'malformed', 'the ECB published no day');
      return newest;
    },
    ninetyDays: () => read('eurofxref-hist-90d.xml'),
  };
}

const TAG = /<(?:\w+:)?Cube\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const RATE = /^\d{1,9}(\.\d{1,10})?$/;

/** @throws ConnectorError where the text is none of the bank's documents: a page of a proxy, half a file */
export function parseRates(xml: string): RateDay[] {
  const text = xml.replaceAll(/<!--[\s\S]*?-->/g, '');
  if (!/<\/(?:\w+:)?Envelope>\s*$/.test(text)) throw new ConnectorError(ECB, 'malformed', 'not a document of the ECB');
  const days: { day: string; perEuro: Record<string, string> }[] = [];
  for (const [, attributes = ''] of text.matchAll(TAG)) {
    const read = Object.fromEntries(
      [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, double ?? single ?? '']),
    );
    if (read.time !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(read.time)) days.push({ day: read.time, perEuro: {} });
    const { currency = '', rate = '' } = read;
    const current = days.at(-1);
    if (current && /^[A-Z]{3}$/.test(currency) && RATE.test(rate) && Number(rate) > 0) current.perEuro[currency] = rate;
  }
  const full = days.filter((day) => Object.keys(day.perEuro).length > 0);
  if (full.length === 0) throw new ConnectorError(ECB, 'malformed', 'a document of the ECB without rates');
  return full.toSorted((a, b) => a.day.localeCompare(b.day));
}
