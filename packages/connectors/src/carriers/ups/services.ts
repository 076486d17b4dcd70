import type { CarrierService } from '../../types.ts';

const SERVICES: Record<string, string> = {
  '01': 'UPS Next Day Air',
  '02': 'UPS 2nd Day Air',
  '03': 'UPS Ground',
  '07': 'UPS Worldwide Express',
  '08': 'UPS Worldwide Expedited',
  '11': 'UPS Standard',
  '12': 'UPS 3 Day Select',
  '13': 'UPS Next Day Air Saver',
  '14': 'UPS Next Day Air Early',
  '17': 'UPS Worldwide Economy DDU',
  '54': 'UPS Worldwide Express Plus',
  '59': 'UPS 2nd Day Air A.M.',
  '65': 'UPS Worldwide Saver',
  '70': 'UPS Access Point Economy',
  '72': 'UPS Worldwide Economy DDP',
  '74': 'UPS Express 12:00',
  M2: 'UPS First Class Mail Innovations',
  M3: 'UPS Priority Mail Innovations',
  M4: 'UPS Expedited Mail Innovations',
  M5: 'UPS Priority Mail Innovations International',
  M6: 'UPS Economy Mail Innovations International',
  M7: 'UPS Mail Innovations Returns',
};

/** What a channel may offer: what the rest of UPS's list sells is bought elsewhere. */
const OFFERED_CODES = ['01', '02', '03', '07', '08', '11', '12', '13', '14', '54', '59', '65'];
export const OFFERED: readonly CarrierService[] = OFFERED_CODES.map((code) => ({ code, name: serviceName(code) }));

/** "072" of some answers is 72. */
export function serviceCode(answered: string): string {
  return /^0\d{2}$/.test(answered) ? answered.slice(1) : answered;
}

export function serviceName(code: string, answered?: string): string {
  return SERVICES[code] ?? (answered || `UPS service ${code}`);
}
