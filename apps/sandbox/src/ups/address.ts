import type { FastifyReply, FastifyRequest } from 'fastify';
import { param, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { badRequest } from './errors.ts';
import { postalCodeFits, stateOfZip } from './places.ts';

const COMMERCIAL = { Code: '1', Description: 'Commercial' };
const RESIDENTIAL = { Code: '2', Description: 'Residential' };
const ABBREVIATIONS: Record<string, string> = { STREET: 'ST', AVENUE: 'AVE', ROAD: 'RD', DRIVE: 'DR', LANE: 'LN' };

/**
 * Street addresses. Source: AddressValidation.yaml. Of the sandbox's own: a street without a number is one of two, a street
 * that says NOWHERE is none, and the state follows the ZIP code.
 */
export function validateAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const input = at(parseJson(rawBody(request)), 'XAVRequest', 'AddressKeyFormat');
  const option = param(request, 'option');
  if (!['1', '2', '3'].includes(option)) throw badRequest('9264027', 'Invalid request option');
  const country = text(at(input, 'CountryCode'));
  if (!['US', 'PR'].includes(country)) throw badRequest('9264030', 'Country code is invalid or missing');
  const zip = text(at(input, 'PostcodePrimaryLow'));
  const lines = list(at(input, 'AddressLine')).map((line) => spelled(text(line)));
  const state = stateOfZip(zip);
  const known = postalCodeFits('US', zip) && state && !lines.some((line) => line.includes('NOWHERE'));
  const head = { Response: { ResponseStatus: { Code: '1', Description: 'Success' } } };
  if (!known) return reply.send({ XAVResponse: { ...head, NoCandidatesIndicator: '' } });
  const classification = /\b(INC|LLC|LTD|CO|SELLER|WH)\b/i.test(text(at(input, 'ConsigneeName')))
    ? COMMERCIAL
    : RESIDENTIAL;
  const candidate = (first: string) => ({
    AddressClassification: classification,
    AddressKeyFormat: {
      AddressLine: [first, ...lines.slice(1)],
      Region: `${text(at(input, 'PoliticalDivision2')).toUpperCase()} ${state} ${zip}-0001`,
      PoliticalDivision2: text(at(input, 'PoliticalDivision2')).toUpperCase(),
      PoliticalDivision1: state,
      PostcodePrimaryLow: zip,
      PostcodeExtendedLow: '0001',
      CountryCode: country,
    },
  });
  const [street = ''] = lines;
  const isNumbered = /^\d/.test(street);
  return reply.send({
    XAVResponse: {
      ...head,
      ...(isNumbered ? { ValidAddressIndicator: '' } : { AmbiguousAddressIndicator: '' }),
      AddressClassification: isNumbered ? classification : { Code: '0', Description: 'UnClassified' },
      Candidate: isNumbered ? [candidate(street)] : [candidate(`100 ${street}`), candidate(`200 ${street}`)],
    },
  });
}

const spelled = (line: string): string =>
  line
    .toUpperCase()
    .split(/\s+/)
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(' ');
