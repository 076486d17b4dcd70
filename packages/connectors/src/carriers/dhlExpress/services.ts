import type { CarrierService } from '../../types.ts';

/** DHL's global products for goods. What an account may book between two places only a quote knows. */
export const SERVICES: readonly CarrierService[] = [
  { code: 'P', name: 'EXPRESS WORLDWIDE' },
  { code: 'U', name: 'EXPRESS WORLDWIDE EU' },
  { code: 'Y', name: 'EXPRESS 12:00' },
  { code: 'M', name: 'EXPRESS 10:30' },
  { code: 'E', name: 'EXPRESS 9:00' },
  { code: '8', name: 'EXPRESS EASY' },
  { code: 'H', name: 'ECONOMY SELECT' },
  { code: 'W', name: 'ECONOMY SELECT EU' },
  { code: 'N', name: 'EXPRESS DOMESTIC' },
  { code: '1', name: 'EXPRESS DOMESTIC 12:00' },
  { code: 'O', name: 'EXPRESS DOMESTIC 10:30' },
  { code: 'I', name: 'EXPRESS DOMESTIC 9:00' },
  { code: 'G', name: 'DOMESTIC ECONOMY SELECT' },
];

export const nameOf = (code: string): string => SERVICES.find((one) => one.code === code)?.name ?? code;
