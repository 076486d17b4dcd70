import type { CarrierService } from '../../types.ts';

const OUTBOUND: readonly CarrierService[] = [
  { code: 'USPS_GROUND_ADVANTAGE', name: 'USPS Ground Advantage' },
  { code: 'PRIORITY_MAIL', name: 'Priority Mail' },
  { code: 'PRIORITY_MAIL_EXPRESS', name: 'Priority Mail Express' },
];
const INTERNATIONAL: readonly CarrierService[] = [
  { code: 'FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE', name: 'First-Class Package International Service' },
  { code: 'PRIORITY_MAIL_INTERNATIONAL', name: 'Priority Mail International' },
  { code: 'PRIORITY_MAIL_EXPRESS_INTERNATIONAL', name: 'Priority Mail Express International' },
];

const RETURN = '_RETURN_SERVICE';
export const isReturnService = (code: string): boolean => code.endsWith(RETURN);
/** The class by which a parcel comes back that would go out by this one. */
export const returnServiceOf = (code: string): string => (isReturnService(code) ? code : `${code}${RETURN}`);

/** What a channel may offer. Classes for books, for mailings and for entry beyond the local post office are left out. */
export const OFFERED: readonly CarrierService[] = [
  ...OUTBOUND,
  ...INTERNATIONAL,
  ...OUTBOUND.map(({ code, name }) => ({ code: returnServiceOf(code), name: `${name} Return` })),
];

export const serviceName = (code: string): string | undefined => OFFERED.find((one) => one.code === code)?.name;
