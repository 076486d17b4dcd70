import { z } from 'zod';
import { defineSetting } from '../../core/company-settings.ts';

/** Days until a password expires. After that, only calls without a right are permitted until a new one is set. */
export const PASSWORD_DAYS = defineSetting('identity.passwordDays', z.number().int().min(30).max(365), 90);

const DAY_MS = 24 * 3600 * 1000;

export const passwordEnds = (changedAt: Date, days: number): Date => new Date(changedAt.getTime() + days * DAY_MS);
