import './messages.texts.ts';
import type { Area } from '../../core/area.ts';
import { userRemoving, userSwapping } from '../identity/public.ts';
import { moveMessages, removeCopies } from './keep.ts';
import { messageRoutes } from './messages.routes.ts';

userSwapping.listen(moveMessages);
userRemoving.listen(removeCopies);

export const messagesArea: Area = { name: 'messages', routes: messageRoutes };
