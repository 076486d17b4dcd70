import './messages.texts.ts';

export { type Bulletin, removeBulletin, writeBulletin } from './bulletins.ts';
export { asHtml, cleanHtml } from './clean.ts';
export { reportImport } from './imported.ts';
export { type NewMessage, sendMessage } from './send.ts';
