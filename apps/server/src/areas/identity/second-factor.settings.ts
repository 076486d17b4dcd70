import { z } from 'zod';
import { defineSetting } from '../../core/company-settings.ts';

/** Whether everybody needs two-step sign-in: who has none can only set it up. */
export const SECOND_FACTOR = defineSetting('identity.secondFactor', z.boolean(), false);
/** Whether people may let a browser of theirs skip the code. */
export const REMEMBER_BROWSERS = defineSetting('identity.rememberBrowsers', z.boolean(), true);
