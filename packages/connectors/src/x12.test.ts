import { describe, expect, it } from 'vitest';
import { Unfit } from './read.ts';
import { readInterchange, writeInterchange } from './x12.ts';

const ISA =
  'ISA*00*          *00*          *ZZ*HOMEDEPOT      *ZZ*TRADEWINDHOME  *261122*0830*^*00406*000000017*0*P*>~';
const order = (se = '5', ge = '1', iea = '000000017') =>
  `${ISA}\nGS*PO*HOMEDEPOT*TRADEWINDHOME*20261122*0830*17*X*004060~\nST*850*0001~\nBEG*00*SA*45678901**20261122~\n` +
  `N1*ST*RDC 5523*92*5523~\nPO1*1*4*EA*19.50**VN*CHAIR~\nSE*${se}*0001~\nGE*${ge}*17~\nIEA*1*${iea}~\n`;
const acceptance = [
  ['AK1', 'PO', '17'],
  ['AK2', '850', '0001'],
  ['AK5', 'A'],
  ['AK9', 'A', '1', '1', '1'],
];
const envelope = {
  sender: 'TRADEWINDHOME',
  receiver: 'HOMEDEPOT',
  control: 31,
  at: new Date('2026-11-22T09:05:00Z'),
  group: 'FA',
  code: '997',
};

describe('an interchange', () => {
  it('is read into its groups and messages, whatever parts it', () => {
    const plain = readInterchange(order());
    expect(plain).toMatchObject({ sender: 'HOMEDEPOT', receiver: 'TRADEWINDHOME', control: '000000017' });
    expect(plain.groups).toMatchObject([{ code: 'PO', control: '17', messages: [{ code: '850', control: '0001' }] }]);
    expect(plain.groups[0]?.messages[0]?.segments[0]).toEqual(['BEG', '00', 'SA', '45678901', '', '20261122']);
    expect(plain.groups[0]?.messages[0]?.problem).toBeUndefined();
    const others = order().replaceAll('\n', '').replaceAll('*', '|').replaceAll('~', '\n');
    expect(readInterchange(others)).toEqual(plain);
  });

  it('that was cut off or does not hold what it says is none', () => {
    for (const bad of [order().slice(0, 250), order('5', '2'), order('5', '1', '000000018'), 'BEG*00~', ''])
      expect(() => readInterchange(bad)).toThrow(Unfit);
  });

  it('keeps a message apart that has lost a segment', () => {
    expect(readInterchange(order('6')).groups[0]?.messages[0]?.problem).toContain('SE01');
  });

  it('is written as wide as it has to be, and read as it was written', () => {
    const text = writeInterchange(envelope, acceptance);
    expect(text.indexOf('~')).toBe(105);
    expect(text).toContain('*261122*0905*^*00406*000000031*0*P*>~');
    expect(text).toContain('SE*6*0001~');
    expect(readInterchange(text).groups).toMatchObject([
      { code: 'FA', control: '31', messages: [{ segments: acceptance }] },
    ]);
  });

  it('is not torn by what people write', () => {
    const text = writeInterchange(envelope, [['NTE', 'GEN', 'a*b~c>d^e\nf']]);
    expect(readInterchange(text).groups[0]?.messages[0]?.segments).toEqual([['NTE', 'GEN', 'a b c d e f']]);
  });
});
