import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { header, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { badRequest } from './errors.ts';
import { UPS_APP } from './oauth.ts';
import type { UpsDesk } from './shipments.ts';

/** Duty and VAT of the sandbox's own, in hundredths, by the country of arrival; goods without a code have none. */
const TAXES: Record<string, { duty: number; vat: number }> = {
  GB: { duty: 4, vat: 20 },
  DE: { duty: 4, vat: 19 },
  CA: { duty: 6, vat: 5 },
};
const BROKERAGE = 12.5;
const round = (value: number): number => Math.round(value * 100) / 100;

/** What goods cost once they are in the country. Source: LandedCost.yaml. */
export function quoteLandedCost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = parseJson(rawBody(request));
  const shipment = at(body, 'shipment');
  const country = text(at(shipment, 'importCountryCode'));
  const taxes = TAXES[country];
  if (!taxes) throw badRequest('LC4001', 'importCountryCode is not supported');
  const currency = text(at(body, 'currencyCode'));
  const items = list(at(shipment, 'shipmentItems')).map((item) => {
    const value = Number(at(item, 'priceEach')) * Number(at(item, 'quantity'));
    const hsCode = text(at(item, 'hsCode'));
    if (!(value > 0)) throw badRequest('LC4002', 'priceEach and quantity must be above 0');
    if (!hsCode && !text(at(item, 'description'))) throw badRequest('LC4003', 'hsCode or description is required');
    const duty = round((value * taxes.duty) / 100);
    const vat = round(((value + duty) * taxes.vat) / 100);
    return {
      commodityID: text(at(item, 'commodityId')),
      hsCode: `${hsCode || '999999'}`.padEnd(10, '0'),
      commodityDuty: duty,
      totalCommodityTaxAndFee: 0,
      commodityVAT: vat,
      totalCommodityDutyAndTax: round(duty + vat),
      commodityCurrencyCode: currency,
      isCalculable: true,
    };
  });
  const total = (field: 'commodityDuty' | 'commodityVAT') => round(items.reduce((sum, one) => sum + one[field], 0));
  const dutyAndTax = round(total('commodityDuty') + total('commodityVAT'));
  return reply.send({
    shipment: {
      currencyCode: currency,
      importCountryCode: country,
      id: text(at(shipment, 'id')),
      brokerageFeeItems: [{ chargeName: 'EntryPreparationFee', chargeAmount: BROKERAGE }],
      totalBrokerageFees: BROKERAGE,
      totalDuties: total('commodityDuty'),
      totalCommodityLevelTaxesAndFees: 0,
      totalShipmentLevelTaxesAndFees: 0,
      totalVAT: total('commodityVAT'),
      totalDutyAndTax: dutyAndTax,
      grandTotal: round(dutyAndTax + BROKERAGE),
      shipmentItems: items,
    },
    transID: text(at(body, 'transID')),
    alVersion: 1,
    perfStats: { absLayerTime: '1', fulfillTime: 'now', receiptTime: 'now' },
  });
}

const SUCCESS = { ResponseStatus: { Code: '1', Description: 'Success' } };

/** Papers in Forms History, and from there with shipments. Source: Paperless.yaml. */
export class PaperStore {
  readonly #desk: UpsDesk;
  readonly #documents = new Map<string, Buffer>();

  constructor(desk: UpsDesk) {
    this.#desk = desk;
  }

  upload(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const body = at(parseJson(rawBody(request)), 'UploadRequest');
    assertShipper(request, body);
    const forms = list(at(body, 'UserCreatedForm'));
    if (forms.length === 0) throw badRequest('9590003', 'Missing UserCreatedForm');
    const ids = forms.map((form) => {
      const file = Buffer.from(text(at(form, 'UserCreatedFormFile')), 'base64');
      if (file.length === 0) throw badRequest('9590007', 'Missing or invalid user created form file');
      const format = text(at(form, 'UserCreatedFormFileFormat'));
      if (format === 'pdf' && file.subarray(0, 5).toString('latin1') !== '%PDF-')
        throw badRequest('9590008', 'The file is not of its format');
      if (!/^0(0[1-9]|1[0-3])$/.test(text(at(form, 'UserCreatedFormDocumentType'))))
        throw badRequest('9590009', 'Invalid document type');
      const id = `2013-${createHash('sha256').update(file).digest('hex').slice(0, 20)}`;
      this.#documents.set(id, file);
      return id;
    });
    return reply.send({ UploadResponse: { Response: SUCCESS, FormsHistoryDocumentID: { DocumentID: ids } } });
  }

  push(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const body = at(parseJson(rawBody(request)), 'PushToImageRepositoryRequest');
    assertShipper(request, body);
    const ids = list(at(body, 'FormsHistoryDocumentID', 'DocumentID')).map(text);
    const shipment = this.#desk.shipments.get(text(at(body, 'ShipmentIdentifier')));
    const number = text(at(body, 'TrackingNumber', 0));
    if (ids.some((id) => !this.#documents.has(id))) throw badRequest('9590022', 'Invalid document ID');
    if (!shipment?.parcels.some((one) => one.tracking === number))
      throw badRequest('9590028', 'Invalid shipment identifier or tracking number');
    if (!/^\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d$/.test(text(at(body, 'ShipmentDateAndTime'))))
      throw badRequest('9590029', 'Invalid shipment date and time');
    shipment.papers = [...new Set([...(shipment.papers ?? []), ...ids])];
    return reply.send({
      PushToImageRepositoryResponse: { Response: SUCCESS, FormsGroupID: shipment.id.padEnd(26, '0') },
    });
  }
}

function assertShipper(request: FastifyRequest, body: unknown): void {
  const number = text(at(body, 'ShipperNumber'));
  if (number !== UPS_APP.account || header(request, 'shippernumber') !== number)
    throw badRequest('9590002', 'Invalid shipper number');
}
