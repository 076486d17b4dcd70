import './returns.texts.ts';

export { goodsRestocked, returnRefunded } from './events.ts';
