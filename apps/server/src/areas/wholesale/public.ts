import './listeners.ts';
import './wholesale.texts.ts';

export { wholesalePaid } from './events.ts';
