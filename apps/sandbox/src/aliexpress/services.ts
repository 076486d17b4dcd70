/** How parcels may go. `online`: a service of AliExpress's own logistics, that is ordered from it. */
export interface Service {
  key: string;
  name: string;
  company: string;
  number: RegExp;
  online?: true;
}

export const SERVICES: readonly Service[] = [
  {
    key: 'CAINIAO_STANDARD',
    name: 'AliExpress Standard Shipping',
    company: 'CAINIAO',
    number: /^LP\d{14}CN$/,
    online: true,
  },
  {
    key: 'CAINIAO_ECONOMY',
    name: 'AliExpress Saver Shipping',
    company: 'CAINIAO',
    number: /^LP\d{14}CN$/,
    online: true,
  },
  { key: 'UPS', name: 'UPS Express Saver', company: 'UPS', number: /^[0-9A-Z]{8,30}$/ },
  { key: 'DHL', name: 'DHL', company: 'DHL', number: /^\d{10}$/ },
  { key: 'YANWEN_AM', name: 'Special Line-YW', company: 'YANWEN', number: /^[A-Z0-9]{10,20}$/ },
];
export const OTHER = 'Other';
