import { describe, expect, it } from 'vitest';
import { readAnswers } from './dock.ts';
import { instantAt, zoneOf } from './facility.ts';
import { readOrders } from './orders.ts';

const FILE = { name: 'a.edi', modifiedAt: Date.parse('2026-11-22T14:00:00Z') };
const wrapped = (code: string, messages: string[][]) => {
  const sets = messages.map(
    (one, at) => `ST*${code}*000${at + 1}~${one.map((line) => `${line}~`).join('')}SE*${one.length + 2}*000${at + 1}~`,
  );
  return `ISA*00*          *00*          *ZZ*HOMEDEPOT      *ZZ*TRADEWINDHOME  *261122*0830*^*00406*000000017*0*P*>~GS*PO*HOMEDEPOT*TRADEWINDHOME*20261122*0830*17*X*004060~${sets.join('')}GE*${sets.length}*17~IEA*1*000000017~`;
};
const order = (
  facility: string,
  more: string[] = ['PO1*1*4*EA*19.50**SK*100200300*VN*CHAIR', 'PID*F****Oak chair'],
) => [
  'BEG*00*SA*45678901**20261122',
  'CUR*BY*USD',
  'DTM*037*20261124',
  'DTM*038*20261201',
  `N1*ST*Home Depot ${facility}*92*${facility.slice(-4)}`,
  'N3*100 Crossdock Way',
  'N4*Dallas*TX*75201*US',
  ...more,
];

describe('purchase orders', () => {
  it('of one number for two places are two orders', () => {
    const found = readOrders(wrapped('850', [order('RDC 5523'), order('Store 0123')]), FILE);
    expect(found.map((one) => one.no)).toEqual(['45678901-5523', '45678901-0123']);
    const records = found.map(({ record }) => record.ok && record.order);
    expect(records).toMatchObject([
      { displayNo: '45678901', docking: { facility: '5523', facilityType: 'RDC', timeZone: 'America/Chicago' } },
      { displayNo: '45678901', docking: { facility: '0123', facilityType: 'store' } },
    ]);
    expect(records[0]).toMatchObject({
      status: 'toShip',
      orderedAt: '2026-11-22T13:30:00.000Z',
      // To the end of the day where the goods go to.
      shipBy: '2026-12-02T05:59:00.000Z',
      goodsAmount: '78.00',
      lines: [
        { platformLineId: '1', sellerSku: 'CHAIR', platformItemId: '100200300', title: 'Oak chair', quantity: 4 },
      ],
    });
  });

  it('are read whatever happens to an element that nobody needs', () => {
    const needed = ['BEG*1', 'BEG*3', 'N1*1', 'N1*4', 'PO1*1', 'PO1*2', 'PO1*3', 'PO1*8', 'PO1*9'];
    const segments = order('RDC 5523').map((one) => one.split('*'));
    const written = (all: string[][]) => wrapped('850', [all.map((one) => one.join('*'))]);
    const essence = (all: string[][]) => {
      const [found] = readOrders(written(all), FILE);
      const { record } = found ?? {};
      if (!record?.ok) return record?.reason;
      const [one, ...more] = record.order.lines;
      return [record.order.platformOrderNo, one?.platformLineId, one?.sellerSku, one?.quantity, more.length];
    };
    for (const [at, segment] of segments.entries()) {
      const [name = ''] = segment;
      if (!needed.some((one) => one.startsWith(`${name}*`)))
        expect([name, essence(segments.toSpliced(at, 1))]).toEqual([name, ['45678901-5523', '1', 'CHAIR', 4, 0]]);
      for (const [index, element] of segment.entries())
        for (const bent of index === 0 || needed.includes(`${name}*${index}`)
          ? []
          : ['', '??', element.toLowerCase()]) {
          const what = `${name}${index} "${bent}"`;
          const bentSegments = segments.with(at, segment.with(index, bent));
          expect([what, essence(bentSegments)]).toEqual([what, ['45678901-5523', '1', 'CHAIR', 4, 0]]);
        }
    }
    expect(essence(segments.with(7, 'PO1*1*4*ea*19.50**VN*CHAIR'.split('*')))).toContain('CHAIR');
  });

  it('have unknown amounts where a price is missing or cannot be read', () => {
    const unknown = (price: string) =>
      readOrders(wrapped('850', [order('RDC 5523', [`PO1*1*4*EA*${price}**VN*CHAIR`])]), FILE).map(
        ({ record }) => record.ok && record.order.amountsUnknown,
      );
    expect([unknown(''), unknown('free'), unknown('19.50')]).toEqual([[true], [true], [undefined]]);
  });

  it('are set aside one by one, each with what is wrong', () => {
    const bad = [
      order('RDC 5523', ['PO1*1*4*CA*19.50**VN*CHAIR']),
      order('RDC 5523', ['PO1*1*0*EA*19.50**VN*CHAIR']),
      order('RDC 5523', []),
      order('RDC 5523').filter((line) => !line.startsWith('N1')),
      order('SDC 5644'),
    ];
    const found = readOrders(wrapped('850', bad), FILE);
    expect(found.map(({ record }) => record.ok)).toEqual([false, false, false, false, true]);
    expect(found.map(({ record }) => !record.ok && record.reason.split(':')[0])).toEqual([
      'PO11.unit',
      'PO11.quantity',
      'PO1',
      'N1*ST',
      false,
    ]);
    expect(readOrders('no EDI at all', FILE)).toMatchObject([{ record: { ok: false } }]);
  });
});

describe('answers of the dock', () => {
  it('are told from what is none of them', () => {
    const said = (lines: string[], code = '754') => readAnswers(wrapped(code, [lines]));
    expect(said(['BGN*11*A1*20261122*0830**DA-1-1**AC', 'G62*70*20301104*Z*0930', 'N9*AO*RT1', 'TD5**2*CNWY'])).toEqual(
      [{ kind: 'confirmed', reference: 'DA-1-1', at: '2030-11-04T09:30', routingId: 'RT1', scac: 'CNWY' }],
    );
    expect(said(['BGN*11*A1*20261122*0830**DA-1-1**RJ', 'NTE*GEN*Full'])).toEqual([
      { kind: 'refused', reference: 'DA-1-1', reason: 'Full' },
    ]);
    expect(said(['BRA*R1*20261122*00*1', 'REF*PO*45678901', 'N1*ST**92*5523'], '861')).toEqual([
      { kind: 'received', platformOrderNo: '45678901-5523' },
    ]);
    expect(said(['BGN*11*A1*20261122*0830**DA-1-1**AC'])).toEqual([]);
    expect(readAnswers('no EDI')).toEqual([]);
  });
});

describe('the clock of a place', () => {
  it('is that of its state, and changes with it', () => {
    expect([zoneOf('TX'), zoneOf('AZ'), zoneOf(undefined)]).toEqual([
      'America/Chicago',
      'America/Phoenix',
      'America/New_York',
    ]);
    expect(instantAt('20260308', '0130', 'America/New_York')).toBe('2026-03-08T06:30:00.000Z');
    expect(instantAt('20260308', '0330', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
    expect(instantAt('20261101', '1200', 'America/New_York')).toBe('2026-11-01T17:00:00.000Z');
    expect(instantAt('', '0000', 'America/New_York')).toBeUndefined();
  });
});
