import './listeners.ts';
import './wholesale.texts.ts';

export { fillCartons } from './cartons.ts';
export { wholesalePaid } from './events.ts';
