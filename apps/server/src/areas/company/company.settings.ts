import { z } from 'zod';
import { defineSetting } from '../../core/company-settings.ts';

/** Idle minutes after which the web signs out; 0: never. */
export const IDLE_MINUTES = defineSetting('company.idleMinutes', z.number().int().min(0).max(720), 10);
/** Whether pages carry the username as a watermark. */
export const WATERMARK = defineSetting('company.watermark', z.boolean(), true);
