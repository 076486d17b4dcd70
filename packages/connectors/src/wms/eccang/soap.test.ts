import fc from 'fast-check';
import { expect, it } from 'vitest';
import { envelopeOf, jsonIn } from './soap.ts';

/** PHP's way of writing texts into XML, numbered entities and all. */
const numbered = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const named = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const answerOf = (inner: string) =>
  '<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" ' +
  'xmlns:ns1="http://www.example.org/Ec/"><SOAP-ENV:Body><ns1:callServiceResponse>' +
  `<response>${inner}</response></ns1:callServiceResponse></SOAP-ENV:Body></SOAP-ENV:Envelope>`;

/** Texts that know the trouble: entities written out, markup, digits, what ends a comment or a section. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme-ascii' }),
  fc.constantFrom(
    '&lt;',
    '&amp;lt;',
    '&#60;',
    ']]>',
    '<b>',
    '1 & 2',
    '"',
    "'",
    '007',
    '1e3',
    '谷仓 &quot;A&quot;',
    '<!-- -->',
  ),
);

it('an answer in XML is the JSON that went in', () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text)), fc.constantFrom(numbered, named), (value, written) => {
      expect(JSON.parse(jsonIn(answerOf(written(JSON.stringify(value)))))).toEqual(value);
    }),
  );
});

it('a page of a hundred orders is no attack', () => {
  const value = Array.from({ length: 20_000 }, (_, i) => ({ order: `<${i}>` }));
  expect(JSON.parse(jsonIn(answerOf(named(JSON.stringify(value)))))).toHaveLength(20_000);
});

it('a call carries its JSON as a text, whatever is in it', () => {
  fc.assert(
    fc.property(text, (line1) => {
      const paramsJson = JSON.stringify({ line1 });
      const sent = envelopeOf({ paramsJson, appToken: 'a<b', appKey: 'k&y', service: 'createOrder' });
      const found = /<paramsJson>([^<]*)<\/paramsJson>/.exec(sent)?.[1] ?? '';
      const read = found
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&apos;', "'")
        .replaceAll('&amp;', '&');
      expect(read).toBe(paramsJson);
      expect(sent).toContain('<appToken>a&lt;b</appToken><appKey>k&amp;y</appKey><service>createOrder</service>');
    }),
  );
});

it('tells a fault and a page of something else', () => {
  expect(() =>
    jsonIn(answerOf('x').replace(/<ns1.*Response>/, '<Fault><faultstring>no</faultstring></Fault>')),
  ).toThrow('no');
  expect(() => jsonIn('<html><body>502</body></html>')).toThrow();
  expect(() => jsonIn('not xml')).toThrow();
});
