import { z } from 'zod';

/**
 * ups: labels are bought. platform: the order's platform sells the label and carries it. own: handed over without a
 * bought label, its number is typed in.
 */
export const CARRIERS = ['ups', 'platform', 'own'] as const;
export const carrier = z.enum(CARRIERS);
