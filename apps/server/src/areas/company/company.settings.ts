import { z } from 'zod';
import { defineSetting } from '../../core/company-settings.ts';

/** Minutes without a touch after which the web signs out; 0: never. */
export const IDLE_MINUTES = defineSetting('company.idleMinutes', z.number().int().min(0).max(720), 10);
/** The user's name drawn over the pages. */
export const WATERMARK = defineSetting('company.watermark', z.boolean(), true);
