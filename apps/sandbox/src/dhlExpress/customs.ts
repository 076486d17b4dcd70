import { at, list, text } from '../http/types.ts';
import { checkBody } from './bodies.ts';
import { bad } from './problems.ts';
import { checkAccounts, checkDutiable } from './rating.ts';

/** Duty by chapter and tax by country: figures of the sandbox's own, in percent. */
const DUTY: Readonly<Record<string, number>> = { '39': 6, '61': 12, '85': 0 };
const TAX: Readonly<Record<string, number>> = { DE: 19, FR: 20, GB: 20, US: 0, CA: 5, AU: 10, JP: 10 };
const FEE = 15;

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function landedCost(body: unknown): object {
  checkBody('landedCost', body);
  checkAccounts(body);
  const from = text(at(body, 'customerDetails', 'shipperDetails', 'countryCode'));
  const to = text(at(body, 'customerDetails', 'receiverDetails', 'countryCode'));
  checkDutiable(from, to, at(body, 'isCustomsDeclarable'));
  const currency = text(at(body, 'currencyCode'));
  const items = list(at(body, 'items')).map((item) => {
    const code = text(at(item, 'commodityCode'));
    if (!/^\d{6,10}$/.test(code))
      throw bad(`2001: commodityCode of item ${text(at(item, 'number'))} is missing or wrong`);
    const value = Number(at(item, 'quantity')) * Number(at(item, 'unitPrice'));
    const duty = rounded((value * (DUTY[code.slice(0, 2)] ?? 4)) / 100);
    const tax = rounded(((value + duty) * (TAX[to] ?? 0)) / 100);
    const row = (name: string, typeCode: string, price: number) => ({ name, typeCode, price, priceCurrency: currency });
    return {
      number: Number(at(item, 'number')),
      duty,
      tax,
      breakdown: [row('DUTY', 'DUTY', duty), row('VAT', 'TAX', tax)],
    };
  });
  const fee = at(body, 'isDTPRequested') === true ? FEE : 0;
  const sum = items.reduce((all, { duty, tax }) => all + duty + tax, fee);
  return {
    products: [
      {
        productName: 'EXPRESS WORLDWIDE',
        productCode: 'P',
        weight: {},
        totalPrice: [{ priceCurrency: currency, price: rounded(sum) }],
        detailedPriceBreakdown: [
          {
            priceCurrency: currency,
            breakdown: [
              { name: 'SCUSV', price: 0, priceCurrency: currency },
              ...(fee > 0
                ? [
                    {
                      name: 'DUTY TAX PAID',
                      serviceCode: 'DD',
                      serviceTypeCode: 'FEE',
                      price: fee,
                      priceCurrency: currency,
                    },
                  ]
                : []),
            ],
          },
        ],
        items: items.map(({ number, breakdown }) => ({ number, breakdown })),
      },
    ],
    warnings: [],
  };
}
