import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

const ENVELOPE = 'SOAP-ENV:Envelope';
const BODY = 'SOAP-ENV:Body';
const CALL = 'ns1:callService';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: false });
/** Texts stay texts: the answer is JSON with digits of its own. */
const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, trimValues: true, htmlEntities: true });

/** A call of the one operation there is: which service is meant and its JSON are texts in it. */
export function envelopeOf(call: { paramsJson: string; appToken: string; appKey: string; service: string }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build({
    [ENVELOPE]: {
      '@xmlns:SOAP-ENV': 'http://schemas.xmlsoap.org/soap/envelope/',
      '@xmlns:ns1': 'http://www.example.org/Ec/',
      [BODY]: { [CALL]: { ...call, language: 'zh_CN' } },
    },
  })}`;
}

const answer = z.object({
  Envelope: z.object({
    Body: z.object({
      Fault: z.object({ faultstring: z.string() }).optional(),
      callServiceResponse: z.object({ response: z.string() }).optional(),
    }),
  }),
});

/** The JSON in an answer. @throws Error when it is none, or tells of a fault */
export function jsonIn(text: string): string {
  const { Body } = answer.parse(parser.parse(text, true)).Envelope;
  if (Body.Fault) throw new Error(`SOAP fault: ${Body.Fault.faultstring}`);
  if (!Body.callServiceResponse) throw new Error('no response in the envelope');
  return Body.callServiceResponse.response;
}
