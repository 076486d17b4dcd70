import './messages.texts.ts';
import type { Area } from '../../core/area.ts';
import { userSwapping } from '../identity/public.ts';
import { moveMessages } from './keep.ts';
import { messageRoutes } from './messages.routes.ts';

userSwapping.listen(moveMessages);

export const messagesArea: Area = { name: 'messages', routes: messageRoutes };
