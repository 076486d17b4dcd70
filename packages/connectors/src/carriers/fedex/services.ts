import type { CarrierService } from '../../types.ts';

const SERVICES: Readonly<Record<string, string>> = {
  FEDEX_GROUND: 'FedEx Ground',
  GROUND_HOME_DELIVERY: 'FedEx Home Delivery',
  FEDEX_EXPRESS_SAVER: 'FedEx Express Saver',
  FEDEX_2_DAY: 'FedEx 2Day',
  FEDEX_2_DAY_AM: 'FedEx 2Day A.M.',
  STANDARD_OVERNIGHT: 'FedEx Standard Overnight',
  PRIORITY_OVERNIGHT: 'FedEx Priority Overnight',
  FIRST_OVERNIGHT: 'FedEx First Overnight',
  FEDEX_INTERNATIONAL_CONNECT_PLUS: 'FedEx International Connect Plus',
  INTERNATIONAL_ECONOMY: 'FedEx International Economy',
  FEDEX_INTERNATIONAL_PRIORITY: 'FedEx International Priority',
  FEDEX_INTERNATIONAL_PRIORITY_EXPRESS: 'FedEx International Priority Express',
  INTERNATIONAL_FIRST: 'FedEx International First',
};

/** What a channel may offer: freight and Ground Economy need contracts and fields of their own. */
export const OFFERED: readonly CarrierService[] = Object.entries(SERVICES).map(([code, name]) => ({ code, name }));

export const isOffered = (code: string): boolean => code in SERVICES;
export const serviceName = (code: string): string => SERVICES[code] ?? code;

/** FedEx Ground is a network of its own: its drivers, its days, no air. */
export const isGround = (code: string): boolean => code === 'FEDEX_GROUND' || code === 'GROUND_HOME_DELIVERY';
