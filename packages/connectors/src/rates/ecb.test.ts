import { describe, expect, it } from 'vitest';
import { parseRates } from './ecb.ts';

const document = (cubes: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
 <gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
 <Cube>${cubes}</Cube>
</gesmes:Envelope>`;

describe("the European Central Bank's documents", () => {
  it('are read whatever the quotes and the order of attributes', () => {
    const xml = document(
      `<Cube time='2026-01-05'><Cube currency='USD' rate='1.1000'/><Cube rate="7.7000" currency="CNY"/></Cube>`,
    );
    expect(parseRates(xml)).toEqual([{ day: '2026-01-05', perEuro: { USD: '1.1000', CNY: '7.7000' } }]);
  });

  it('come oldest first, without days and rates that are none', () => {
    const xml = document(
      `<Cube time='2026-01-06'><Cube currency='USD' rate='1.2'/><Cube currency='RUB' rate='N/A'/></Cube>
       <!-- <Cube time='2026-01-04'><Cube currency='USD' rate='9'/></Cube> -->
       <Cube time='2026-01-05'><Cube currency='USD' rate='1.1'/></Cube><Cube time='2026-01-07'></Cube>`,
    );
    expect(parseRates(xml)).toEqual([
      { day: '2026-01-05', perEuro: { USD: '1.1' } },
      { day: '2026-01-06', perEuro: { USD: '1.2' } },
    ]);
  });

  it.each([['<html>proxy</html>'], [document('')], [document(`<Cube time='2026-01-05'>`).slice(0, -20)], ['']])(
    'are refused when they are something else (%#)',
    (text) => {
      expect(() => parseRates(text)).toThrow(/ECB/);
    },
  );
});
